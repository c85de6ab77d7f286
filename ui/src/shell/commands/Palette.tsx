import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { matchSorter } from "match-sorter";
import { useState } from "react";
import { CommandPalette, type PaletteEntry, type PaletteSection } from "../../components/overlays/CommandPalette";
import type { Connection } from "../../host/contract";
import { isPageAddress, withoutScheme } from "../../host/page-urls";
import { LANGUAGES } from "../../i18n";
import { useCommands, useKeysOf, usePossibleCommands } from "../../shared/commands/context";
import { COMMANDS, type Command } from "../../shared/commands/table";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { usePreferences } from "../../shared/data/preferences";
import { readAppLink } from "../../shared/navigation/app-links";
import { linkedPath, reportPath, reportsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useNewReport } from "../../shared/planning/new-report";
import { useViews } from "../../shared/views/use-views";
import { placeOfView } from "../../shared/views/view-place";
import { GROUP_NAMES, GROUPS } from "./groups";

type Choice = PaletteEntry & {
  /** The section that shows it before a search. */
  section: string;
  run: () => void;
};

export type PaletteProps = {
  current: Connection | undefined;
  /** Recent choices, newest first. */
  recent: readonly string[];
  /** Runs the choice once the palette has closed; `id` is set if it can be offered as recent. */
  onChoose: (run: () => void, id: string | null) => void;
  onClose: () => void;
};

/** Finds possible commands, connections, languages, and reports by URL or id. */
export function Palette({ current, recent, onChoose, onClose }: PaletteProps) {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useState("");
  const [commands, views] = [useCommandChoices(), useViewChoices()];
  const [connections, languages] = [useConnectionChoices(current), useLanguageChoices()];
  const typed = useTypedChoices(query.trim(), current);
  const known = [...commands, ...views, ...connections, ...languages];

  const titles: Record<string, string> = {
    recent: t`Recent`,
    ...Object.fromEntries(GROUP_NAMES.map((group) => [group, i18n._(GROUPS[group])])),
    views: t`Saved views`,
    connections: t`Connections`,
    languages: t`Language`,
  };
  const sectionsOf = (choices: readonly Choice[], ids: string[]): PaletteSection[] =>
    ids
      .map((id) => ({ id, title: titles[id] ?? "", entries: choices.filter(({ section }) => section === id) }))
      .filter(({ entries }) => entries.length > 0);

  const sections = (): PaletteSection[] => {
    if (query.trim() === "") {
      const last = recent.flatMap((id) => known.find((choice) => choice.id === id) ?? []);
      const others = known.filter(({ id }) => !recent.includes(id));
      const first = last.map((choice) => ({ ...choice, section: "recent" }));
      return sectionsOf([...first, ...others], Object.keys(titles));
    }
    const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    const found = matchSorter(known, query.trim(), {
      keys: ["label", ({ section }) => titles[section] ?? ""],
      // Recently used entries win ties.
      baseSort: (one, other) => rank(one.item.id) - rank(other.item.id),
    });
    return [
      { id: "typed", title: t`Reports`, entries: typed.filter(({ id }) => id !== SEARCH) },
      { id: "found", title: t`Commands`, entries: found },
      { id: "search", title: t`Search`, entries: typed.filter(({ id }) => id === SEARCH) },
    ].filter(({ entries }) => entries.length > 0);
  };

  const shown = sections();
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <CommandPalette
      aria-label={t`Search commands and reports, or paste a URL or ID`}
      query={query}
      onQuery={setQuery}
      sections={shown}
      empty={t`No results.`}
      count={t`${plural(count, { one: "# entry", other: "# entries" })}`}
      onChoose={(id) => {
        const choice = [...typed, ...known].find((candidate) => candidate.id === id);
        if (choice) onChoose(choice.run, choice.section === "typed" ? null : id);
      }}
      onClose={onClose}
    />
  );
}

function useCommandChoices(): Choice[] {
  const { i18n } = useLingui();
  const commands = useCommands();
  const keysOf = useKeysOf();
  return usePossibleCommands()
    .filter((name) => name !== "palette")
    .map((name) => {
      const { label, group }: Command = COMMANDS[name];
      return { id: name, label: i18n._(label), keys: keysOf(name), section: group, run: () => commands.run(name) };
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
      section: "languages",
      run: () => save({ language: id }),
    }));
}

/** Report search matches any text, so it comes last. */
const SEARCH = "typed search";

/** Actions for a typed URL, link, id, or other text. */
function useTypedChoices(text: string, current: Connection | undefined): Choice[] {
  const { t } = useLingui();
  const go = useGoTo();
  const navigate = useNavigate();
  const { ask } = useNewReport();
  const connections = useConnections();
  if (text === "") return [];
  const choice = (id: string, label: string, run: () => void): Choice => ({ id, label, section: "typed", run });
  const open = (id: string, connection: string) =>
    choice("typed open", t`Open report ${id}`, () => go(reportPath(connection, id)));
  const report = readAppLink(text);
  if (report) return linkedPath({ kind: "report", report }, connections) ? [open(report.id, report.connection)] : [];
  if (!current || !ask) return [];
  const search = (term: string, id = SEARCH) =>
    choice(id, t`Search reports for “${term}”`, () => {
      void navigate({ to: "/c/$connection/reports", params: { connection: current.id }, search: { search: term } });
    });

  const link = `${current.base_url}/reports/`;
  if (text.startsWith(link)) {
    const id = decoded(text.slice(link.length).split(/[/?#]/)[0] ?? "");
    return id === "" ? [] : [open(id, current.id)];
  }
  if (isPageAddress(text)) {
    const create = choice("typed new", t`New report for ${text}`, () => ask(text));
    return [search(withoutScheme(text), "typed find"), create];
  }
  // Report ids vary by service: most have digits, none has spaces.
  const isId = /^\S{1,100}$/.test(text) && /\d/.test(text);
  return isId ? [open(text, current.id), search(text)] : [search(text)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
