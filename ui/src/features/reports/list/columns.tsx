import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { VisuallyHidden } from "react-aria-components";
import {
  AddressText,
  DateText,
  Delta,
  FigureCell,
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
import type { CheckValue, ReportRow } from "../../../host/contract";
import { createRequiredContext } from "../../../required-context";
import { checkName, type Guide } from "../../../shared/checks/guide";
import { valueText } from "../../../shared/checks/value-text";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { scoreBefore } from "../../../shared/data/score-before";
import { labelWidth } from "../../../shared/lists/label-width";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import type { ReportListSort } from "../../../shared/navigation/routes";
import { useDeletions } from "../../../shared/unsaved/deletions";
import { useReports } from "../context";
import { PrivacyButton } from "../PrivacyButton";
import type { ListedReport } from "../search";
import { checkColumnId } from "./check-layout";
import styles from "./columns.module.css";
import type { ListedTrend } from "./use-trends";

export const COLUMN_SORTS: Record<string, ReportListSort> = {
  address: "url",
  score: "result",
  generated: "generated_at",
  created: "id",
  project: "project",
  changed: "changed",
};

/** Facts of a list that its cells need. */
export type Around = {
  /** The list's connection; `null` for all. */
  connection: string | null;
  /** The list is of several connections. */
  hasConnections: boolean;
  /** The list is of one project. */
  isInProject: boolean;
  /** A page has the tile of its connection before it, whose column has no room. */
  hasTiles: boolean;
  /** The list is of pages of several hosts. */
  hasHosts: boolean;
  /** Changes count from a chosen time. */
  isSince: boolean;
  open: (row: ListedReport) => void;
  askPrivacy: (row: ListedReport) => void;
};

/** Facts by which columns are chosen. */
export type ListFacts = Pick<Around, "hasConnections" | "isInProject"> & {
  /** The list is sorted by project. */
  isByProject: boolean;
  hasTrends: boolean;
  trendOf: TrendOf;
  /** Rows of this list had a trend, though these may have none. */
  hadTrend: boolean;
};

export type TrendOf = (row: ListedReport) => ListedTrend | undefined;

const [Provider, useTrendOf] = createRequiredContext<TrendOf>("Trends");

/** True if the score or verdict of a report is known to have been another before. */
export function hasTrend({ known }: ListedReport, trend: ListedTrend | undefined): boolean {
  return (trend?.scores.length ?? 0) > 1 || (known != null && known.verdict_before !== null);
}

/** Gives cells the trends of their rows: new columns would redraw all rows. */
export const TrendProvider = Provider;

export type Render = (row: ListedReport, around: Around) => ReactNode;

export type ReportColumn = Omit<FittingColumn<ListedReport>, "label" | "has" | "narrow" | "render"> & {
  label: MessageDescriptor | string;
  has?: (row: ListedReport, facts: ListFacts) => boolean;
  narrow?: { below?: number; for?: string; room: number; render?: Render };
  render: Render;
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

const privacyCell = (isIcon: boolean) =>
  ofField("privacy", (privacy, row, { connection, askPrivacy }) =>
    connection === null || row.known?.gone_at ? (
      <PrivacyMark privacy={privacy} isIcon={isIcon} />
    ) : (
      <Privacy row={row} connection={connection} isIcon={isIcon} onPress={() => askPrivacy(row)} />
    ),
  );

/** The list is as wide as this beside an open report, where scores stay. */
export const BESIDE_PANEL = 480;

/** From here on, pages leave room for whole names of projects. */
const WIDE = 1200;

/** The room of a date, so that the columns before it stay in place whichever date it is. */
const DATE = { room: 118, narrow: { below: BESIDE_PANEL, room: 110 }, align: "end" } as const;

/** The width of a connection’s tile before a page, in pixels. */
const TILE = 30;

/** The padding of a value, and air, in pixels. */
export const AROUND = 26;

/** All columns by priority: without room, the last ones are dropped. */
const COLUMNS: readonly ReportColumn[] = [
  {
    id: "address",
    label: msg`Page`,
    room: 240,
    narrow: { below: BESIDE_PANEL, room: 174 },
    minWidth: 140,
    isRowHeader: true,
    render: (row, { open, isInProject, hasTiles, hasHosts }) => {
      const connection = hasTiles ? row.known?.connection : undefined;
      return (
        <>
          {connection !== undefined && <ConnectionTile id={connection} />}
          <LinkCell dir="ltr" title={row.url ?? row.address} onPress={() => open(row)}>
            <AddressText
              address={row.address}
              isWithoutHost={isInProject}
              hasOtherHosts={hasHosts && connection === undefined}
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
    room: 46,
    isKept: true,
    render: (row) => (
      <Known row={row} fields={["result", "score"]} value={row.verdict}>
        <Score row={row} />
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
    label: msg`Trend`,
    room: 112,
    has: (row, { hasTrends, trendOf, hadTrend }) => !hasTrends || hadTrend || hasTrend(row, trendOf(row)),
    render: (row, { isSince }) => <Course row={row} isSince={isSince} />,
  },
  {
    id: "privacy",
    label: msg`Privacy`,
    room: 116,
    narrow: { for: "failed", room: 64, render: privacyCell(true).render },
    ...privacyCell(false),
  },
  {
    id: "failed",
    label: msg({ message: "Failed", context: "checks" }),
    room: 76,
    align: "figures",
    has: (row, { hasTrends, trendOf }) => !hasTrends || trendOf(row)?.failed != null,
    render: (row) => <Failed row={row} />,
  },
  {
    id: "created",
    label: msg`Created`,
    ...DATE,
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
    label: msg`Last change`,
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
  { id: "id", label: msg`ID`, room: 84, align: "figures", render: ({ id }) => <MutedCell dir="auto" title={id} /> },
];

/** Columns by priority that the values of checks come after: those were chosen, and the others may be dropped first. */
const BEFORE_CHECKS = 2;

/** All columns by priority, with those of checks: a last check, which is often at the sorted date, comes after others. */
export function columnsBy(date: string, ofChecks: readonly ReportColumn[]): readonly ReportColumn[] {
  const listed = date === "generated" ? COLUMNS : withDateFirst(date);
  return [...listed.slice(0, BEFORE_CHECKS), ...ofChecks, ...listed.slice(BEFORE_CHECKS)];
}

function withDateFirst(date: string): readonly ReportColumn[] {
  const of = (wanted: string) => COLUMNS.filter(({ id }) => id === wanted);
  const others = COLUMNS.filter(({ id }) => id !== "generated" && id !== date);
  const end = others.findIndex(({ id }) => id === "failed") + 1;
  return [
    ...others.slice(0, BEFORE_CHECKS),
    ...of(date),
    ...others.slice(BEFORE_CHECKS, end),
    ...of("generated"),
    ...others.slice(end),
  ];
}

/** The width that texts get where there is room, in pixels, and an amount that few values exceed. */
const [TEXTS, LARGE] = [220, 1000];

/** The column with a check’s values, as wide as its amounts, or roomy for texts. */
export function columnOfCheck(i18n: I18n, name: string, guide: Guide, isOfTexts: boolean): ReportColumn {
  const large = valueText(i18n, { kind: "number", number: LARGE }, guide.get(name)?.unit);
  return {
    id: checkColumnId(name),
    label: checkName(guide, name),
    room: 124,
    wish: isOfTexts ? TEXTS : labelWidth(large) + AROUND,
    ...(!isOfTexts && { align: "figures" }),
    render: (row) => <CheckCell row={row} name={name} unit={guide.get(name)?.unit} />,
  };
}

/** The value that a check found, if its column is loaded. */
export function foundValue(trend: ListedTrend | undefined, name: string): CheckValue | null {
  return trend?.values.find(([check]) => check === name)?.[1] ?? null;
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

function Score({ row: { id, score, verdict } }: { row: ReportRow }) {
  const { t } = useLingui();
  const { isRefreshing } = useReports().activityOf(id);
  return <Stamp score={score} verdict={verdict} {...(isRefreshing && { checking: t`Checking` })} />;
}

type PrivacyProps = { row: ReportRow; connection: string; isIcon: boolean; onPress: () => void };

/** The privacy, which can't be changed while the report's deletion waits. */
function Privacy({ row, connection, isIcon, onPress }: PrivacyProps) {
  const pending = useDeletions(connection).pendingOf(row.id);
  return (
    <span className={styles.privacy} title={pending}>
      <PrivacyButton row={row} isInTable isIcon={isIcon} isDisabled={pending !== undefined} onPress={onPress} />
    </span>
  );
}

function Failed({ row }: { row: ListedReport }) {
  const count = useTrendOf()(row)?.failed;
  return count == null ? <MutedCell title="–" /> : <FigureCell value={count} />;
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
