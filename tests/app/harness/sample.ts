import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { program } from "../../../scripts/lib/paths.mjs";
import { freePort, until } from "./processes.ts";
import type { World } from "./world.ts";

/** The sample service, run alone as a process. */
export class SampleService {
  readonly key = randomBytes(16).toString("hex");
  readonly #world: World;
  readonly #port: number;
  readonly #options: string[];
  #process: ChildProcess | undefined;

  private constructor(world: World, port: number, options: string[]) {
    this.#world = world;
    this.#port = port;
    this.#options = options;
  }

  /** Starts one on a free port, with more of its command line's options if need be. */
  static async start(world: World, options: string[]) {
    const sample = new SampleService(world, await freePort(), options);
    await sample.start();
    return sample;
  }

  /** The base address to connect to. */
  get baseUrl() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it again after {@link stop}: the same address, key and data. */
  async start() {
    const database = join(this.#world.serviceFolder, `${this.#port}.db`);
    const args = ["--port", String(this.#port), "--key", this.key, "--database", database, ...this.#options];
    this.#process = await this.#world.processes.start(
      program("assay-sample-service"),
      args,
      join(this.#world.serviceFolder, `${this.#port}.log`),
      { env: this.#world.env },
    );
    await until("the sample service", async () => (await this.fetch("/api/v1/reports")).ok);
  }

  /** Ends it; its address then refuses connections. */
  async stop() {
    if (this.#process) await this.#world.processes.stop(this.#process);
    this.#process = undefined;
  }

  /** Asks the service itself, with its key: for what a test must know apart from the app. */
  fetch(path: string, init: RequestInit = {}) {
    const headers = { Authorization: `Bearer ${this.key}`, ...init.headers };
    return fetch(this.baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(10_000) });
  }
}
