import { useLingui } from "@lingui/react/macro";
import { useCallback, useMemo, useState } from "react";
import { dayText, hasSeveralHosts } from "../../../components";
import type { Connection } from "../../../host/contract";
import { checkName, type Guide, useGuide } from "../../../shared/checks/guide";
import { isAmountLike } from "../../../shared/checks/value-text";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { labelWidth } from "../../../shared/lists/label-width";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import { useLayout } from "../../../shared/lists/use-layout";
import { type ListView, useViewOf } from "../../../shared/lists/use-list-view";
import type { CheckSortKey, ReportListSort } from "../../../shared/navigation/routes";
import { startOf } from "../../../shared/navigation/since";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { useReports } from "../context";
import {
  isCheckSort,
  isOfDuplicates,
  type ListedReport,
  listKeyOf,
  nameInSort,
  type ReportSearch,
  sortOf,
} from "../search";
import { checkColumnId, isCheckColumn, withoutHiddenChecks } from "./check-layout";
import {
  AROUND,
  type Around,
  BESIDE_PANEL,
  COLUMN_SORTS,
  columnOfCheck,
  columnsBy,
  foundValue,
  hasTrend,
  type ListFacts,
  type Render,
  type TrendOf,
} from "./columns";
import type { ReportList } from "./use-report-list";
import { useTrends } from "./use-trends";

/** Column order, from start to end. */
const ORDER = [
  "score",
  "address",
  "connection",
  "trend",
  "failed",
  "privacy",
  "project",
  "generated",
  "created",
  "changed",
  "seen",
  "gone",
  "id",
];

/** Columns of which only the library knows. */
const SAVED = ["changed", "seen"];

/** The dates that a list can be sorted by. */
const DATES = ["created", "changed", "generated"];

/** From here on, names of connections take room from URLs; and from there on, long ones are shown as a whole. */
const [ROOMY, WIDE] = [660, 1200];

/** A sort by the value of a check that is a column. */
export type ColumnCheckSort = { key: CheckSortKey; column: string; label: string; isOfTexts: boolean };

/** The columns of a report list; without scores if the service gives none (`field-notes.md` 3). */
export function useReportsView(
  connection: Connection | null,
  reports: ReportList,
): ListView<ListedReport> & { checkSorts: readonly ColumnCheckSort[]; trendOf: TrendOf } {
  const { list, rows, search } = reports;
  const guide = useGuide();
  const [{ checks }] = useLayout("reports");
  const scope = useScope(connection, reports);
  const { hasConnections, isInProject } = scope;
  const { hasTrends, trendOf, hadTrend } = useListedTrends(scope.connection, rows, checks);
  const drawn = useDrawnColumns(connection, reports, scope, trendOf);
  const { sort_by } = sortOf(search);
  const isByProject = sort_by === "project";
  const columns = useMemo(() => {
    const facts: ListFacts = { hasConnections, isInProject, isByProject, hasTrends, trendOf, hadTrend };
    return drawn.map(({ has, ...column }) => ({
      ...column,
      ...(has && { has: (row: ListedReport) => has(row, facts) }),
    }));
  }, [drawn, hasConnections, isInProject, isByProject, hasTrends, trendOf, hadTrend]);
  const order = useMemo(() => {
    const ofChecks = columns.map(({ id }) => id).filter(isCheckColumn);
    const end = ORDER.indexOf("failed") + 1;
    return [...ORDER.slice(0, end), ...ofChecks, ...ORDER.slice(end)];
  }, [columns]);
  // The list stays sorted by a check whose column was hidden.
  const sortable = [...(checks ?? []), ...(isCheckSort(sort_by) ? [nameInSort(sort_by)] : [])];
  const checkSorts = [...new Set(sortable)].map((name) => checkSortOf(name, guide, columns));
  const isPromised = (id: string) =>
    id !== "gone" &&
    (id !== "connection" || hasConnections) &&
    (id !== "trend" || hadTrend || !list.page) &&
    (id !== "project" || isByProject) &&
    (list.isOfLibrary || !SAVED.includes(id));
  const sorted =
    checkSorts.find(({ key }) => key === sort_by)?.column ??
    Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === sort_by);
  const view = useViewOf(reports, { name: "reports", columns, order, rows, sorted, isPromised });
  return { ...view, saveLayout: (layout) => view.saveLayout(withoutHiddenChecks(layout)), checkSorts, trendOf };
}

type Scope = Omit<Around, "open" | "askPrivacy">;

/** The scope of a list, by which its cells show more or less. */
function useScope(connection: Connection | null, { rows, search, width }: ReportList): Scope {
  const id = connection?.id ?? null;
  const hasConnections = useConnections().length > 1 && id === null;
  const isInProject = useProjectScope() !== null || search.project !== undefined;
  const hasTiles = hasConnections && width > 0 && width < BESIDE_PANEL;
  const hasHosts = useMemo(() => hasSeveralHosts(rows.map(({ address }) => address)), [rows]);
  const isSince = search.changed !== undefined;
  return useMemo(
    () => ({ connection: id, hasConnections, isInProject, hasTiles, hasHosts, isSince }),
    [id, hasConnections, isInProject, hasTiles, hasHosts, isSince],
  );
}

function useListedTrends(
  connection: string | null,
  rows: readonly ListedReport[],
  checks: readonly string[] | null | undefined,
): Pick<ListFacts, "hasTrends" | "trendOf" | "hadTrend"> {
  const trends = useTrends(connection, rows, checks);
  const trendOf = useCallback(
    (row: ListedReport) => trends.of[listKeyOf(row, connection === null)],
    [trends, connection],
  );
  return { hasTrends: trends.isRead, trendOf, hadTrend: useHadTrend(connection, rows, trendOf) };
}

/** True once a row of the connection's list had a trend: the column would come and go with each search. */
function useHadTrend(connection: string | null, rows: readonly ListedReport[], trendOf: TrendOf): boolean {
  const [had, setHad] = useState<string | null>();
  const isSeen = had === connection;
  if (!isSeen && rows.some((row) => hasTrend(row, trendOf(row)))) setHad(connection);
  return isSeen;
}

/** The columns by priority, as the list’s cells are drawn; which of them it has depends on its rows. */
function useDrawnColumns(connection: Connection | null, reports: ReportList, scope: Scope, trendOf: TrendOf) {
  const { t, i18n } = useLingui();
  const { search, open, width } = reports;
  const { ask } = useReports();
  const guide = useGuide();
  const sorts: Partial<Record<ReportListSort, boolean>> | undefined = connection?.generation.sorts;
  const checkColumns = useCheckColumns(reports, trendOf);
  const date = useLeadingDate(reports);
  const labels = useLabels(connection, search);
  const names = connectionRoom(useConnections().map(useConnectionName()), width);
  const leastRoom = roomOfPages(scope, checkColumns.length > 0, width);
  return useMemo(() => {
    const around: Around = {
      ...scope,
      open: (row) => open(listKeyOf(row, scope.connection === null)),
      askPrivacy: (row) => ask("privacy", row),
    };
    const drawnBy = (render: Render) => (row: ListedReport) => render(row, around);
    const ignored = t`This service can’t sort by this column.`;
    const ofChecks = checkColumns.map(({ name, isOfTexts }) => columnOfCheck(i18n, name, guide, isOfTexts));
    return columnsBy(date, ofChecks).map(({ label, narrow, render, has, ...column }) => {
      const sort = COLUMN_SORTS[column.id];
      return {
        ...column,
        label: typeof label === "string" ? label : i18n._(label),
        ...(column.id === "score" && { label: labels.score }),
        ...(column.id === "address" && { room: leastRoom }),
        ...(column.id === "connection" && names),
        ...(column.id === "trend" && { label: labels.change }),
        ...(sort && { allowsSorting: true, note: sorts?.[sort] === false ? ignored : undefined }),
        ...(isCheckColumn(column.id) && { allowsSorting: true }),
        ...(narrow && { narrow: { ...narrow, render: drawnBy(narrow.render ?? render) } }),
        render: drawnBy(render),
        has,
      };
    });
  }, [
    t,
    i18n,
    // Only the columns of checks need it.
    checkColumns.length > 0 && guide,
    JSON.stringify(checkColumns),
    open,
    ask,
    sorts,
    labels.score,
    labels.change,
    leastRoom,
    names.room,
    names.wish,
    date,
    scope,
  ]);
}

/** The least width of pages in pixels: up to a width that has room for two chosen checks, as little as beside a report. */
function roomOfPages({ hasConnections, isInProject }: Scope, hasChecks: boolean, width: number): number {
  if (hasChecks && width < 780) return 174;
  return hasConnections || isInProject || width < BESIDE_PANEL ? 240 : 300;
}

/** The checks that are columns, and whether texts were found rather than amounts. */
function useCheckColumns({ rows }: ReportList, trendOf: TrendOf) {
  const guide = useGuide();
  const [{ checks }] = useLayout("reports");
  const isText = (row: ListedReport, name: string) => {
    const value = foundValue(trendOf(row), name);
    return value !== null && !isAmountLike(value, guide.get(name)?.unit);
  };
  return (checks ?? []).map((name) => ({ name, isOfTexts: rows.some((row) => isText(row, name)) }));
}

/** The date whose column comes before those of other dates: the one that the rows are in order of. */
function useLeadingDate({ rows, search }: ReportList): string {
  const [{ hidden }] = useLayout("reports");
  const { sort_by } = sortOf(search);
  const hasDate = (id: string) =>
    !hidden.includes(id) &&
    (rows.length === 0 || rows.some((row) => (id === "created" ? row.created_at : row.known?.changed_at) != null));
  // Of one page, the latest created comes first, and stays if older ones are deleted.
  const order = isOfDuplicates(search) ? COLUMN_SORTS.created : sort_by;
  return DATES.find((id) => COLUMN_SORTS[id] === order && hasDate(id)) ?? "generated";
}

/** The heads of columns that depend on the list. */
function useLabels(connection: Connection | null, { changed, since }: ReportSearch) {
  const { t, i18n } = useLingui();
  const isSince = changed !== undefined;
  const start = isSince ? startOf(since ?? "last_time") : undefined;
  const day = start === undefined ? undefined : dayText(new Date(start), i18n);
  return {
    score: connection?.generation.rating === "word" ? t`Verdict` : t({ message: "Score", context: "column" }),
    change: day !== undefined ? t`Since ${day}` : isSince ? t({ message: "Change", context: "column" }) : t`Trend`,
  };
}

/** The column for the names of connections: its width in pixels, and that of the longest. */
function connectionRoom(names: readonly string[], width: number) {
  const wish = Math.max(...names.map(labelWidth)) + AROUND;
  return { room: width < ROOMY ? 130 : Math.min(150, Math.max(130, wish)), wish: width < WIDE ? 0 : wish };
}

function checkSortOf(name: string, guide: Guide, columns: readonly FittingColumn<ListedReport>[]): ColumnCheckSort {
  const column = checkColumnId(name);
  const key = guide.get(name)?.unit === "characters" ? `length:${name}` : `check:${name}`;
  const isOfTexts = columns.some(({ id, align }) => id === column && !align);
  return { key: key as CheckSortKey, column, label: checkName(guide, name), isOfTexts };
}
