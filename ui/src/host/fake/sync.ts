import type { Problem, SyncKind, SyncState } from "../contract";
import { problemOf } from "../host";
import { answerFor, CONNECTION, type RecordedCall, readRecording } from "./recorded";
import sync from "./recorded/sync.json?raw";

type Around = {
  /** Ingests the newest of the connection's reports, up to this count; throws the problem. */
  read: (connection: string, count: number) => void;
  /** Marks vanished reports as removed. */
  look: (connection: string) => void;
  /** The number of existing reports in the library. */
  count: (connection: string) => number;
  tell: (state: SyncState) => void;
  /** The library changed. */
  changed: () => void;
  now: () => number;
};

/** The recorded states after each start and stop. */
const [toStop = [], , resumed = [], light = []] = sectionsOf(readRecording(sync));

/** Syncs that go as recorded: a full one, which is stopped once and resumed, and a light one. */
export class FakeSyncs {
  /** Time per page, in milliseconds. */
  pace = 10;
  readonly #around: Around;
  readonly #states = new Map<string, SyncState>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(around: Around) {
    this.#around = around;
  }

  state(connection: string): SyncState {
    const [first] = toStop;
    const unknown = { ...(first as SyncState), connection, running: null };
    return { ...(this.#states.get(connection) ?? unknown), reports: this.#around.count(connection) };
  }

  /** Changes a connection's sync state and reports it. */
  set(connection: string, change: Partial<SyncState>): void {
    const state = { ...this.state(connection), ...change };
    this.#states.set(connection, state);
    this.#around.tell(state);
  }

  start(connection: string, kind: SyncKind): void {
    const { running, unfinished } = this.state(connection);
    if (running) return;
    const whole = unfinished === null ? [...toStop, ...resumed.slice(1)] : resumed;
    const [first, ...later] = kind === "full" ? whole : light;
    this.set(connection, { running: first?.running ?? null, problem: null });
    this.#later(connection, kind, later);
  }

  stop(connection: string, problem: Problem | null = null): void {
    clearTimeout(this.#timers.get(connection));
    const { running, unfinished } = this.state(connection);
    if (!running) return;
    this.set(connection, { running: null, unfinished: running.kind === "full" ? running.done : unfinished, problem });
  }

  #later(connection: string, kind: SyncKind, [next, ...later]: readonly SyncState[]): void {
    if (!next) return;
    const step = () => {
      try {
        this.#around.read(connection, next.running?.done ?? Number.POSITIVE_INFINITY);
      } catch (thrown) {
        return this.stop(connection, problemOf(thrown));
      }
      if (kind === "full" && !next.running) this.#around.look(connection);
      const { running, looked_at, found } = next;
      const at = new Date(this.#around.now()).toISOString();
      const ended = kind === "full" ? { ...next, connection, full_at: at } : { running, looked_at, found };
      this.set(connection, running ? { running } : { ...ended, synced_at: at });
      this.#around.changed();
      // A listener may have stopped it.
      if (this.state(connection).running) this.#later(connection, kind, later);
    };
    this.#timers.set(connection, setTimeout(step, this.pace));
  }
}

/** The states of the recorded connection, by the call before them. */
function sectionsOf(calls: readonly RecordedCall[]): SyncState[][] {
  const sections: SyncState[][] = [];
  for (const call of calls) {
    if (call.name === "syncs_list") sections.at(-1)?.push(...answerFor(call, CONNECTION));
    else sections.push([]);
  }
  return sections;
}
