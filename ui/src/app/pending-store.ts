import type { Problem } from "../host/contract";

/** What is deleted: reports by their ids, or projects by their names. */
export type DeletionKind = "reports" | "projects";

/** How far a deletion of several is. */
export type Progress = { text: string; at: number; of: number };

/** What a deletion is given to run with. */
export type Run = {
  /** Says to stop before the next one. */
  signal: AbortSignal;
  /** Shows how far it is. */
  show: (progress: Progress) => void;
  /** Tells whoever shows them that these are gone, which must be before the lists show it. */
  gone: (ids: readonly string[]) => void;
  /** Remembers why one of them could not be deleted, until it is tried again. */
  failed: (id: string, problem: Problem) => void;
};

/** Something to delete after a while in which that can be undone. */
export type Deletion = {
  /** The reports or projects, as the service and the tables know them. */
  ids: readonly string[];
  /** What will be deleted, as a whole sentence. */
  title: string;
  /** Which one, such as its address. */
  description?: string;
  /** Deletes it and says itself what came of it. Never rejects; answers whether all of it is gone. */
  run: (run: Run) => Promise<boolean>;
  /** It was undone by the user. */
  onUndo?: () => void;
};

/** A deletion that waits or runs. */
export type Pending = Deletion & {
  key: number;
  connection: string;
  kind: DeletionKind;
  isRunning: boolean;
};

type GoneListener = { connection: string; kind: DeletionKind; tell: (ids: readonly string[]) => void };

/** The deletions that wait or run, whatever screen is open. */
export class Deletions {
  #pending: readonly Pending[] = [];
  #lastKey = 0;
  readonly #stops = new Map<number, AbortController>();
  readonly #ends = new Map<number, Promise<boolean>>();
  readonly #watchers = new Set<() => void>();
  readonly #goneListeners = new Set<GoneListener>();
  // Not part of what is pending: no table is to be drawn anew with each step.
  readonly #progress = new Map<number, Progress>();
  readonly #failures = new Map<string, Problem>();

  /** All of them, in the order in which they were begun; another array after each change. */
  readonly list = (): readonly Pending[] => this.#pending;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Lets a deletion wait, and answers its key. Where any of it is pending already, none of it is taken. */
  add(connection: string, kind: DeletionKind, deletion: Deletion): number | undefined {
    if (deletion.ids.some((id) => this.find(connection, kind, id))) return undefined;
    this.#lastKey += 1;
    const key = this.#lastKey;
    for (const id of deletion.ids) this.#failures.delete(nameOf(connection, kind, id));
    this.#set([...this.#pending, { ...deletion, key, connection, kind, isRunning: false }]);
    return key;
  }

  /** What is to become of a report or a project, if anything. */
  find(connection: string, kind: DeletionKind, id: string): Pending | undefined {
    return this.#pending.find(
      (pending) => pending.connection === connection && pending.kind === kind && pending.ids.includes(id),
    );
  }

  /** How far one that runs is, if it says so. */
  progressOf(key: number): Progress | undefined {
    return this.#progress.get(key);
  }

  /** Why the last try to delete it failed, if so. */
  failureOf(connection: string, kind: DeletionKind, id: string): Problem | undefined {
    return this.#failures.get(nameOf(connection, kind, id));
  }

  /** The user knows that it failed. */
  forgetFailure(connection: string, kind: DeletionKind, id: string): void {
    if (this.#failures.delete(nameOf(connection, kind, id))) this.#set([...this.#pending]);
  }

  /** Takes back one that still waits. */
  undo(key: number): void {
    const pending = this.#pending.find((one) => one.key === key);
    if (!pending || pending.isRunning) return;
    this.#end(key);
    pending.onUndo?.();
  }

  /** Takes back those of a connection that still wait and stops those that run, as the connection is to go. */
  cancelAll(connection: string): void {
    for (const pending of this.#pending.filter((one) => one.connection === connection)) {
      if (pending.isRunning) this.stop(pending.key);
      else this.#end(pending.key);
    }
  }

  /** Has one that waits run now. Answers whether all of it is gone in the end. */
  run(key: number): Promise<boolean> {
    const running = this.#ends.get(key);
    if (running) return running;
    const pending = this.#pending.find((one) => one.key === key);
    if (!pending) return Promise.resolve(true);
    const { connection, kind } = pending;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#set(this.#pending.map((one) => (one.key === key ? { ...one, isRunning: true } : one)));
    const end = pending
      .run({
        signal: stop.signal,
        show: (progress) => {
          this.#progress.set(key, progress);
          this.#tell();
        },
        gone: (ids) => {
          for (const listener of this.#goneListeners) {
            if (listener.connection === connection && listener.kind === kind) listener.tell(ids);
          }
        },
        failed: (id, problem) => {
          this.#failures.set(nameOf(connection, kind, id), problem);
          this.#set([...this.#pending]);
        },
      })
      .finally(() => this.#end(key));
    this.#ends.set(key, end);
    return end;
  }

  /** Has one that runs stop before its next step. */
  stop(key: number): void {
    this.#stops.get(key)?.abort();
  }

  /** Tells what is gone from now on. Returns how to stop listening. */
  onGone(connection: string, kind: DeletionKind, tell: (ids: readonly string[]) => void): () => void {
    const listener = { connection, kind, tell };
    this.#goneListeners.add(listener);
    return () => this.#goneListeners.delete(listener);
  }

  #end(key: number): void {
    this.#stops.delete(key);
    this.#ends.delete(key);
    this.#progress.delete(key);
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
