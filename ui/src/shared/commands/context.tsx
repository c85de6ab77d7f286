import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocale } from "react-aria-components";
import { createRequiredContext } from "../../required-context";
import { usePreferences } from "../data/preferences";
import { useStart } from "../data/start";
import { type KeyContext, keysFor } from "./key-bindings";
import { listen } from "./keyboard";
import { Commands } from "./registry";
import type { CommandName } from "./table";

const [Provider, useValue] = createRequiredContext<Commands>("Commands");

/** Provides commands and binds their keys. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [commands] = useState(() => new Commands());
  const keyContext = useKeyContext();
  useEffect(() => listen(commands, keyContext), [commands, keyContext]);
  return <Provider value={commands}>{children}</Provider>;
}

export const useCommands = useValue;

/** Binds a command while the component is mounted; `null` disables it. */
export function useCommand(name: CommandName, run: (() => void) | null): void {
  const commands = useCommands();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isPossible = run !== null;
  useEffect(
    () => (isPossible ? commands.bind(name, () => latest.current?.()) : undefined),
    [commands, name, isPossible],
  );
}

export function usePossibleCommands(): readonly CommandName[] {
  const commands = useCommands();
  return useSyncExternalStore(commands.subscribe, commands.possible);
}

/** Returns a lookup of a command's first shortcut, such as `mod+shift+c`, for `Keys`. */
export function useKeysOf(): (name: CommandName) => string | undefined {
  const keyContext = useKeyContext();
  return (name) => keysFor(name, keyContext)[0];
}

/** The platform, the text direction, and the user's shortcut setting. */
export function useKeyContext(): KeyContext {
  const { platform } = useStart();
  const { direction } = useLocale();
  const [{ single_keys_off: singleKeysOff }] = usePreferences();
  return useMemo(() => ({ platform, direction, singleKeysOff }), [platform, direction, singleKeysOff]);
}
