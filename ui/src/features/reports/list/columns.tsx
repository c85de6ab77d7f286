import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-aria-components";
import { AddressText, DateText, PrivacyMark, ScoreBar, VerdictMark } from "../../../components";
import styles from "../../../components/tables/cells.module.css";
import type { ReportRow, ReportSort } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { type FittingColumn, type FittingColumns, useFittingColumns } from "../../../shared/lists/use-columns";
import { useLayout } from "../../../shared/lists/use-layout";
import { useReports } from "../context";

/** What the interface sorts by, by the column that shows it. */
export const COLUMN_SORTS: Record<string, ReportSort> = {
  address: "url",
  verdict: "result",
  generated: "generated_at",
  created: "id",
};

/** Column order, from start to end. */
const ORDER = ["address", "verdict", "score", "privacy", "project", "generated", "created", "id"];

/**
 * Columns that aren't hidden, fit the width, and aren't empty; without scores if the service gives none
 * (`field-notes.md` 3).
 */
export function useReportColumns(width: number): FittingColumns<ReportRow> {
  const { t } = useLingui();
  const { sorts, rating } = useConnection().generation;
  const { rows, open: onOpen } = useReports();
  const [layout] = useLayout("reports");
  // By priority, dropped from the last.
  const columns = useMemo<FittingColumn<ReportRow>[]>(() => {
    const noteOf = (sort: ReportSort) => (sorts[sort] === false ? t`This service does not sort by this.` : undefined);
    return [
      {
        id: "address",
        label: t`Address`,
        room: 240,
        isRowHeader: true,
        allowsSorting: true,
        note: noteOf("url"),
        minWidth: 140,
        has: () => true,
        render: (row) => (
          <Link className={styles.address} dir="ltr" onPress={() => onOpen(row.id)}>
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
        render: (row) => (
          <Known row={row} fields={["result", "score"]} value={row.verdict}>
            <VerdictMark verdict={row.verdict} />
          </Known>
        ),
      },
      {
        id: "generated",
        label: t`Generated`,
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
        room: 132,
        has: (row) => row.score !== null,
        render: (row) => <ScoreBar score={row.score} verdict={row.verdict} />,
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
        has: (row) => row.project !== null,
        render: (row) => (
          <span className={styles.text} dir="auto" title={row.project ?? undefined}>
            {row.project ?? "–"}
          </span>
        ),
      },
      {
        id: "id",
        label: t`ID`,
        room: 84,
        align: "end",
        has: () => true,
        render: (row) => (
          <span className={styles.text} dir="auto" title={row.id}>
            {row.id}
          </span>
        ),
      },
    ];
  }, [t, onOpen, sorts]);

  return useFittingColumns({
    columns,
    order: ORDER,
    rows,
    width,
    layout,
    isPromised: (id) => !(id === "score" && rating === "word"),
  });
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
    <span className={styles.unknown} title={t`The service says: ${raw}`}>
      {t`Unknown`}
    </span>
  );
}
