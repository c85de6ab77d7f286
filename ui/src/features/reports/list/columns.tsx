import { useLingui } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import { AddressText, Badge, cells, DateText, PrivacyMark, Stamp, VerdictMark } from "../../../components";
import { classes } from "../../../components/class-names";
import type { Connection, ReportRow, ReportSort, Verdict } from "../../../host/contract";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { type FittingColumn, type FittingColumns, useFittingColumns } from "../../../shared/lists/use-columns";
import { useLayout } from "../../../shared/lists/use-layout";
import type { List } from "../../../shared/lists/use-list";
import type { ReportListSort } from "../../../shared/navigation/routes";
import { useReports } from "../context";
import { keyOf, type ListedReport } from "../search";
import styles from "./columns.module.css";

export const COLUMN_SORTS: Record<string, ReportListSort> = {
  address: "url",
  verdict: "result",
  generated: "generated_at",
  created: "id",
  score: "score",
  project: "project",
  changed: "changed",
};

/** Column order, from start to end. */
const ORDER = [
  "address",
  "connection",
  "verdict",
  "score",
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

export type ReportColumnsProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  list: List<ListedReport>;
  /** Available width in pixels; 0 until measured. */
  width: number;
};

const NO_ROWS: ListedReport[] = [];

/**
 * Columns that aren't hidden, fit the width, and aren't empty; without scores if the service gives none
 * (`field-notes.md` 3).
 */
export function useReportColumns({ connection, list, width }: ReportColumnsProps): FittingColumns<ListedReport> {
  const { t } = useLingui();
  const { sorts, rating } = connection?.generation ?? {};
  const { open: onOpen } = useReports();
  const rows = list.page?.rows ?? NO_ROWS;
  const connections = useConnections();
  const connectionName = useConnectionName();
  const names = JSON.stringify(connections.map((one) => [one.id, connectionName(one)]));
  const isAll = connection === null;
  const hasBefore = rows.some(({ known }) => known != null && known.verdict_before !== null);
  const [layout] = useLayout("reports");
  // By priority, dropped from the last.
  const columns = useMemo<FittingColumn<ListedReport>[]>(() => {
    const nameOf = new Map(JSON.parse(names) as [string, string][]);
    const noteOf = (sort: ReportSort) =>
      sorts?.[sort] === false ? t`This service can’t sort by this column.` : undefined;
    return [
      {
        id: "address",
        label: t`Page`,
        room: 240,
        isRowHeader: true,
        allowsSorting: true,
        note: noteOf("url"),
        minWidth: 140,
        has: () => true,
        render: (row) => (
          <Link
            className={cells.link}
            dir="ltr"
            onPress={() => onOpen(isAll && row.known ? keyOf(row.known.connection, row.id) : row.id)}
          >
            <span title={row.url ?? row.address}>
              <AddressText address={row.address} />
            </span>
          </Link>
        ),
      },
      {
        id: "verdict",
        label: t`Verdict`,
        room: 104,
        allowsSorting: true,
        note: noteOf("result"),
        has: () => true,
        render: (row) =>
          row.known != null && row.known.gone_at !== null ? (
            <Badge>{t`Removed`}</Badge>
          ) : (
            <Known row={row} fields={["result", "score"]} value={row.verdict}>
              <VerdictMark verdict={row.verdict} />
            </Known>
          ),
      },
      {
        id: "generated",
        label: t`Last checked`,
        room: 118,
        align: "end",
        allowsSorting: true,
        note: noteOf("generated_at"),
        has: (row) => row.generated_at !== null || isOdd(row, "generated_at"),
        render: (row) => (
          <Known row={row} fields={["generated_at"]} value={row.generated_at}>
            <DateText value={row.generated_at} />
          </Known>
        ),
      },
      {
        id: "score",
        label: t`Score`,
        room: hasBefore ? 188 : 132,
        allowsSorting: true,
        has: (row) => row.score !== null || (row.known != null && row.known.verdict_before !== null),
        render: (row) => <Score row={row} />,
      },
      {
        id: "connection",
        label: t`Connection`,
        room: 130,
        has: () => isAll && nameOf.size > 1,
        render: ({ known }) => <Muted text={(known && (nameOf.get(known.connection) ?? known.connection)) ?? "–"} />,
      },
      {
        id: "changed",
        label: t`Changed`,
        room: 118,
        align: "end",
        allowsSorting: true,
        has: ({ known }) => known != null && known.changed_at !== null,
        render: ({ known }) =>
          known?.changed_at == null ? <Muted text={t`Never`} /> : <DateText value={known.changed_at} />,
      },
      {
        id: "gone",
        label: t`Removed`,
        room: 110,
        align: "end",
        has: ({ known }) => known != null && known.gone_at !== null,
        render: ({ known }) => <DateText value={known?.gone_at ?? null} />,
      },
      {
        id: "privacy",
        label: t`Privacy`,
        room: 116,
        has: (row) => row.privacy !== null || isOdd(row, "privacy"),
        render: (row) => (
          <Known row={row} fields={["privacy"]} value={row.privacy}>
            <PrivacyMark privacy={row.privacy} />
          </Known>
        ),
      },
      {
        id: "created",
        label: t`Created`,
        room: 110,
        align: "end",
        allowsSorting: true,
        note: noteOf("id"),
        has: (row) => row.created_at !== null || isOdd(row, "created_at"),
        render: (row) => (
          <Known row={row} fields={["created_at"]} value={row.created_at}>
            <DateText value={row.created_at} form="date" />
          </Known>
        ),
      },
      {
        id: "project",
        label: t`Project`,
        room: 170,
        allowsSorting: true,
        has: (row) => row.project !== null,
        render: (row) => <Muted text={row.project ?? "–"} />,
      },
      {
        id: "seen",
        label: t`Last synced`,
        room: 110,
        align: "end",
        has: ({ known }) => known !== undefined,
        render: ({ known }) => <DateText value={known?.seen_at ?? null} />,
      },
      {
        id: "id",
        label: t`ID`,
        room: 84,
        align: "end",
        has: () => true,
        render: (row) => <Muted text={row.id} />,
      },
    ];
  }, [t, onOpen, sorts, names, isAll, hasBefore]);

  return useFittingColumns({
    columns,
    order: ORDER,
    rows,
    width,
    layout,
    isPromised: (id) =>
      id !== "gone" &&
      !(id === "score" && rating === "word") &&
      (id !== "connection" || (isAll && connections.length > 1)) &&
      (list.isOfLibrary || !SAVED.includes(id)),
  });
}

function Muted({ text }: { text: string }) {
  return (
    <span className={cells.muted} dir="auto" title={text}>
      {text}
    </span>
  );
}

/** A score with the previous one; verdicts if the service gives no scores. */
function Score({ row: { score, verdict, known } }: { row: ListedReport }) {
  const { t, i18n } = useLingui();
  if (!known) return <Stamp score={score} verdict={verdict} />;
  const { score_before, verdict_before } = known;
  const words: Record<Verdict, string> = { good: t`Good`, decent: t`Decent`, bad: t`Bad` };
  const round = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
  const before =
    score_before !== null && score !== null && round(score_before) !== round(score)
      ? round(score_before)
      : score === null && verdict_before !== null && verdict_before !== verdict
        ? words[verdict_before]
        : null;
  const isOnlyWord = score === null && before !== null;
  return (
    <span className={classes(styles.score, isOnlyWord && styles.inWords)}>
      {before !== null && (
        <span className={styles.before}>
          <VisuallyHidden>{t`Before:`} </VisuallyHidden>
          {before}
          <ArrowRight size={12} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      {isOnlyWord ? (verdict && words[verdict]) || "–" : <Stamp score={score} verdict={verdict} />}
    </span>
  );
}

function isOdd(row: ReportRow, ...names: string[]): boolean {
  return row.odd.some(({ field }) => names.includes(field));
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
