import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-aria-components";
import {
  AddressText,
  type ColumnMenuProps,
  DateText,
  PrivacyMark,
  ScoreBar,
  type TableColumn,
  VerdictMark,
} from "../../components";
import type { ColumnLayout, Generation, ReportRow, ReportSort } from "../../host/contract";
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

/** How many columns are there however narrow the list is. */
const KEPT = 2;

/** How many columns matter so much that addresses are cut for them, and the air in pixels that the others leave them. */
const CORE = 5;
const AIR = 80;

/** The order of the columns from start to end. */
const ORDER = ["address", "verdict", "score", "privacy", "project", "generated", "created", "id"];

/** The columns of the reports list. */
export type ReportColumns = {
  /** Those to choose from. */
  choices: ColumnMenuProps["columns"];
  /** Of these, those to show now. */
  shown: TableColumn<ReportRow>[];
};

/**
 * The columns of the reports list. Shown are those that the user has not hidden, that fit `width` pixels (0: unknown, so
 * all), and that are not empty for all rows. No column promises a score that the service is known not to give
 * (`field-notes.md` 3).
 */
export function useReportColumns(
  rows: readonly ReportRow[],
  generation: Generation,
  width: number,
  { hidden, widths }: ColumnLayout,
  onOpen: (id: string) => void,
): ReportColumns {
  const { t } = useLingui();
  // In the order in which they give way, the last first.
  const columns = useMemo<ReportColumn[]>(
    () => [
      {
        id: "address",
        label: t`Address`,
        room: 240,
        isRowHeader: true,
        allowsSorting: true,
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
    ],
    [t, onOpen],
  );

  const isOffered = ({ id, has }: ReportColumn, index: number) => {
    const isPromised = rows.length === 0 && !(id === "score" && generation.rating === "word");
    return index < KEPT || isPromised || rows.some(has);
  };
  const offered = columns.filter(isOffered);
  let left = width > 0 ? width - SELECTION : Number.POSITIVE_INFINITY;
  const fitting = offered.filter(({ id, room, isRowHeader }, index) => {
    if (hidden.includes(id) && !isRowHeader) return false;
    const wanted = widths[id] ?? room;
    if (index >= KEPT && wanted > (index < CORE ? left : left - AIR)) return false;
    left -= wanted;
    return true;
  });

  const idsOf = (list: ReportColumn[]) => list.map(({ id }) => id).join(" ");
  const [offeredIds, fittingIds] = [idsOf(offered), idsOf(fitting)];
  const { sorts } = generation;
  // The table draws its rows anew for other columns.
  const shown = useMemo(() => {
    const ids = fittingIds.split(" ");
    return inOrder(columns.filter(({ id }) => ids.includes(id))).map(({ room, has: _, ...column }) => {
      const sort = COLUMN_SORTS[column.id];
      const note = sort && sorts[sort] === false ? t`This service does not sort by this.` : undefined;
      return { ...column, note, ...(column.id !== "address" && { defaultWidth: room, minWidth: 64 }) };
    });
  }, [columns, fittingIds, sorts, t]);
  const choices = useMemo(() => {
    const [ids, fit] = [offeredIds.split(" "), fittingIds.split(" ")];
    return inOrder(columns.filter(({ id }) => ids.includes(id))).map(({ id, label, isRowHeader = false }) => {
      const isCrowdedOut = !hidden.includes(id) && !fit.includes(id);
      return { id, label, isRowHeader, note: isCrowdedOut ? t`No room for it now` : undefined };
    });
  }, [columns, offeredIds, fittingIds, hidden, t]);
  return { choices, shown };
}

function inOrder(columns: ReportColumn[]): ReportColumn[] {
  return [...columns].sort((one, other) => ORDER.indexOf(one.id) - ORDER.indexOf(other.id));
}

function isOdd(row: ReportRow, ...names: string[]): boolean {
  return row.odd.some(({ field }) => names.includes(field));
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
