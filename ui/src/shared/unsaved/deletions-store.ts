import type { Problem } from "../../host/contract";

export type DeletionKind = "reports" | "projects";

/** Passed to a running deletion. */
export type Run = {
  /** Aborts when the connection is removed. */
  signal: AbortSignal;
  /** Must be called before the lists update. */
  gone: () => void;
  /** Stores the problem until the next try. */
  failed: (problem: Problem) => void;
};

/** A deletion that can be undone for a while. */
export type Deletion = {
  /** Report id or project name. */
  id: string;
  title: string;
  /** Details, such as the URL. */
  description?: string;
  /** Deletes and reports the outcome itself; resolves to whether it is gone. Never rejects. */
  run: (run: Run) => Promise<boolean>;
};

/** A deletion that waits or runs. */
export type Pending = Deletion & {
  key: number;
  connection: string;
  kind: DeletionKind;
  isRunning: boolean;
};

type GoneListener = { connection: string; kind: DeletionKind; tell: (id: string) => void };

/** Pending deletions, independent of the screen. */
export class Deletions {
  #pending: readonly Pending[] = [];
  #lastKey = 0;
  readonly #stops = new Map<number, AbortController>();
  readonly #ends = new Map<number, Promise<boolean>>();
  readonly #watchers = new Set<() => void>();
  readonly #goneListeners = new Set<GoneListener>();
  readonly #failures = new Map<string, Problem>();

  /** In the order they began; a new array after each change. */
  readonly list = (): readonly Pending[] => this.#pending;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Schedules a deletion unless it is pending; returns its key. */
  add(connection: string, kind: DeletionKind, deletion: Deletion): number | undefined {
    if (this.find(connection, kind, deletion.id)) return undefined;
    this.#lastKey += 1;
    const key = this.#lastKey;
    this.#failures.delete(nameOf(connection, kind, deletion.id));
    this.#set([...this.#pending, { ...deletion, key, connection, kind, isRunning: false }]);
    return key;
  }

  /** The pending deletion of a report or project. */
  find(connection: string, kind: DeletionKind, id: string): Pending | undefined {
    return this.#pending.find(
      (pending) => pending.connection === connection && pending.kind === kind && pending.id === id,
    );
  }

  /** The problem of the last try. */
  failureOf(connection: string, kind: DeletionKind, id: string): Problem | undefined {
    return this.#failures.get(nameOf(connection, kind, id));
  }

  /** Dismisses the failure. */
  forgetFailure(connection: string, kind: DeletionKind, id: string): void {
    if (this.#failures.delete(nameOf(connection, kind, id))) this.#set([...this.#pending]);
  }

  /** Undoes a waiting deletion. */
  undo(key: number): void {
    const pending = this.#pending.find((one) => one.key === key);
    if (!pending || pending.isRunning) return;
    this.#end(key);
  }

  cancelAll(connection: string): void {
    for (const pending of this.#pending.filter((one) => one.connection === connection)) {
      if (pending.isRunning) this.#stops.get(pending.key)?.abort();
      else this.#end(pending.key);
    }
  }

  /** Runs a waiting deletion now; resolves to whether it is gone. */
  run(key: number): Promise<boolean> {
    const running = this.#ends.get(key);
    if (running) return running;
    const pending = this.#pending.find((one) => one.key === key);
    if (!pending) return Promise.resolve(true);
    const { connection, kind, id } = pending;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#set(this.#pending.map((one) => (one.key === key ? { ...one, isRunning: true } : one)));
    const end = pending
      .run({
        signal: stop.signal,
        gone: () => {
          for (const listener of this.#goneListeners) {
            if (listener.connection === connection && listener.kind === kind) listener.tell(id);
          }
        },
        failed: (problem) => {
          this.#failures.set(nameOf(connection, kind, id), problem);
          this.#set([...this.#pending]);
        },
      })
      .finally(() => this.#end(key));
    this.#ends.set(key, end);
    return end;
  }

  /** Calls back for each deletion; returns an unsubscribe function. */
  onGone(connection: string, kind: DeletionKind, tell: (id: string) => void): () => void {
    const listener = { connection, kind, tell };
    this.#goneListeners.add(listener);
    return () => this.#goneListeners.delete(listener);
  }

  #end(key: number): void {
    this.#stops.delete(key);
    this.#ends.delete(key);
    this.#set(this.#pending.filter((one) => one.key !== key));
  }

  #set(pending: readonly Pending[]): void {
    this.#pending = pending;
    this.#tell();
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }
}

function nameOf(connection: string, kind: DeletionKind, id: string): string {
  return JSON.stringify([connection, kind, id]);
}
