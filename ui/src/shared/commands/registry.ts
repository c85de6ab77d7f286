import { COMMAND_NAMES, type CommandName } from "./table";

/** What every command does now, as far as it is possible. */
export class Commands {
  readonly #runs = new Map<CommandName, (() => void)[]>();
  readonly #listeners = new Set<() => void>();
  #possible: readonly CommandName[] = [];

  /** Has a command do this until the returned function is called; of several the one that came last counts. */
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

  /** Whether a command would do anything now. */
  isPossible(name: CommandName): boolean {
    return (this.#runs.get(name)?.length ?? 0) > 0;
  }

  /** Does what a command does now, if anything. */
  run(name: CommandName): void {
    this.#runs.get(name)?.at(-1)?.();
  }

  /** The commands that are possible now, in the order of the table; the same list until they change. */
  get possible(): readonly CommandName[] {
    return this.#possible;
  }

  /** Calls a listener when other commands have become possible; returns how to end that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    const possible = COMMAND_NAMES.filter((name) => this.isPossible(name));
    if (possible.join() === this.#possible.join()) return;
    this.#possible = possible;
    for (const listener of this.#listeners) listener();
  }
}
