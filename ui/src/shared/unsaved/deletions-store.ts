import type { Problem } from "../../host/contract";
import { createStore } from "../data/store";

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

export type PendingDeletion = Deletion & {
  key: number;
  connection: string;
  kind: DeletionKind;
  isRunning: boolean;
};

type GoneListener = { connection: string; kind: DeletionKind; tell: (id: string) => void };

/** Pending deletions, independent of the screen. */
export class Deletions {
  readonly #store = createStore<readonly PendingDeletion[]>([]);
  #lastKey = 0;
  readonly #stops = new Map<number, AbortController>();
  readonly #ends = new Map<number, Promise<boolean>>();
  readonly #goneListeners = new Set<GoneListener>();
  readonly #failures = new Map<string, Problem>();
  readonly #left = new Map<number, number>();
  readonly #shown = createStore<ReadonlySet<number>>(new Set());

  /** In the order they began; a new array after each change. */
  readonly list = this.#store.get;

  readonly subscribe = this.#store.subscribe;

  /** The keys of those that the screen shows in full, so that they need no message. */
  readonly shown = this.#shown.get;

  readonly subscribeToShown = this.#shown.subscribe;

  /** Says that the screen shows a deletion in full; returns a function that ends it. */
  show(key: number): () => void {
    this.#shown.set(new Set(this.shown()).add(key));
    return () => this.#shown.set(new Set([...this.shown()].filter((other) => other !== key)));
  }

  /** The milliseconds left to undo a deletion, once some have passed. */
  leftOf(key: number): number | undefined {
    return this.#left.get(key);
  }

  setLeft(key: number, left: number): void {
    this.#left.set(key, left);
  }

  /** Schedules a deletion unless it is pending; returns its key. */
  add(connection: string, kind: DeletionKind, deletion: Deletion): number | undefined {
    if (this.find(connection, kind, deletion.id)) return undefined;
    this.#lastKey += 1;
    const key = this.#lastKey;
    this.#failures.delete(nameOf(connection, kind, deletion.id));
    this.#store.set([...this.list(), { ...deletion, key, connection, kind, isRunning: false }]);
    return key;
  }

  /** The pending deletion of a report or project. */
  find(connection: string, kind: DeletionKind, id: string): PendingDeletion | undefined {
    return this.list().find(
      (pending) => pending.connection === connection && pending.kind === kind && pending.id === id,
    );
  }

  /** The problem of the last try. */
  failureOf(connection: string, kind: DeletionKind, id: string): Problem | undefined {
    return this.#failures.get(nameOf(connection, kind, id));
  }

  /** Dismisses the failure. */
  forgetFailure(connection: string, kind: DeletionKind, id: string): void {
    if (this.#failures.delete(nameOf(connection, kind, id))) this.#store.set([...this.list()]);
  }

  /** Undoes a waiting deletion. */
  undo(key: number): void {
    const pending = this.list().find((one) => one.key === key);
    if (!pending || pending.isRunning) return;
    this.#end(key);
  }

  cancelAll(connection: string): void {
    for (const pending of this.list().filter((one) => one.connection === connection)) {
      if (pending.isRunning) this.#stops.get(pending.key)?.abort();
      else this.#end(pending.key);
    }
  }

  /** Runs a waiting deletion now; resolves to whether it is gone. */
  run(key: number): Promise<boolean> {
    const running = this.#ends.get(key);
    if (running) return running;
    const pending = this.list().find((one) => one.key === key);
    if (!pending) return Promise.resolve(true);
    const { connection, kind, id } = pending;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#store.set(this.list().map((one) => (one.key === key ? { ...one, isRunning: true } : one)));
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
          this.#store.set([...this.list()]);
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
    this.#left.delete(key);
    this.#store.set(this.list().filter((one) => one.key !== key));
  }
}

function nameOf(connection: string, kind: DeletionKind, id: string): string {
  return JSON.stringify([connection, kind, id]);
}
