import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { DateText, PrivacyMark, ScoreBar, type TableColumn, VerdictMark } from "../../components";
import type { Generation, ReportRow, ReportSort } from "../../host/contract";
import { AddressText } from "./AddressText";
import styles from "./columns.module.css";

/** What the interface sorts by, by the column that shows it. */
export const COLUMN_SORTS: Record<string, ReportSort> = {
  address: "url",
  verdict: "result",
  generated: "generated_at",
  created: "id",
};

type ReportColumn = TableColumn<ReportRow> & {
  /** The least width in pixels at which the column is of use. */
  room: number;
  /** Whether a row has anything to show in it. */
  has: (row: ReportRow) => boolean;
};

/** The width of the column with the boxes to tick, in pixels. */
const SELECTION = 44;

/** How many columns matter so much that addresses are cut for them, and the air in pixels that the others leave them. */
const CORE = 5;
const AIR = 80;

/**
 * The columns of the reports list that fit `width` pixels (0: unknown, so all) and are not empty for all rows. No column
 * promises a score that the service is known not to give (`field-notes.md` 3).
 */
export function useReportColumns(
  rows: readonly ReportRow[],
  generation: Generation,
  width: number,
  onOpen: (id: string) => void,
): TableColumn<ReportRow>[] {
  const { t } = useLingui();
  const isOdd = (row: ReportRow, ...names: string[]) => row.odd.some(({ field }) => names.includes(field));
  // In the order in which they give way, the last first.
  const byWeight: ReportColumn[] = [
    {
      id: "address",
      label: t`Address`,
      room: 240,
      isRowHeader: true,
      allowsSorting: true,
      minWidth: 160,
      has: () => true,
      render: (row) => (
        <Link className={styles.address} onPress={() => onOpen(row.id)}>
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
        <span className={styles.text} title={row.project ?? undefined}>
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
        <span className={styles.text} title={row.id}>
          {row.id}
        </span>
      ),
    },
  ];
  const shown = ["address", "verdict", "score", "privacy", "project", "generated", "created", "id"];
  let left = width > 0 ? width - SELECTION : Number.POSITIVE_INFINITY;
  const fitting = byWeight.filter(({ id, room, has }, index) => {
    const spare = index < CORE ? left : left - AIR;
    const isPromised = rows.length === 0 && !(id === "score" && generation.rating === "word");
    if (index > 1 && (room > spare || !(isPromised || rows.some(has)))) return false;
    left -= room;
    return true;
  });
  return shown.flatMap((id) => {
    const column = fitting.find((candidate) => candidate.id === id);
    if (!column) return [];
    const { room, has: _, ...rest } = column;
    const sort = COLUMN_SORTS[id];
    const note = sort && generation.sorts[sort] === false ? t`This service does not sort by this.` : undefined;
    return [{ ...rest, note, ...(id !== "address" && { defaultWidth: room, minWidth: 64 }) }];
  });
}

/** A value, or "Unknown" with what the service gave in its place as a hint. */
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
