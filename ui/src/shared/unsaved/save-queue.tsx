import { type ReactNode, useEffect, useState } from "react";
import { createRequiredContext } from "../../required-context";
import { createStore } from "../data/store";

type Save = () => Promise<unknown> | undefined;

/** Saves that run a moment after the last change, one at a time: the last one must win. */
export class SaveQueue {
  readonly #waiting = new Map<string, { save: Save; timer: ReturnType<typeof setTimeout> }>();
  readonly #isWaiting = createStore(false);
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;

  readonly subscribe = this.#isWaiting.subscribe;

  /** True while a save waits or runs. */
  readonly isWaiting = this.#isWaiting.get;

  /** Schedules a save after `delay` milliseconds; it replaces one that waits under the same name. */
  later(name: string, delay: number, save: Save): void {
    clearTimeout(this.#waiting.get(name)?.timer);
    this.#waiting.set(name, { save, timer: setTimeout(() => this.#run(name), delay) });
    this.#changed();
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
      this.#changed();
    };
    this.#last = this.#last.then(waiting.save).then(done, done);
  }

  #changed(): void {
    this.#isWaiting.set(this.#waiting.size + this.#running > 0);
  }
}

const [Provider, useValue] = createRequiredContext<SaveQueue>("SaveQueue");

export function SaveQueueProvider({ children }: { children: ReactNode }) {
  const [saveQueue] = useState(() => new SaveQueue());
  useEffect(() => {
    const flush = () => void saveQueue.flush();
    window.addEventListener("pagehide", flush);
    window.addEventListener("blur", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("blur", flush);
      flush();
    };
  }, [saveQueue]);
  return <Provider value={saveQueue}>{children}</Provider>;
}

/** The queue doesn't report failures: each save does. */
export const useSaveQueue = useValue;
