import { useLingui } from "@lingui/react/macro";
import { Bookmark, Languages, Plug } from "lucide-react";
import type { PaletteEntry } from "../../components/overlays/CommandPalette";
import type { Connection } from "../../host/contract";
import { withoutScheme } from "../../host/page-urls";
import { LANGUAGES } from "../../i18n";
import { useCommands, useKeysOf, usePossibleCommands } from "../../shared/commands/context";
import { COMMANDS, type Command } from "../../shared/commands/table";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useViews } from "../../shared/views/use-views";
import { placeOfView } from "../../shared/views/view-place";
import { COMMAND_ICONS } from "./icons";
import type { FoundReport } from "./use-found";

export type Choice = PaletteEntry & {
  /** The section that shows it. */
  section: string;
  run: () => void;
  /** Opens its page in the browser. */
  openPage?: (() => void) | undefined;
  /** The report that it opens. */
  report?: FoundReport;
};

/** Possible commands, connections, languages, and views. */
export function useKnownChoices(current: Connection | undefined): readonly Choice[] {
  return [...useCommandChoices(), ...useViewChoices(), ...useConnectionChoices(current), ...useLanguageChoices()];
}

function useCommandChoices(): Choice[] {
  const { i18n } = useLingui();
  const commands = useCommands();
  const keysOf = useKeysOf();
  return usePossibleCommands()
    .filter((name) => name !== "palette")
    .map((name) => {
      const { label, group }: Command = COMMANDS[name];
      const Icon = COMMAND_ICONS[name];
      return {
        id: name,
        label: i18n._(label),
        mark: <Icon size={16} aria-hidden />,
        keys: keysOf(name),
        section: group,
        run: () => commands.run(name),
      };
    });
}

function useConnectionChoices(current: Connection | undefined): Choice[] {
  const { t } = useLingui();
  const go = useGoTo();
  const nameOf = useConnectionName();
  const others = useConnections().filter(({ id }) => id !== current?.id);
  return others.map((connection) => {
    const name = nameOf(connection);
    return {
      id: `connection ${connection.id}`,
      label: t`Switch to ${name}`,
      mark: <Plug size={16} aria-hidden />,
      detail: withoutScheme(connection.base_url),
      section: "connections",
      run: () => go(reportsPath(connection.id)),
    };
  });
}

function useViewChoices(): Choice[] {
  const go = useGoTo();
  const { views, open } = useViews();
  return views
    .filter(({ id }) => id !== open?.id)
    .map((view) => ({
      id: `view ${view.id}`,
      label: view.name,
      mark: <Bookmark size={16} aria-hidden />,
      section: "views",
      run: () => go(placeOfView(view)),
    }));
}

function useLanguageChoices(): Choice[] {
  const { t } = useLingui();
  const [{ language }, save] = usePreferences();
  const all = [{ id: "system" as const, name: t`System language` }, ...LANGUAGES];
  return all
    .filter(({ id }) => id !== language)
    .map(({ id, name }) => ({
      id: `language ${id}`,
      label: name,
      mark: <Languages size={16} aria-hidden />,
      section: "languages",
      run: () => save({ language: id }),
    }));
}
