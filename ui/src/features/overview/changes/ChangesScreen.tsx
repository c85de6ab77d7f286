import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CalendarDays, CheckCheck, GitCompareArrows } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import {
  Button,
  DateText,
  EmptyState,
  MenuItem,
  MenuSeparator,
  SegmentedFilter,
  Select,
  type TableProps,
  Toolbar,
  ToolbarFields,
  Tooltip,
  toast,
  useIsFolded,
} from "../../../components";
import pager from "../../../components/tables/Pager.module.css";
import { problemOf, useHost } from "../../../host";
import type { Changes, LibraryQuery, LibraryRow } from "../../../host/contract";
import { totalOfChanges } from "../../../shared/data/changes";
import { useConnection, useConnectionName, useConnections } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { useCompleteAt, useSync } from "../../../shared/data/sync";
import { MoreFailed } from "../../../shared/lists/endless/MoreFailed";
import { MAX_ROWS, type MoreRows, useEndless } from "../../../shared/lists/endless/use-endless";
import { type KeepOptions, useKeepPlace, useKeptPlace } from "../../../shared/lists/endless/use-kept-place";
import { ListScreen } from "../../../shared/lists/ListScreen";
import { ListSearch } from "../../../shared/lists/ListSearch";
import { ListTable } from "../../../shared/lists/ListTable";
import { askForPage, useLibraryList } from "../../../shared/lists/library-list";
import { RowNotices } from "../../../shared/lists/RowNotices";
import { LibraryAge } from "../../../shared/lists/SavedCopyAge";
import { SavedProjectFilter } from "../../../shared/lists/SavedProjectFilter";
import { type List, laterOf } from "../../../shared/lists/use-list";
import { MomentsDialog } from "../../../shared/moments/MomentsDialog";
import { MomentsItem } from "../../../shared/moments/MomentsItem";
import { useDaysOption, useMomentOptions } from "../../../shared/moments/use-since-options";
import {
  changesPath,
  comparisonPath,
  momentsPath,
  projectPath,
  reportPath,
  searchString,
} from "../../../shared/navigation/routes";
import { compact } from "../../../shared/navigation/search-params";
import { readSince, type SinceParam } from "../../../shared/navigation/since";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { PROBLEMS } from "../../../shared/problems";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { KnownPart } from "../../../shared/sync/KnownPart";
import { ViewMenu } from "../../../shared/views/ViewMenu";
import { periodOf } from "./change-period";
import { useChangesView, useFoldedText } from "./changes-columns";
import { CHANGES, type ChangesSearch, readChangesSearch, toQuery } from "./changes-search";
import { type ChangesRow, foldNew } from "./fold-new";
import { useChangeWords } from "./use-change-words";

const NO_ROWS: ChangesRow[] = [];

/** Reports that improved, worsened, appeared, or were removed since a time, from saved data. */
export function ChangesScreen(): ReactNode {
  const { t } = useLingui();
  const current = useConnection();
  const { id: connection } = current;
  const connectionName = useConnectionName()(current);
  const [preferences] = usePreferences();
  const search = readChangesSearch(useSearch({ strict: false }));
  const { since = "last_time", change } = search;
  const go = useGoTo();
  const sync = useSync(connection);
  const [isNaming, setNaming] = useState(false);
  const words = useChangeWords();
  const textOfFolded = useFoldedText();
  const name = change ? words[change] : t`Changes`;
  const project = useProjectScope()?.project;
  const named = project ?? connectionName;
  const limits = { project: project ?? search.project, search: search.search };
  const query = toQuery(connection, search, preferences, project);
  const { list, more, counts, keep } = useChanges(query);
  const isLimited = limits.project !== undefined || limits.search !== undefined;
  const path = project === undefined ? changesPath(connection) : projectPath(connection, project, "changes");
  const total = (list.isCurrent && list.page?.total) || 0;
  const listed = list.page?.rows ?? NO_ROWS;
  const rows = useMemo(() => (change === "new" ? listed : foldNew(listed)), [listed, change]);
  const turn = (wanted: ChangesSearch, replace = false) =>
    go(`${path}${searchString({ ...search, ...wanted })}`, { replace });
  const open = useOpen(connection, project, rows, search);
  const placeOfCheck = useCallback(
    ({ row, change: changed }: LibraryRow, check: string) =>
      reportPath(connection, row.id, { ...(changed && { changed: changed.kind, since }), check }, project),
    [connection, since, project],
  );
  const view = useChangesView({ rows, since: counts?.since ?? null, onOpen: open, placeOfCheck });
  useKeepPlace({ ...keep, area: view.element });

  return (
    <ListScreen
      title={t`Changes`}
      part={<Basis connection={connection} since={counts?.since ?? null} of={since} />}
      actions={since === "last_time" && !isLimited && change === undefined && total > 0 && <MarkSeen />}
      toolbar={
        <Toolbar>
          <ListSearch
            aria-label={t`Search URLs`}
            value={search.search}
            onChange={(text) => turn({ search: text }, true)}
          />
          <ChangeFilter change={change} counts={counts} onChange={turn} />
          <ToolbarFields>
            {project === undefined && (
              <SavedProjectFilter
                isBare
                connection={connection}
                project={search.project}
                onChange={(chosen) => turn({ project: chosen })}
              />
            )}
            <SinceSelect since={since} onChange={turn} />
          </ToolbarFields>
          <ViewMenu
            hasRows
            what={total === 0 ? null : { of: { kind: "library", query }, name: t`Changes – ${named}`, total }}
          >
            <MenuItem
              icon={GitCompareArrows}
              label={t`Compare moments`}
              onAction={() => go(momentsPath(connection, compact({ ...limits, from: since })))}
            />
            <MomentsItem onAction={() => setNaming(true)} />
            <MenuSeparator />
          </ViewMenu>
          {isNaming && <MomentsDialog onClose={() => setNaming(false)} />}
        </Toolbar>
      }
      list={list}
      announcement={list.isCurrent && <Plural value={total} one={`${name}: # report`} other={`${name}: # reports`} />}
      notices={<RowNotices list={list} />}
      view={view}
      onReload={() => sync.start("light")}
      footer={<Footer rows={listed} total={total} counts={change === undefined ? counts : undefined} more={more} />}
    >
      <ListTable<ChangesRow>
        aria-label={t`Changes`}
        view={view}
        // Folded rows of other pages can’t be counted.
        page={list.page && { ...list.page, rows, total: list.page.has_next ? null : rows.length }}
        more={more}
        idOf={({ row }) => row.id}
        rowLabel={({ row, folded }) => (folded ? textOfFolded(folded) : row.address)}
        hasTwoLines
        {...usePeriods(list.page)}
        onOpen={open}
        isStale={list.isStale}
        empty={<NoChanges isFirstTime={since === "last_time" && counts?.since === null} onChange={turn} />}
      />
    </ListScreen>
  );
}

/** Opens a changed report, with the comparison if the library has both states, or lists new ones. */
function useOpen(
  connection: string,
  project: string | undefined,
  rows: readonly ChangesRow[],
  { since = "last_time", search }: ChangesSearch,
): (id: string) => void {
  const go = useGoTo();
  return useCallback(
    (id) => {
      const row = rows.find((each) => each.row.id === id);
      const filter = row?.change ? { changed: row.change.kind, since } : {};
      const reasons = row?.change?.reasons;
      if (row?.folded) {
        const path = project === undefined ? changesPath(connection) : projectPath(connection, project, "changes");
        const only = project === undefined ? row.row.project : null;
        go(`${path}${searchString({ since, change: "new", search, project: only })}`);
        return;
      }
      if (reasons) go(comparisonPath(connection, id, reasons, filter, project));
      else go(reportPath(connection, id, filter, project));
    },
    [go, connection, project, rows, since, search],
  );
}

type BasisProps = { connection: string; since: string | null; of: SinceParam };

/** The time since which changes count, and the part of all reports they are of. */
function Basis({ connection, since, of }: BasisProps) {
  const isInProject = useProjectScope() !== null;
  const isExact = of === "last_time" || of === "last_sync";
  return (
    <>
      {/* In a project, a line of its own for a day would say little more than the choice. */}
      {since !== null && (isExact || !isInProject) && (
        <span>
          <Trans>
            Since <DateText value={since} form={isExact ? "exact" : "date"} />
          </Trans>
        </span>
      )}
      <KnownPart connection={connection} />
    </>
  );
}

type ListedChanges = {
  list: List<LibraryRow>;
  more: MoreRows;
  counts: Changes | undefined;
  keep: Omit<KeepOptions, "area">;
};

const NONE_SELECTED: readonly string[] = [];

/** The changed reports, and how many there are of each change. */
function useChanges(query: LibraryQuery): ListedChanges {
  const host = useHost();
  const asked = JSON.stringify(query);
  const { key, kept } = useKeptPlace(asked);
  const first = useLibraryList(query);
  const { list, more, count } = useEndless({
    list: first,
    query: asked,
    idOf: ({ row }) => row.id,
    ask: (page) => askForPage(host, page > 1 ? { ...query, page } : query),
    initially: kept?.pages ?? 1,
  });
  const isLoaded = list.page !== undefined && list.isCurrent && !more.isLoading;
  return {
    list,
    more,
    counts: first.data?.changes ?? undefined,
    keep: { key, kept, query: asked, isLoaded, pages: count, selected: NONE_SELECTED },
  };
}

/** The headings of periods, with how many changes each has; not of the last one while it may have others. */
function usePeriods(page: List<LibraryRow>["page"]): Pick<TableProps<LibraryRow>, "groupOf" | "groupNoteOf"> {
  const { t, i18n } = useLingui();
  const groupOf = useCallback(({ change, seen_at }: LibraryRow) => periodOf(i18n, change?.at ?? seen_at).name, [i18n]);
  const totals = useMemo(() => {
    const counted = new Map<string, number>();
    // The last period may have more, and counts of the others alone would read as if it had none.
    const periods = page && !page.has_next ? page.rows.map(groupOf) : [];
    for (const period of periods) counted.set(period, (counted.get(period) ?? 0) + 1);
    return counted;
  }, [page, groupOf]);
  const groupNoteOf = (period: string) => {
    const total = totals.get(period);
    // The footer has that of a single period.
    return total === undefined || totals.size === 1
      ? undefined
      : t`${plural(total, { one: "# change", other: "# changes" })}`;
  };
  return { groupOf, groupNoteOf };
}

type FooterProps = {
  rows: readonly LibraryRow[];
  total: number;
  /** How many there are of each kind, if all are listed. */
  counts: Changes | undefined;
  more: MoreRows;
};

/** How many changes there are and how old their rows, below why the next ones are missing. */
function Footer({ rows, total, counts, more }: FooterProps) {
  const { i18n } = useLingui();
  // The service shows removed reports no longer.
  const [seenAt] = rows.flatMap(({ change, seen_at }) => (change?.kind === "gone" ? [] : seen_at)).sort();
  const { id: connection } = useConnection();
  const age = laterOf(seenAt ?? null, useCompleteAt(connection));
  const most = i18n.number(MAX_ROWS);
  return (
    <>
      {more.problem && <MoreFailed problem={more.problem} onRetry={more.retry} />}
      <footer className={pager.pager}>
        <span className={pager.range}>
          {total > 0 && (
            <span>
              <Plural value={total} one="# change" other="# changes" />
            </span>
          )}
          {more.isFull && (
            <span className={pager.note}>
              <Trans>Showing the first {most}. Use filters to see the rest.</Trans>
            </span>
          )}
        </span>
        {total > 0 && counts && <Kinds counts={counts} />}
        {total > 0 && age !== null && <LibraryAge at={age} connection={connection} />}
      </footer>
    </>
  );
}

function Kinds({ counts }: { counts: Changes }) {
  const { i18n } = useLingui();
  const [worse, better, added, removed] = CHANGES.map((kind) => i18n.number(counts[kind]));
  return (
    <span className={pager.details}>
      <span>
        <span aria-hidden>·</span>
        <span>
          <Trans>
            {worse} worse, {better} better, {added} new, {removed} removed
          </Trans>
        </span>
      </span>
    </span>
  );
}

type ChangeFilterProps = {
  change: ChangesSearch["change"];
  counts: Changes | undefined;
  onChange: (wanted: ChangesSearch) => void;
};

function ChangeFilter({ change, counts, onChange }: ChangeFilterProps) {
  const { t } = useLingui();
  const words = useChangeWords();
  return (
    <SegmentedFilter
      aria-label={t`Change`}
      options={[
        { value: "all", label: t`All`, count: counts && totalOfChanges(counts) },
        ...CHANGES.map((value) => ({ value, label: words[value], count: counts?.[value] })),
      ]}
      value={change ?? "all"}
      onChange={(value) => onChange({ change: CHANGES.find((each) => each === value) })}
    />
  );
}

function SinceSelect({ since, onChange }: { since: SinceParam; onChange: (wanted: ChangesSearch) => void }) {
  const { t } = useLingui();
  const moments = useMomentOptions(since);
  const isFolded = useIsFolded("words");
  const optionOf = useDaysOption();
  return (
    <Select
      aria-label={t`Since`}
      {...(!isFolded && { icon: CalendarDays })}
      isQuiet
      options={[
        { value: "last_time", label: t`Last session` },
        { value: "last_sync", label: t`Last sync` },
        ...[7, 30, 365].map(optionOf),
        ...(typeof since === "number" && ![7, 30, 365].includes(since) ? [optionOf(since)] : []),
        ...moments,
      ]}
      value={String(since)}
      onChange={(value) => onChange({ since: readSince(value) ?? Number(value) })}
    />
  );
}

/** Counts changes of all connections from now on. */
function MarkSeen() {
  const { t, i18n } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const connections = useConnections();
  const { mutate, isPending } = useMutation({
    mutationFn: () => host.call("changes_mark_seen", null),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.library.all() });
      void queries.invalidateQueries({ queryKey: keys.allUnseen() });
    },
    onError: (thrown) => {
      const { title } = PROBLEMS[problemOf(thrown).code];
      toast({ tone: "error", title: t`Couldn’t mark as seen`, description: i18n._(title) });
    },
  });
  const button = (
    <Button variant="quiet" icon={CheckCheck} isPending={isPending} onPress={() => mutate()}>
      <Trans>Mark all as seen</Trans>
    </Button>
  );
  return connections.length > 1 ? <Tooltip text={t`All connections`}>{button}</Tooltip> : button;
}

type NoChangesProps = { isFirstTime: boolean; onChange: (wanted: ChangesSearch) => void };

function NoChanges({ isFirstTime, onChange }: NoChangesProps) {
  if (isFirstTime) {
    return (
      <EmptyState
        drawing="changes"
        title={<Trans>Nothing to compare yet</Trans>}
        action={
          <Button onPress={() => onChange({ since: 7 })}>
            <Trans>Show last 7 days</Trans>
          </Button>
        }
      >
        <Trans>Next time you open Assay, you’ll see what changed in between.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="changes" title={<Trans>No changes</Trans>}>
      <Trans>No such changes since then. Sync to get the latest.</Trans>
    </EmptyState>
  );
}
