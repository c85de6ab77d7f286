import type { Problem } from "../../host/contract";

/** What is deleted: a report by its id, or a project by its name. */
export type DeletionKind = "reports" | "projects";

/** What a deletion is given to run with. */
export type Run = {
  /** Its connection is to go: what was not sent is not wanted any more. */
  signal: AbortSignal;
  /** Tells whoever shows it that it is gone, which must be before the lists show it. */
  gone: () => void;
  /** Remembers why it could not be deleted, until it is tried again. */
  failed: (problem: Problem) => void;
};

/** Something to delete after a while in which that can be undone. */
export type Deletion = {
  /** The report or project, as the service and the tables know it. */
  id: string;
  /** What will be deleted, as a whole sentence. */
  title: string;
  /** Which one, such as its address. */
  description?: string;
  /** Deletes it and says itself what came of it. Never rejects; answers whether it is gone. */
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

/** The deletions that wait or run, whatever screen is open. */
export class Deletions {
  #pending: readonly Pending[] = [];
  #lastKey = 0;
  readonly #stops = new Map<number, AbortController>();
  readonly #ends = new Map<number, Promise<boolean>>();
  readonly #watchers = new Set<() => void>();
  readonly #goneListeners = new Set<GoneListener>();
  readonly #failures = new Map<string, Problem>();

  /** All of them, in the order in which they were begun; another array after each change. */
  readonly list = (): readonly Pending[] => this.#pending;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Lets a deletion wait, and answers its key, unless it is pending already. */
  add(connection: string, kind: DeletionKind, deletion: Deletion): number | undefined {
    if (this.find(connection, kind, deletion.id)) return undefined;
    this.#lastKey += 1;
    const key = this.#lastKey;
    this.#failures.delete(nameOf(connection, kind, deletion.id));
    this.#set([...this.#pending, { ...deletion, key, connection, kind, isRunning: false }]);
    return key;
  }

  /** What is to become of a report or a project, if anything. */
  find(connection: string, kind: DeletionKind, id: string): Pending | undefined {
    return this.#pending.find(
      (pending) => pending.connection === connection && pending.kind === kind && pending.id === id,
    );
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
  }

  /** Takes back those of a connection that still wait and stops those that run, as the connection is to go. */
  cancelAll(connection: string): void {
    for (const pending of this.#pending.filter((one) => one.connection === connection)) {
      if (pending.isRunning) this.#stops.get(pending.key)?.abort();
      else this.#end(pending.key);
    }
  }

  /** Has one that waits run now. Answers whether it is gone in the end. */
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

  /** Tells what is gone from now on. Returns how to stop listening. */
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
