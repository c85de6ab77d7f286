import type { SyncFound, SyncKind, SyncState } from "../contract";
import { problemOf } from "../host";

type Around = {
  /** Ingests the newest of the connection's reports, up to this count; throws the problem. */
  read: (connection: string, from: number, kind: SyncKind) => { done: number; total: number; found: SyncFound };
  /** Looks for those that have vanished; how many are gone. */
  look: (connection: string) => number;
  /** How many reports that are there the library knows. */
  count: (connection: string) => number;
  tell: (state: SyncState) => void;
  /** The library changed. */
  changed: () => void;
  now: () => number;
};

const NOTHING: SyncFound = { new: 0, changed: 0, worse: 0, gone: 0 };

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
    const state = this.#states.get(connection) ?? {
      connection,
      running: null,
      unfinished: null,
      synced_at: null,
      full_at: null,
      completeness: "unknown",
      reports: 0,
      problem: null,
      found: NOTHING,
    };
    return { ...state, reports: this.#around.count(connection) };
  }

  /** Changes a connection's sync state and reports it. */
  set(connection: string, change: Partial<SyncState>): void {
    const state = { ...this.state(connection), ...change };
    this.#states.set(connection, state);
    this.#around.tell(state);
  }

  start(connection: string, kind: SyncKind): void {
    const state = this.state(connection);
    if (state.running) return;
    const done = kind === "full" ? (state.unfinished ?? 0) : 0;
    const running = { kind, phase: "reading" as const, done, total: null, seconds_left: null };
    this.set(connection, { running, problem: null });
    this.#later(connection, () => this.#page(connection, kind, done, NOTHING));
  }

  stop(connection: string): void {
    clearTimeout(this.#timers.get(connection));
    const { running, unfinished } = this.state(connection);
    if (running)
      this.set(connection, { running: null, unfinished: running.kind === "full" ? running.done : unfinished });
  }

  #later(connection: string, step: () => void): void {
    this.#timers.set(connection, setTimeout(step, this.pace));
  }

  #page(connection: string, kind: SyncKind, from: number, before: SyncFound): void {
    try {
      const { done, total, found } = this.#around.read(connection, from, kind);
      if (found.new + found.changed > 0) this.#around.changed();
      const sum = {
        new: before.new + found.new,
        changed: before.changed + found.changed,
        worse: before.worse + found.worse,
        gone: before.gone,
      };
      if (done < total) {
        const seconds_left = Math.ceil(((total - done) / 100) * (this.pace / 1000));
        this.set(connection, { running: { kind, phase: "reading", done, total, seconds_left } });
        // Whoever was told may have stopped it.
        if (this.state(connection).running) this.#later(connection, () => this.#page(connection, kind, done, sum));
      } else this.#end(connection, kind, sum);
    } catch (thrown) {
      const unfinished = kind === "full" ? from : this.state(connection).unfinished;
      this.set(connection, { running: null, unfinished, problem: problemOf(thrown) });
    }
  }

  #end(connection: string, kind: SyncKind, found: SyncFound): void {
    const at = new Date(this.#around.now()).toISOString();
    const isFull = kind === "full";
    const gone = isFull ? this.#around.look(connection) : 0;
    this.set(connection, {
      running: null,
      synced_at: at,
      problem: null,
      found: { ...found, gone },
      ...(isFull && { full_at: at, unfinished: null, completeness: "whole" }),
    });
  }
}
