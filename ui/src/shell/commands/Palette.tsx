import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouterState } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { matchSorter, rankings } from "match-sorter";
import { useState } from "react";
import { Button as RawButton } from "react-aria-components";
import { AddressText, Keys, Stamp, useIsSlow } from "../../components";
import {
  CommandPalette,
  type PaletteEntry,
  type PaletteInput,
  type PaletteSection,
} from "../../components/overlays/CommandPalette";
import type { Connection } from "../../host/contract";
import { useCommands, useKeyContext } from "../../shared/commands/context";
import { commandsOf, keysFor } from "../../shared/commands/key-bindings";
import { useConnections } from "../../shared/data/connection";
import { isOfAll } from "../../shared/navigation/routes";
import { GROUP_NAMES, GROUPS } from "./groups";
import styles from "./Palette.module.css";
import { type Recent, recentOf } from "./recents";
import { type FoundReport, searchOf, useFound, useRecentReports } from "./use-found";
import { type Choice, useKnownChoices } from "./use-known-choices";
import { useReportChoices } from "./use-report-choices";
import { useProjectCommands, useThings } from "./use-things";
import { useTypedChoices } from "./use-typed-choices";

/** Recent entries shown before a search, and views that match one. */
const [MAX_RECENT, MAX_VIEWS] = [6, 3] as const;

const NOTHING: PaletteInput = { query: "", active: null };

export type PaletteProps = {
  current: Connection | undefined;
  /** Newest first. */
  recents: readonly Recent[];
  /** Runs the choice once the palette has closed; `id` is set if it can be offered as recent. */
  onChoose: (run: () => void, id: string | null) => void;
  onClose: () => void;
};

/** Finds reports, projects, views, commands, connections, and languages; then actions of a report. */
export function Palette({ current, recents, onChoose, onClose }: PaletteProps) {
  const { t } = useLingui();
  const [input, setInput] = useState<PaletteInput>(NOTHING);
  const [of, setOf] = useState<{ report: FoundReport; before: PaletteInput } | null>(null);
  const isAll = useRouterState({ select: ({ location }) => isOfAll(location.href) });
  const connections = useConnections().filter(({ id }) => isAll || id === current?.id);
  const actionsOf = useReportChoices(connections, isAll);
  const typed = (of?.before ?? input).query.trim();
  const { sections: found, isSearching } = useSections(typed, { current, connections, isAll, recents });
  const isSlow = useIsSlow(isSearching);
  const [commands, keyContext] = [useCommands(), useKeyContext()];

  const query = input.query.trim();
  const actions = of && actionsOf(of.report);
  const named = actions && (query === "" ? actions : matches(actions, query, []));
  const sections = named ? sectionsOf(named, { actions: t`Actions` }) : found;
  const choices = sections.flatMap(({ entries }) => entries);
  const choiceOf = (id: string) => choices.find((choice) => choice.id === id);
  const count = choices.length;
  const address = of?.report.row.address ?? "";

  function choose({ id, run, openPage, section }: Choice, isOther: boolean) {
    if (isOther) return openPage && onChoose(openPage, null);
    onChoose(run, UNKEPT.includes(section) ? null : id);
  }

  return (
    <CommandPalette
      aria-label={of ? t`Actions for ${address}` : t`Search commands and reports, or paste a URL or ID`}
      placeholder={of ? t`Search actions` : t`Search commands and reports, or paste a URL or ID`}
      mark={of ? <Subject {...of.report} /> : <Search size={20} aria-hidden />}
      input={input}
      onInput={setInput}
      sections={sections}
      isSearching={isSearching && !of}
      empty={of || !isSearching ? t`No results.` : isSlow && t`Searching…`}
      count={
        of
          ? t`${plural(count, { one: "# action", other: "# actions" })} for ${address}`
          : isSearching
            ? ""
            : t`${plural(count, { one: "# entry", other: "# entries" })}`
      }
      hints={(entry, onActions) => (
        <Hints
          entry={entry}
          canOpenPage={choiceOf(entry.id)?.openPage !== undefined}
          isAction={!!of}
          onActions={onActions}
        />
      )}
      onChoose={(id, isOther) => {
        const choice = choiceOf(id);
        if (choice) choose(choice, isOther);
      }}
      onActions={(id) => {
        const report = choiceOf(id)?.report;
        if (!report) return;
        setOf({ report, before: { ...input, active: id } });
        setInput(NOTHING);
      }}
      onBack={
        of &&
        (() => {
          setInput(of.before);
          setOf(null);
        })
      }
      onShortcut={(event) => {
        const isHeld = event.ctrlKey || event.metaKey;
        if (isHeld && commandsOf(event, keyContext).includes("shortcuts"))
          onChoose(() => commands.run("shortcuts"), null);
      }}
      onClose={onClose}
    />
  );
}

/** Sections whose entries aren't added to the recent ones; reports and projects are when they are opened. */
const UNKEPT: readonly string[] = ["reports", "projects", "link", "id", "commands", "actions"];

type Section = PaletteSection & { entries: readonly Choice[] };

function sectionsOf(choices: readonly Choice[], titles: Readonly<Record<string, string>>): Section[] {
  return Object.entries(titles)
    .map(([id, title]) => ({ id, title, entries: choices.filter(({ section }) => section === id) }))
    .filter(({ entries }) => entries.length > 0);
}

type Scope = {
  current: Connection | undefined;
  connections: readonly Connection[];
  isAll: boolean;
  recents: readonly Recent[];
};

/** Reports, projects, and views that a text finds, before commands; without a text, recent entries before the others. */
function useSections(text: string, { current, connections, isAll, recents }: Scope) {
  const { t, i18n } = useLingui();
  const known = useKnownChoices(current);
  const typed = useTypedChoices(text, current, isAll);
  const found = useFound(text, connections, isAll);
  const projectCommands = useProjectCommands();
  const { reportChoice, toldApart, foundProject, ...things } = useThings(connections, isAll);
  const lately = useRecentChoices(recents, { connections, known, reportChoice, ...things });

  if (text === "") {
    const others = known.filter(({ id }) => !lately.some((recent) => recent.id === id));
    const sections = sectionsOf(toldApart([...lately, ...others]), {
      recent: t`Recent`,
      ...Object.fromEntries(GROUP_NAMES.map((group) => [group, i18n._(GROUPS[group])])),
      views: t`Saved views`,
      connections: t`Connections`,
      languages: t`Language`,
    });
    return { sections, isSearching: false };
  }

  const search = searchOf(text);
  const matching = matches(known, text, recents);
  const views = matching.filter(({ section }) => section === "views").slice(0, MAX_VIEWS);
  const commands = matching.filter(({ section }) => section !== "views");
  const [project] = found.projects;
  const inSection = (section: string) => typed.filter((choice) => choice.section === section);
  const all = [
    {
      id: "reports",
      entries: [
        ...inSection("link"),
        ...toldApart(found.reports.map((one) => reportChoice(one, search))),
        ...inSection("id"),
      ],
    },
    { id: "projects", entries: found.projects.map(foundProject) },
    { id: "views", entries: views },
    { id: "commands", entries: [...commands, ...(project ? projectCommands(project) : []), ...inSection("commands")] },
  ];
  const titles: Record<string, string> = {
    reports: t`Reports`,
    projects: t`Projects`,
    views: t`Saved views`,
    commands: t`Commands`,
  };
  const sections = all
    .map(({ id, entries }): Section => ({ id, title: titles[id] ?? "", entries }))
    .filter(({ entries }) => entries.length > 0);
  return { sections, isSearching: found.isSearching };
}

/** Choices that contain the text, or else its letters; recent ones win ties. */
function matches(known: readonly Choice[], text: string, recents: readonly Recent[]): Choice[] {
  const rank = (id: string) => {
    const at = recents.findIndex((recent) => recent.id === id);
    return at < 0 ? recents.length : at;
  };
  const options = {
    keys: ["label"],
    baseSort: (one: { item: Choice }, other: { item: Choice }) => rank(one.item.id) - rank(other.item.id),
  };
  const containing = matchSorter(known, text, { ...options, threshold: rankings.CONTAINS });
  return containing.length > 0 ? containing : matchSorter(known, text, options);
}

type Sources = Pick<ReturnType<typeof useThings>, "reportChoice" | "projectChoice"> & {
  connections: readonly Connection[];
  known: readonly Choice[];
};

/** The recent entries of these connections, without the present one. */
function useRecentChoices(recents: readonly Recent[], sources: Sources): Choice[] {
  const { connections, known, reportChoice, projectChoice } = sources;
  const here = useRouterState({ select: (state) => recentOf(state)?.id });
  const shown = recents
    .filter((recent) => {
      if (recent.id === here) return false;
      if (recent.kind === "choice") return known.some(({ id }) => id === recent.id);
      return connections.some(({ id }) => id === recent.connection);
    })
    .slice(0, MAX_RECENT);
  const reports = useRecentReports(shown).map((report) => reportChoice(report, ""));
  return shown
    .flatMap((recent) => {
      if (recent.kind === "project") return projectChoice(recent.connection, recent.project);
      return [...known, ...reports].find(({ id }) => id === recent.id) ?? [];
    })
    .map((choice) => ({ ...choice, section: "recent" }));
}

/** The report whose actions are shown. */
function Subject({ row: { score, verdict, address } }: FoundReport) {
  return (
    <span className={styles.subject}>
      <Stamp score={score} verdict={verdict} />
      <span className={styles.address} dir="ltr">
        <AddressText address={address} />
      </span>
    </span>
  );
}

type HintsProps = { entry: PaletteEntry; canOpenPage: boolean; isAction: boolean; onActions: () => void };

function Hints({ entry: { hasActions }, canOpenPage, isAction, onActions }: HintsProps) {
  const keyContext = useKeyContext();
  const [openPage] = keysFor("open_page", keyContext);
  const shortcuts = keysFor("shortcuts", keyContext).at(-1);
  return (
    <>
      <span>
        <Keys keys="enter" /> {hasActions ? <Trans>View report</Trans> : <Trans>Run</Trans>}
      </span>
      {canOpenPage && openPage && (
        <span>
          <Keys keys={openPage} /> <Trans>Open page</Trans>
        </span>
      )}
      {hasActions && (
        <RawButton excludeFromTabOrder preventFocusOnPress onPress={onActions}>
          <Keys keys="tab" /> <Trans>Actions</Trans>
        </RawButton>
      )}
      {isAction ? (
        <span>
          <Keys keys="escape" /> <Trans>Back</Trans>
        </span>
      ) : (
        shortcuts && (
          <span>
            <Keys keys={shortcuts} /> <Trans>Shortcuts</Trans>
          </span>
        )
      )}
    </>
  );
}
