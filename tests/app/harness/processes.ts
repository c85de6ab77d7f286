import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The processes of one test world. Each leads a process group, so that ending it ends its children too. */
export class Processes {
  readonly #running = new Set<ChildProcess>();

  /**
   * Starts a program whose output goes to a file.
   * @throws where the program cannot be started
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

  /** Ends a process and its children, and waits until it has ended. */
  async stop(child: ChildProcess) {
    this.#running.delete(child);
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    signalGroup(child, "SIGTERM");
    const late = setTimeout(() => signalGroup(child, "SIGKILL"), 3_000);
    await ended;
    clearTimeout(late);
  }

  /** Ends all, the last one first. */
  async stopAll() {
    for (const child of [...this.#running].reverse()) await this.stop(child);
  }

  /** Ends all at once, for the moment when this process itself ends and can wait for nothing. */
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
    // Nobody of the group is left.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Tries until it gets an answer.
 * @param what completes "Waited in vain for …"
 * @param attempt its answer counts unless it is falsy or it throws
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

/** A loopback port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}
