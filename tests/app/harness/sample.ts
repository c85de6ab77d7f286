import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { program } from "../../../scripts/lib/paths.mjs";
import { freePort, until } from "./processes.ts";
import type { TestMachine } from "./test-machine.ts";

/** The service's behavior: JSON of its control interface, as in the sample service's README. */
export type Behavior = Record<string, unknown>;

/** A request, as reported by the control interface. */
export type Asked = { method: string; path: string; query: string; key: boolean; form: [string, string][] };

/** The sample service as a process. */
export class SampleService {
  readonly key = randomBytes(16).toString("hex");
  readonly #machine: TestMachine;
  readonly #port: number;
  readonly #options: string[];
  #process: ChildProcess | undefined;

  private constructor(machine: TestMachine, port: number, options: string[]) {
    this.#machine = machine;
    this.#port = port;
    this.#options = options;
  }

  /** Starts one on a free port, with more command-line options if needed. */
  static async start(machine: TestMachine, options: string[]) {
    const sample = new SampleService(machine, await freePort(), options);
    await sample.start();
    return sample;
  }

  get port() {
    return this.#port;
  }

  /** The base address to connect to. */
  get baseUrl() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Restarts it after {@link stop} with the same URL, key, and data. */
  async start() {
    const database = join(this.#machine.serviceFolder, `${this.#port}.db`);
    const args = ["--port", String(this.#port), "--key", this.key, "--database", database];
    this.#process = await this.#machine.processes.start(
      program("assay-sample-service"),
      [...args, "--control", ...this.#options],
      join(this.#machine.serviceFolder, `${this.#port}.log`),
      { env: this.#machine.env },
    );
    await until("the sample service", async () => (await this.fetch("/api/v1/reports")).ok);
  }

  /** Stops it: its URL then refuses connections. */
  async stop() {
    if (this.#process) await this.#machine.processes.stop(this.#process);
    this.#process = undefined;
  }

  /** Calls the service directly, with its key. */
  fetch(path: string, init: RequestInit = {}) {
    const headers = { Authorization: `Bearer ${this.key}`, ...init.headers };
    return fetch(this.baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(60_000) });
  }

  /** Its own reports with this URL, as JSON. */
  async reportsWith(url: string) {
    const answer = await this.fetch(`/api/v1/reports?per_page=100&search=${encodeURIComponent(url)}`);
    return ((await answer.json()) as { data: { id: number; url: string; privacy: number; password: boolean }[] }).data;
  }

  /** Creates a report directly, without the app. */
  async create(url: string) {
    const answer = await this.fetch("/api/v1/reports", { method: "POST", body: new URLSearchParams({ url }) });
    if (!answer.ok) throw new Error(`The service did not make a report of ${url}: ${await answer.text()}`);
  }

  /** Changes the behavior, and resets counters of faults and throttling. */
  async play(behavior: Behavior) {
    await this.#control("PUT", "/control", behavior);
  }

  /** Makes these requests, or all, fail with a `fault` of the control interface. */
  async fail(fault: unknown, which: { method?: string; path?: string; times?: number; after_work?: boolean } = {}) {
    await this.play({ faults: [{ ...which, fault }] });
  }

  /** Restores the default behavior. */
  async heal() {
    await this.#control("DELETE", "/control");
  }

  /** Requests since the start or {@link forget}, oldest first, including the test's own. */
  async asked(): Promise<Asked[]> {
    return (await this.#control("GET", "/control/requests")).json();
  }

  /** Clears the request log. */
  async forget() {
    await this.#control("DELETE", "/control/requests");
  }

  async #control(method: string, path: string, body?: Behavior) {
    const answer = await this.fetch(path, body ? { method, body: JSON.stringify(body) } : { method });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  }
}
