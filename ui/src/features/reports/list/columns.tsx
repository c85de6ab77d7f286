import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import {
  AddressText,
  cells,
  DateText,
  Delta,
  PrivacyMark,
  Sparkline,
  Stamp,
  useVerdictWords,
  VerdictMark,
} from "../../../components";
import type { Connection, ReportRow, ReportSort, ReportTrend } from "../../../host/contract";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import type { FittingColumn } from "../../../shared/lists/use-columns";
import { type ListView, useViewOf } from "../../../shared/lists/use-list-view";
import type { ReportListSort } from "../../../shared/navigation/routes";
import { DEFAULT_SORT, keyOf, type ListedReport } from "../search";
import styles from "./columns.module.css";
import type { ReportList } from "./use-report-list";
import { useTrends } from "./use-trends";

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

/**
 * Columns that aren't hidden, fit the width, and aren't empty; without scores if the service gives none
 * (`field-notes.md` 3).
 */
export function useReportsView(connection: Connection | null, reports: ReportList): ListView<ListedReport> {
  const { t, i18n } = useLingui();
  const { sorts, rating } = connection?.generation ?? {};
  const { list, rows, search, open: onOpen } = reports;
  const connections = useConnections();
  const connectionName = useConnectionName();
  const names = JSON.stringify(connections.map((one) => [one.id, connectionName(one)]));
  const isAll = connection === null;
  const trends = useTrends(connection?.id ?? null, rows);
  // By priority, dropped from the last.
  const columns = useMemo<FittingColumn<ListedReport>[]>(() => {
    const nameOf = new Map(JSON.parse(names) as [string, string][]);
    const noteOf = (sort: ReportSort) =>
      sorts?.[sort] === false ? t`This service can’t sort by this column.` : undefined;
    const trendOf = ({ id, known }: ListedReport) => trends.of[isAll && known ? keyOf(known.connection, id) : id];
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
        id: "score",
        label: rating === "word" ? t`Verdict` : t`Score`,
        room: 64,
        allowsSorting: true,
        note: noteOf("result"),
        has: () => true,
        render: (row) => (
          <Known row={row} fields={["result", "score"]} value={row.verdict}>
            <Stamp score={row.score} verdict={row.verdict} />
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
        id: "trend",
        label: t`Trend`,
        room: 112,
        has: (row) =>
          !trends.isRead ||
          (trendOf(row)?.scores.length ?? 0) > 1 ||
          (row.known != null && row.known.verdict_before !== null),
        render: (row) => <Course row={row} trend={trendOf(row)} />,
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
        id: "failed",
        label: t`Failed`,
        room: 76,
        align: "end",
        has: (row) => !trends.isRead || trendOf(row)?.failed != null,
        render: (row) => {
          const failed = trendOf(row)?.failed;
          return failed == null ? <Muted text="–" /> : i18n.number(failed);
        },
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
  }, [t, onOpen, i18n, sorts, rating, names, isAll, trends]);

  return useViewOf(reports, {
    name: "reports",
    columns,
    order: ORDER,
    rows,
    sorted: Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === (search.sort_by ?? DEFAULT_SORT.sort_by)),
    isPromised: (id) =>
      id !== "gone" &&
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

/** How a score went, and by how much it moved last; the earlier verdict if the service gives no scores. */
function Course({ row: { score, verdict, known }, trend }: { row: ListedReport; trend: ReportTrend | undefined }) {
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  const scores = trend?.scores ?? [];
  const before = known?.score_before ?? scores.at(-2) ?? null;
  const verdictBefore = known?.verdict_before ?? null;
  const round = (value: number) => i18n.number(value, { maximumFractionDigits: 0 });
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
