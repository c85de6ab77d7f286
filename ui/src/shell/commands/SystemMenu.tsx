import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { useHost } from "../../host";
import type { MenuGroup } from "../../host/contract";
import { useCommands, useKeyContext, usePossibleCommands } from "../../shared/commands/context";
import { COMMANDS, type Command, isCommandName } from "../../shared/commands/table";
import { openDialog } from "../../shared/screen/focus";
import { accelerator, MENUS } from "./menu";

/** Debounce for menu updates in milliseconds: a screen binds its commands one by one. */
const REST = 50;

/** Fills the macOS menu bar with commands and runs them. */
export function SystemMenu() {
  const { i18n } = useLingui();
  const host = useHost();
  const commands = useCommands();
  const possible = usePossibleCommands();
  const keyContext = useKeyContext();

  const groups = MENUS.map(
    ({ title, role = null, entries }): MenuGroup => ({
      title: i18n._(title),
      role,
      items: entries.map((entry) => {
        if (entry === "separator") return { kind: "separator" };
        if (typeof entry === "object") return { kind: "system", action: entry.action, label: i18n._(entry.label) };
        const { label } = COMMANDS[entry];
        const is_enabled = possible.includes(entry);
        return {
          kind: "command",
          command: entry,
          label: i18n._(label),
          keys: accelerator(entry, keyContext),
          is_enabled,
        };
      }),
    }),
  );
  const text = JSON.stringify(groups);
  useEffect(() => {
    // A failed menu isn't reported: the window has all of it.
    const menu: MenuGroup[] = JSON.parse(text);
    const send = () => host.call("menu_show", menu).catch(() => {});
    const timer = setTimeout(send, REST);
    return () => clearTimeout(timer);
  }, [host, text]);

  useEffect(
    () =>
      host.watch((event) => {
        if (event.kind !== "command" || !isCommandName(event.command)) return;
        const { inDialogs }: Command = COMMANDS[event.command];
        if (inDialogs || openDialog() === null) commands.run(event.command);
      }),
    [host, commands],
  );
  return null;
}
