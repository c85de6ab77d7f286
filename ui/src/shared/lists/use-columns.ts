import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { ColumnMenuProps, TableColumn } from "../../components";
import type { ColumnLayout } from "../../host/contract";

/** A column that gives way where there is no room for it. */
export type FittingColumn<Row> = TableColumn<Row> & {
  /** The least width in pixels at which the column is of use. */
  room: number;
  /** Whether a row has anything to show in it. */
  has: (row: Row) => boolean;
};

/** The width of the column with the boxes to tick, in pixels. */
const SELECTION = 44;

/** How many columns are there however narrow the list is. */
const KEPT = 2;

/** How many columns matter so much that addresses are cut for them, and the air in pixels that the others leave them. */
const CORE = 5;
const AIR = 80;

/** The columns of a list. */
export type FittingColumns<Row> = {
  /** Those to choose from. */
  choices: ColumnMenuProps["columns"];
  /** Of these, those to show now. */
  shown: TableColumn<Row>[];
};

/** The columns of a list with a box to tick in each row. */
export type FittingOptions<Row> = {
  /** All of them, in the order in which they give way, the last first; the same array until they change. */
  columns: readonly FittingColumn<Row>[];
  /** Their ids, from start to end. */
  order: readonly string[];
  rows: readonly Row[];
  /** The width of the list in pixels; 0 while it is not known. */
  width: number;
  layout: ColumnLayout;
  /** Whether a column is offered while there are no rows; all of them unless it says otherwise. */
  isPromised?: (id: string) => boolean;
};

/** Of the columns those that the user has not hidden, that fit the width (0: all), and that are not empty for all rows. */
export function useFittingColumns<Row>({
  columns,
  order,
  rows,
  width,
  layout: { hidden, widths },
  isPromised = () => true,
}: FittingOptions<Row>): FittingColumns<Row> {
  const { t } = useLingui();
  const offered = columns.filter(
    ({ id, has }, index) => index < KEPT || (rows.length === 0 ? isPromised(id) : rows.some(has)),
  );
  let left = width > 0 ? width - SELECTION : Number.POSITIVE_INFINITY;
  const fitting = offered.filter(({ id, room, isRowHeader }, index) => {
    if (hidden.includes(id) && !isRowHeader) return false;
    const wanted = widths[id] ?? room;
    if (index >= KEPT && wanted > (index < CORE ? left : left - AIR)) return false;
    left -= wanted;
    return true;
  });

  const idsOf = (list: readonly FittingColumn<Row>[]) => list.map(({ id }) => id).join(" ");
  const [offeredIds, fittingIds] = [idsOf(offered), idsOf(fitting)];
  // The table draws its rows anew for other columns.
  const shown = useMemo(() => {
    const ids = fittingIds.split(" ");
    return inOrder(columns, ids, order).map(({ room, has: _, ...column }) => ({
      ...column,
      ...(!column.isRowHeader && { defaultWidth: room, minWidth: 64 }),
    }));
  }, [columns, fittingIds, order]);
  const choices = useMemo(() => {
    const fit = fittingIds.split(" ");
    return inOrder(columns, offeredIds.split(" "), order).map(({ id, label, isRowHeader = false }) => {
      const isCrowdedOut = !hidden.includes(id) && !fit.includes(id);
      return { id, label, isRowHeader, note: isCrowdedOut ? t`No room for it now` : undefined };
    });
  }, [columns, offeredIds, fittingIds, order, hidden, t]);
  return { choices, shown };
}

function inOrder<Row>(columns: readonly FittingColumn<Row>[], ids: readonly string[], order: readonly string[]) {
  return columns
    .filter(({ id }) => ids.includes(id))
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}
