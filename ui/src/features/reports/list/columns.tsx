import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { VisuallyHidden } from "react-aria-components";
import {
  AddressText,
  DateText,
  Delta,
  dayText,
  LinkCell,
  MutedCell,
  PrivacyMark,
  Sparkline,
  Stamp,
  splitAddress,
  Tile,
  useVerdictWords,
  VerdictMark,
} from "../../../components";
import cells from "../../../components/tables/cells.module.css";
import type { CheckValue, Connection, ReportRow } from "../../../host/contract";
import { createRequiredContext } from "../../../required-context";
import { checkName, type Guide, useGuide } from "../../../shared/checks/guide";
import { isAmountLike, valueText } from "../../../shared/checks/value-text";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { scoreBefore } from "../../../shared/data/score-before";
import { labelWidth } from "../../../shared/lists/label-width";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import { useLayout } from "../../../shared/lists/use-layout";
import { type ListView, useViewOf } from "../../../shared/lists/use-list-view";
import type { CheckSortKey, ReportListSort } from "../../../shared/navigation/routes";
import { startOf } from "../../../shared/navigation/since";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { useDeletions } from "../../../shared/unsaved/deletions";
import { useReports } from "../context";
import { PrivacyButton } from "../PrivacyButton";
import { isCheckSort, type ListedReport, listKeyOf, nameInSort, sortOf } from "../search";
import { checkColumnId, isCheckColumn, withoutHiddenChecks } from "./check-layout";
import styles from "./columns.module.css";
import type { ReportList } from "./use-report-list";
import { type ListedTrend, useTrends } from "./use-trends";

export const COLUMN_SORTS: Record<string, ReportListSort> = {
  address: "url",
  score: "result",
  generated: "generated_at",
  created: "id",
  project: "project",
  changed: "changed",
};

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

/** Facts of a list that its cells need. */
type Around = {
  /** The list's connection; `null` for all. */
  connection: string | null;
  /** The list is of several connections. */
  hasConnections: boolean;
  /** The list is of one project. */
  isInProject: boolean;
  /** A page has the tile of its connection before it, whose column has no room. */
  hasTiles: boolean;
  /** Changes count from a chosen time. */
  isSince: boolean;
  open: (row: ListedReport) => void;
  askPrivacy: (row: ListedReport) => void;
};

/** Facts by which columns are chosen. */
type ListFacts = Pick<Around, "hasConnections" | "isInProject"> & {
  /** The list is sorted by project. */
  isByProject: boolean;
  hasTrends: boolean;
  trendOf: TrendOf;
  /** Rows of this list had a trend, though these may have none. */
  hadTrend: boolean;
};

type TrendOf = (row: ListedReport) => ListedTrend | undefined;

const [Provider, useTrendOf] = createRequiredContext<TrendOf>("Trends");

/** True if the score or verdict of a report is known to have been another before. */
function hasTrend({ known }: ListedReport, trend: ListedTrend | undefined): boolean {
  return (trend?.scores.length ?? 0) > 1 || (known != null && known.verdict_before !== null);
}

/** True once a row of the connection's list had a trend: the column would come and go with each search. */
function useHadTrend(connection: string | null, rows: readonly ListedReport[], trendOf: TrendOf): boolean {
  const [had, setHad] = useState<string | null>();
  const isSeen = had === connection;
  if (!isSeen && rows.some((row) => hasTrend(row, trendOf(row)))) setHad(connection);
  return isSeen;
}

/** Gives cells the trends of their rows: new columns would redraw all rows. */
export const TrendProvider = Provider;

type ReportColumn = Omit<FittingColumn<ListedReport>, "label" | "has" | "render"> & {
  label: MessageDescriptor | string;
  has?: (row: ListedReport, facts: ListFacts) => boolean;
  render: (row: ListedReport, around: Around) => ReactNode;
};

/** The part of a column for a field that the service may leave out, or word in an unknown way. */
const ofField = <Field extends "generated_at" | "created_at" | "privacy">(
  field: Field,
  render: (value: ReportRow[Field], row: ListedReport, around: Around) => ReactNode,
): Pick<ReportColumn, "has" | "render"> => ({
  has: (row) => row[field] !== null || row.odd.some((odd) => odd.field === field),
  render: (row, around) => (
    <Known row={row} fields={[field]} value={row[field]}>
      {render(row[field], row, around)}
    </Known>
  ),
});

/** The list is as wide as this beside an open report, where scores stay. */
const BESIDE_PANEL = 480;

/** From here on, URLs take room from other columns. */
const ROOMY = 660;

/** From here on, pages leave room for whole names of projects. */
const WIDE = 1200;

/** The room of a date, so that the columns before it stay in place whichever date it is. */
const DATE = { room: 118, narrow: { below: BESIDE_PANEL, room: 110 }, align: "end" } as const;

/** The dates that a list can be sorted by. */
const DATES = ["created", "changed", "generated"];

/** The width of a connection’s tile before a page, in pixels. */
const TILE = 30;

/** The padding of a value, and air, in pixels. */
const AROUND = 26;

/** The column for the names of connections: its width in pixels, and that of the longest. */
function connectionRoom(names: readonly string[], width: number) {
  const wish = Math.max(...names.map(labelWidth)) + AROUND;
  return { room: width < ROOMY ? 130 : Math.min(180, Math.max(130, wish)), wish };
}

/** All columns by priority: without room, the last ones are dropped. */
const COLUMNS: readonly ReportColumn[] = [
  {
    id: "address",
    label: msg`Page`,
    room: 240,
    narrow: { below: BESIDE_PANEL, room: 174 },
    minWidth: 140,
    isRowHeader: true,
    render: (row, { open, isInProject, hasTiles }) => {
      const connection = hasTiles ? row.known?.connection : undefined;
      return (
        <>
          {connection !== undefined && <ConnectionTile id={connection} />}
          <LinkCell dir="ltr" title={row.url ?? row.address} onPress={() => open(row)}>
            <AddressText
              address={row.address}
              isWithoutHost={isInProject}
              indent={connection === undefined ? 0 : TILE}
            />
          </LinkCell>
        </>
      );
    },
  },
  {
    id: "score",
    label: msg({ message: "Score", context: "column" }),
    room: 50,
    isKept: true,
    render: (row) => (
      <Known row={row} fields={["result", "score"]} value={row.verdict}>
        <Stamp score={row.score} verdict={row.verdict} />
      </Known>
    ),
  },
  {
    id: "generated",
    label: msg`Last checked`,
    ...DATE,
    ...ofField("generated_at", (time) => <DateText value={time} />),
  },
  {
    id: "connection",
    label: msg`Connection`,
    room: 130,
    has: (_, { hasConnections }) => hasConnections,
    render: ({ known }) => known && <ConnectionName id={known.connection} />,
  },
  {
    id: "gone",
    label: msg`Removed`,
    ...DATE,
    has: ({ known }) => known != null && known.gone_at !== null,
    render: ({ known }) => <DateText value={known?.gone_at ?? null} />,
  },
  {
    id: "trend",
    label: msg`Last change`,
    room: 112,
    has: (row, { hasTrends, trendOf, hadTrend }) => !hasTrends || hadTrend || hasTrend(row, trendOf(row)),
    render: (row, { isSince }) => <Course row={row} isSince={isSince} />,
  },
  {
    id: "privacy",
    label: msg`Privacy`,
    room: 116,
    ...ofField("privacy", (privacy, row, { connection, askPrivacy }) =>
      connection === null || row.known?.gone_at ? (
        <PrivacyMark privacy={privacy} />
      ) : (
        <Privacy row={row} connection={connection} onPress={() => askPrivacy(row)} />
      ),
    ),
  },
  {
    id: "failed",
    label: msg({ message: "Failed", context: "checks" }),
    room: 76,
    align: "end",
    has: (row, { hasTrends, trendOf }) => !hasTrends || trendOf(row)?.failed != null,
    render: (row) => <Failed row={row} />,
  },
  {
    id: "created",
    label: msg`Created`,
    ...DATE,
    narrow: { below: BESIDE_PANEL, room: 96 },
    ...ofField("created_at", (time) => <DateText value={time} />),
  },
  {
    id: "project",
    label: msg`Project`,
    room: 220,
    narrow: { below: WIDE, room: 166 },
    // Most projects are named after the host, which the page says already.
    has: ({ project, address }, { isInProject, isByProject }) =>
      project !== null && !isInProject && (isByProject || project !== splitAddress(address).host),
    render: ({ project }) => <MutedCell dir="auto" title={project ?? "–"} />,
  },
  {
    id: "changed",
    label: msg`Changed`,
    ...DATE,
    has: ({ known }) => known != null && known.changed_at !== null,
    render: ({ known }) => <Changed time={known?.changed_at ?? null} />,
  },
  {
    id: "seen",
    label: msg`Last synced`,
    ...DATE,
    has: ({ known }) => known !== undefined,
    render: ({ known }) => <DateText value={known?.seen_at ?? null} />,
  },
  { id: "id", label: msg`ID`, room: 84, align: "end", render: ({ id }) => <MutedCell dir="auto" title={id} /> },
];

/** Columns by priority that the values of checks come after: those were chosen, and the others may be dropped first. */
const BEFORE_CHECKS = 3;

/** All columns by priority: a last check, which is often at the sorted date, comes after others. */
function columnsBy(date: string): readonly ReportColumn[] {
  if (date === "generated") return COLUMNS;
  const of = (wanted: string) => COLUMNS.filter(({ id }) => id === wanted);
  const others = COLUMNS.filter(({ id }) => id !== "generated" && id !== date);
  const end = others.findIndex(({ id }) => id === "failed") + 1;
  const [first, last] = [BEFORE_CHECKS - 1, others.slice(end)];
  return [...others.slice(0, first), ...of(date), ...others.slice(first, end), ...of("generated"), ...last];
}

/** The width that texts get where there is room, in pixels, and an amount that few values exceed. */
const [TEXTS, LARGE] = [220, 1000];

function columnOfCheck(i18n: I18n, name: string, guide: Guide, isOfTexts: boolean): ReportColumn {
  const large = valueText(i18n, { kind: "number", number: LARGE }, guide.get(name)?.unit);
  return {
    id: checkColumnId(name),
    label: checkName(guide, name),
    room: 124,
    wish: isOfTexts ? TEXTS : labelWidth(large) + AROUND,
    ...(!isOfTexts && { align: "end" }),
    render: (row) => <CheckCell row={row} name={name} unit={guide.get(name)?.unit} />,
  };
}

function foundValue(trend: ListedTrend | undefined, name: string): CheckValue | null {
  return trend?.values.find(([check]) => check === name)?.[1] ?? null;
}

/** A sort by the value of a check that is a column. */
export type ColumnCheckSort = { key: CheckSortKey; column: string; label: string; isOfTexts: boolean };

/** The columns of a report list; without scores if the service gives none (`field-notes.md` 3). */
export function useReportsView(
  connection: Connection | null,
  reports: ReportList,
): ListView<ListedReport> & { checkSorts: readonly ColumnCheckSort[]; trendOf: TrendOf } {
  const { t, i18n } = useLingui();
  const { list, rows, search, open, width } = reports;
  const { ask } = useReports();
  const rating = connection?.generation.rating;
  const sorts: Partial<Record<ReportListSort, boolean>> | undefined = connection?.generation.sorts;
  const isOfAll = connection === null;
  const connectionId = connection?.id ?? null;
  const connections = useConnections();
  const hasConnections = connections.length > 1 && isOfAll;
  const isInProject = useProjectScope() !== null || search.project !== undefined;
  const hasTiles = hasConnections && width > 0 && width < BESIDE_PANEL;
  const isSince = search.changed !== undefined;
  const guide = useGuide();
  const [{ checks, hidden }] = useLayout("reports");
  const { sort_by } = sortOf(search);
  const isByProject = sort_by === "project";
  const hasDate = (id: string) =>
    !hidden.includes(id) &&
    (rows.length === 0 || rows.some((row) => (id === "created" ? row.created_at : row.known?.changed_at) != null));
  const date = DATES.find((id) => COLUMN_SORTS[id] === sort_by && hasDate(id)) ?? "generated";
  const trends = useTrends(connection?.id ?? null, rows, checks);
  const trendOf = useCallback((row: ListedReport) => trends.of[listKeyOf(row, isOfAll)], [trends, isOfAll]);
  const hadTrend = useHadTrend(connection?.id ?? null, rows, trendOf);
  const isText = (row: ListedReport, name: string) => {
    const value = foundValue(trendOf(row), name);
    return value !== null && !isAmountLike(value, guide.get(name)?.unit);
  };
  const checkColumns = (checks ?? []).map((name) => ({ name, isOfTexts: rows.some((row) => isText(row, name)) }));
  const scoreLabel = rating === "word" ? t`Verdict` : t({ message: "Score", context: "column" });
  const start = isSince ? startOf(search.since ?? "last_time") : undefined;
  const day = start === undefined ? undefined : dayText(new Date(start), i18n);
  const changeLabel = day !== undefined ? t`Since ${day}` : isSince ? t`Change` : t`Last change`;
  const connectionNames = connectionRoom(connections.map(useConnectionName()), width);
  const leastRoom = hasConnections || isInProject || width < ROOMY ? 240 : 300;
  const drawn = useMemo(() => {
    const around: Around = {
      connection: connectionId,
      hasConnections,
      isInProject,
      hasTiles,
      isSince,
      open: (row) => open(listKeyOf(row, isOfAll)),
      askPrivacy: (row) => ask("privacy", row),
    };
    const ignored = t`This service can’t sort by this column.`;
    const listed = columnsBy(date);
    const all = [
      ...listed.slice(0, BEFORE_CHECKS),
      ...checkColumns.map(({ name, isOfTexts }) => columnOfCheck(i18n, name, guide, isOfTexts)),
      ...listed.slice(BEFORE_CHECKS),
    ];
    return all.map(({ label, render, has, ...column }) => {
      const sort = COLUMN_SORTS[column.id];
      return {
        ...column,
        label: typeof label === "string" ? label : i18n._(label),
        ...(column.id === "score" && { label: scoreLabel }),
        ...(column.id === "address" && { room: leastRoom }),
        ...(column.id === "connection" && connectionNames),
        ...(column.id === "trend" && { label: changeLabel }),
        ...(sort && { allowsSorting: true, note: sorts?.[sort] === false ? ignored : undefined }),
        ...(isCheckColumn(column.id) && { allowsSorting: true }),
        render: (row: ListedReport) => render(row, around),
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
    scoreLabel,
    leastRoom,
    connectionNames.room,
    connectionNames.wish,
    date,
    isOfAll,
    connectionId,
    hasConnections,
    isInProject,
    hasTiles,
    isSince,
    changeLabel,
  ]);
  const columns = useMemo(() => {
    const facts: ListFacts = { hasConnections, isInProject, isByProject, hasTrends: trends.isRead, trendOf, hadTrend };
    return drawn.map(({ has, ...column }) => ({
      ...column,
      ...(has && { has: (row: ListedReport) => has(row, facts) }),
    }));
  }, [drawn, hasConnections, isInProject, isByProject, trends.isRead, trendOf, hadTrend]);
  const order = useMemo(() => {
    const ofChecks = columns.map(({ id }) => id).filter(isCheckColumn);
    const end = ORDER.indexOf("failed") + 1;
    return [...ORDER.slice(0, end), ...ofChecks, ...ORDER.slice(end)];
  }, [columns]);
  // The list stays sorted by a check whose column was hidden.
  const sortable = [...(checks ?? []), ...(isCheckSort(sort_by) ? [nameInSort(sort_by)] : [])];
  const checkSorts = [...new Set(sortable)].map((name): ColumnCheckSort => {
    const column = checkColumnId(name);
    const key = guide.get(name)?.unit === "characters" ? `length:${name}` : `check:${name}`;
    const isOfTexts = columns.some(({ id, align }) => id === column && align !== "end");
    return { key: key as CheckSortKey, column, label: checkName(guide, name), isOfTexts };
  });
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

function ConnectionName({ id }: { id: string }) {
  const connection = useConnections().find((one) => one.id === id);
  const nameOf = useConnectionName();
  return <MutedCell dir="auto" title={connection ? nameOf(connection) : id} />;
}

function ConnectionTile({ id }: { id: string }) {
  const connection = useConnections().find((one) => one.id === id);
  const nameOf = useConnectionName();
  const name = connection ? nameOf(connection) : id;
  return (
    <span role="img" className={styles.tile} aria-label={name} title={name}>
      <Tile id={id} name={name} form="soft" />
    </span>
  );
}

function Changed({ time }: { time: string | null }) {
  const { t } = useLingui();
  return time === null ? <MutedCell dir="auto" title={t`Never`} /> : <DateText value={time} />;
}

/** The privacy, which can't be changed while the report's deletion waits. */
function Privacy({ row, connection, onPress }: { row: ReportRow; connection: string; onPress: () => void }) {
  const pending = useDeletions(connection).pendingOf(row.id);
  return (
    <span className={styles.privacy} title={pending}>
      <PrivacyButton row={row} isInTable isDisabled={pending !== undefined} onPress={onPress} />
    </span>
  );
}

function Failed({ row }: { row: ListedReport }) {
  const { i18n } = useLingui();
  const count = useTrendOf()(row)?.failed;
  return count == null ? <MutedCell title="–" /> : i18n.number(count);
}

/** A check's value; a text in full as a hint. */
function CheckCell({ row, name, unit }: { row: ListedReport; name: string; unit: string | undefined }) {
  const { i18n } = useLingui();
  const value = foundValue(useTrendOf()(row), name);
  if (value === null) return <MutedCell title="–" />;
  const text = valueText(i18n, value, unit);
  return (
    <span dir="auto" className={cells.text} title={value.kind === "text" ? value.text : text}>
      {text}
    </span>
  );
}

/** How a score went, and by how much it moved last; the earlier verdict if the service gives no scores. */
function Course({ row, isSince }: { row: ListedReport; isSince: boolean }) {
  const { score, verdict, known } = row;
  const trend = useTrendOf()(row);
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  const scores = trend?.scores ?? [];
  const round = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
  const other = score === null ? undefined : scoreBefore(score, scores);
  const before = (isSince ? undefined : other) ?? known?.score_before ?? other ?? null;
  const verdictBefore = known?.verdict_before ?? null;
  const isWord = score === null && verdictBefore !== null && verdictBefore !== verdict;
  const told = isWord ? words[verdictBefore] : before !== null && score !== null ? round(before) : null;
  return (
    <span className={styles.course} title={told === null ? undefined : t`Before: ${told}`}>
      {told !== null && <VisuallyHidden>{t`Before: ${told}`} </VisuallyHidden>}
      {scores.length > 1 && <Sparkline scores={scores} verdict={verdict} />}
      {isWord && (
        <span aria-hidden>
          <VerdictMark verdict={verdictBefore} />
        </span>
      )}
      {!isWord && before !== null && score !== null && <Delta difference={Math.round(score) - Math.round(before)} />}
    </span>
  );
}

/** A value, or “Unknown” with the service's original as a hint. */
function Known(props: { row: ReportRow; fields: string[]; value: unknown; children: ReactNode }) {
  const { t } = useLingui();
  const odd = props.value === null ? props.row.odd.find(({ field }) => props.fields.includes(field)) : undefined;
  if (!odd) return props.children;
  const { raw } = odd;
  return (
    <span className={styles.unknown} title={t`The service returned: ${raw}`}>
      {t`Unknown`}
    </span>
  );
}
