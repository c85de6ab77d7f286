import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { program } from "../../../scripts/lib/paths.mjs";

/** A test machine's processes, each leading a group, so that its children end with it. */
export class Processes {
  readonly #running = new Set<ChildProcess>();

  /**
   * Starts a program with its output in a file.
   * @throws if it can't be started
   */
  async start(command: string, args: string[], log: string, { stdio = ["ignore"], ...options }: Options) {
    const out = openSync(log, "a");
    const [input, , , ...more] = stdio;
    const child = spawn(command, args, { ...options, detached: true, stdio: [input, out, out, ...more] });
    closeSync(out);
    await once(child, "spawn");
    this.#running.add(child);
    child.once("exit", () => signalGroup(child, "SIGKILL"));
    return child;
  }

  /** Ends a process and its children, and waits for the exit. */
  async stop(child: ChildProcess) {
    this.#running.delete(child);
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    signalGroup(child, "SIGTERM");
    const late = setTimeout(() => signalGroup(child, "SIGKILL"), 3_000);
    await ended;
    clearTimeout(late);
  }

  /** Ends all processes, newest first. */
  async stopAll() {
    for (const child of [...this.#running].reverse()) await this.stop(child);
  }

  /** Kills all processes synchronously, for use when this one exits. */
  killAll() {
    for (const child of this.#running) signalGroup(child, "SIGKILL");
  }
}

type Options = Omit<SpawnOptions, "stdio"> & { stdio?: ("ignore" | "pipe")[] };

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-(child.pid as number), signal);
  } catch (error) {
    // The group is empty.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Retries until there is a result.
 * @param what completes "Waited in vain for …"
 * @param attempt succeeds with a truthy value; errors count as failure
 * @throws after `seconds`, with the last failure as the cause
 */
export async function until<T>(what: string, attempt: () => T | Promise<T>, seconds = 60): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1_000;
  let cause: unknown;
  while (Date.now() < end) {
    try {
      const answer = await attempt();
      if (answer) return answer;
    } catch (error) {
      cause = error;
    }
    await sleep(50);
  }
  throw new Error(`Waited in vain for ${what}`, { cause });
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

/** A process's environment. */
export const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");

/** The running apps of a test machine with this environment. */
export function appsOf(env: NodeJS.ProcessEnv) {
  const file = realpathSync(program("assay"));
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const isApp = readlinkSync(`/proc/${pid}/exe`) === file;
      return isApp && environmentOf(pid).includes(`XDG_DATA_HOME=${env.XDG_DATA_HOME}`);
    } catch {
      return false;
    }
  });
}
