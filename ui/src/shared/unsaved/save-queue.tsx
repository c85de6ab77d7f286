import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Save = () => Promise<unknown> | undefined;

/** What the core is to keep, a moment after its last change: one after the other, as the last one must win. */
class Saves {
  readonly #waiting = new Map<string, { save: Save; timer: ReturnType<typeof setTimeout> }>();
  readonly #watchers = new Set<() => void>();
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  };

  /** Whether anything has not been kept yet. */
  readonly isWaiting = (): boolean => this.#waiting.size + this.#running > 0;

  /** Saves after so many milliseconds, in place of what waits under the same name. */
  later(name: string, delay: number, save: Save): void {
    clearTimeout(this.#waiting.get(name)?.timer);
    this.#waiting.set(name, { save, timer: setTimeout(() => this.#run(name), delay) });
    this.#tell();
  }

  /** Saves at once what still waits; resolves when all is kept, or could not be. */
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

/** Holds what waits to be kept by the core, which is kept at once when the window is left. */
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

/** What waits to be kept by the core. What is saved tells its own failures. */
export function useSaves(): Saves {
  const saves = useContext(SavesContext);
  if (!saves) throw new Error("useSaves needs a SaveQueueProvider above");
  return saves;
}
