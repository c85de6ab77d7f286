import { flushSync } from "react-dom";
import { createStore } from "../data/store";
import { COMMAND_NAMES, type CommandName } from "./table";

export class Commands {
  readonly #runs = new Map<CommandName, (() => void)[]>();
  readonly #possible = createStore<readonly CommandName[]>([]);

  /** Binds a command until the returned function is called; the latest binding wins. */
  bind(name: CommandName, run: () => void): () => void {
    this.#runs.set(name, [...(this.#runs.get(name) ?? []), run]);
    this.#changed();
    return () => {
      this.#runs.set(
        name,
        (this.#runs.get(name) ?? []).filter((other) => other !== run),
      );
      this.#changed();
    };
  }

  isPossible(name: CommandName): boolean {
    return (this.#runs.get(name)?.length ?? 0) > 0;
  }

  run(name: CommandName): void {
    takeNumber();
    this.#runs.get(name)?.at(-1)?.();
  }

  /** Possible commands in table order; the same array until they change. */
  readonly possible = this.#possible.get;

  /** Calls the listener when the possible commands change; returns an unsubscribe function. */
  readonly subscribe = this.#possible.subscribe;

  #changed(): void {
    const possible = COMMAND_NAMES.filter((name) => this.isPossible(name));
    if (possible.join() !== this.possible().join()) this.#possible.set(possible);
  }
}

/** Fields of numbers take what was typed when they lose the focus, which would be too late for a form that is left. */
function takeNumber(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || field.getAttribute("inputmode") !== "numeric") return;
  flushSync(() => field.blur());
  field.focus({ preventScroll: true });
}
