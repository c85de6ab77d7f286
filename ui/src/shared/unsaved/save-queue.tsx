import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Save = () => Promise<unknown> | undefined;

/** Saves that run a moment after the last change, one at a time: the last one must win. */
class Saves {
  readonly #waiting = new Map<string, { save: Save; timer: ReturnType<typeof setTimeout> }>();
  readonly #watchers = new Set<() => void>();
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** True while a save waits or runs. */
  readonly isWaiting = (): boolean => this.#waiting.size + this.#running > 0;

  /** Schedules a save after `delay` milliseconds; it replaces one that waits under the same name. */
  later(name: string, delay: number, save: Save): void {
    clearTimeout(this.#waiting.get(name)?.timer);
    this.#waiting.set(name, { save, timer: setTimeout(() => this.#run(name), delay) });
    this.#tell();
  }

  /** Saves now; resolves when all saves have settled. */
  readonly flush = (): Promise<unknown> => {
    for (const name of [...this.#waiting.keys()]) this.#run(name);
    return this.#last;
  };

  #run(name: string): void {
    const waiting = this.#waiting.get(name);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(name);
    this.#running += 1;
    const done = () => {
      this.#running -= 1;
      this.#tell();
    };
    this.#last = this.#last.then(waiting.save).then(done, done);
  }

  #tell(): void {
    for (const changed of this.#watchers) changed();
  }
}

const SavesContext = createContext<Saves | null>(null);

export function SaveQueueProvider({ children }: { children: ReactNode }) {
  const [saves] = useState(() => new Saves());
  useEffect(() => {
    const flush = () => void saves.flush();
    window.addEventListener("pagehide", flush);
    window.addEventListener("blur", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("blur", flush);
      flush();
    };
  }, [saves]);
  return <SavesContext value={saves}>{children}</SavesContext>;
}

/** The queue doesn't report failures: each save does. */
export function useSaves(): Saves {
  const saves = useContext(SavesContext);
  if (!saves) throw new Error("useSaves needs a SaveQueueProvider above");
  return saves;
}
