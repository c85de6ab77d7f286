import { replaceEqualDeep } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import type { ColumnMenuProps, TableColumn } from "../../components";
import type { ColumnLayout } from "../../host/contract";
import { labelWidth } from "./label-width";

/** A column that is dropped when there is no room. */
export type FittingColumn<Row> = TableColumn<Row> & {
  /** Minimum width in pixels; its head may need more. */
  room: number;
  /** Its width in pixels where the others leave room, such as that of its longest value; not if it is narrow. */
  wish?: number;
  /** True if a row has a value for it; by default all rows have. */
  has?: (row: Row) => boolean;
  /** The sorted column never takes its place. */
  isKept?: boolean;
  /**
   * Another form while the list is narrower than `below` pixels, or if it makes room for the column `for` or was sized
   * to less than the room of the usual one. With `for`, its label is hidden if it needs more room.
   */
  narrow?: { below?: number; for?: string; room: number; render?: (row: Row) => ReactNode };
};

/** Width of the checkbox column and of the edge at the end, in pixels. */
const SELECTION = 32 + 24;

/** Columns that stay at any width: the first ones, or the sorted one as the last of them unless that is kept. */
const KEPT = 2;

/** On each side of a head's label, in pixels. */
const PADDING = 8;

/** The room of the sort arrow in a head aligned to the end, and of what is left of it in others, in pixels. */
const [ARROW, ARROW_AFTER] = [17, 11];

/** A mark before the text of a head, in pixels. */
const MARK = 19;

const CORE = 5;
const AIR = 80;

/** The columns of a list. */
export type FittingColumns<Row> = {
  /** Columns the user can choose from. */
  choices: ColumnMenuProps["columns"];
  /** Columns that are shown. */
  shown: TableColumn<Row>[];
};

export type FittingOptions<Row> = {
  /** All columns, dropped from the last; a stable array. */
  columns: readonly FittingColumn<Row>[];
  /** The ids of all columns from start to end, if other than by priority. */
  order?: readonly string[];
  rows: readonly Row[];
  /** Width of the list in pixels; 0 until measured. */
  width: number;
  layout: ColumnLayout;
  /** The column that the list is sorted by, which stays before others. */
  sorted?: string | undefined;
  /** True if a column is offered before there are rows; all are by default. */
  isPromised?: (id: string) => boolean;
  /** There is a checkbox column. */
  hasSelection?: boolean;
};

/** The columns that aren't hidden, fit the width (0: all), and aren't empty. */
export function useFittingColumns<Row>(options: FittingOptions<Row>): FittingColumns<Row> {
  const { columns, order, rows, hasSelection = true, isPromised = () => true } = options;
  const { hidden } = options.layout;
  const offered = columns.filter(
    ({ id, has }, index) => index < KEPT || (rows.length === 0 ? isPromised(id) : !has || rows.some(has)),
  );
  const narrowIds = narrowOf(offered, options).join(" ");
  const formed = useMemo(
    () => formedColumns(columns, narrowIds.split(" "), { order, hasSelection }),
    [columns, order, narrowIds, hasSelection],
  );
  const offeredIds = idsOf(offered);
  const { fitting, left } = fit(inOrder(formed, offeredIds.split(" "), undefined), options);

  const growth = growthOf(fitting, left);
  const fittingIds = idsOf(fitting);
  const drawn = useMemo(() => {
    const ids = fittingIds.split(" ");
    return inOrder(formed, ids, order).map(({ room, width, wish = 0, has: _, isKept: __, narrow: ___, ...column }) => ({
      ...(!column.isRowHeader && {
        defaultWidth: width + Math.min(growth, Math.max(0, wish - width)),
        minWidth: Math.min(64, room),
      }),
      ...column,
    }));
  }, [formed, fittingIds, order, growth]);
  const shown = useKeptColumns(drawn);
  const choices = useMemo(() => {
    const fit = fittingIds.split(" ");
    const choosable = inOrder(formed, offeredIds.split(" "), order).filter(({ isAlwaysShown }) => !isAlwaysShown);
    return choosable.map(({ id, label, isRowHeader = false }) => {
      return { id, label, isRowHeader, isCrowdedOut: !hidden.includes(id) && !fit.includes(id) };
    });
  }, [formed, offeredIds, fittingIds, order, hidden]);
  return { choices, shown };
}

/** The ids of the columns in their narrow form. */
function narrowOf<Row>(offered: readonly FittingColumn<Row>[], options: FittingOptions<Row>): string[] {
  const { width } = options;
  const { widths } = options.layout;
  const below = offered.filter(({ narrow }) => width > 0 && width < (narrow?.below ?? 0)).map(({ id }) => id);
  const fits = (wanted: string, narrow: readonly string[]) =>
    fit(formedColumns(offered, narrow, options), options).fitting.some(({ id }) => id === wanted);
  const yielding = offered.filter(
    ({ id, narrow, room }) =>
      narrow?.for !== undefined &&
      ((widths[id] ?? room) < room || (!fits(narrow.for, below) && fits(narrow.for, [...below, id]))),
  );
  return [...below, ...yielding.map(({ id }) => id)];
}

type FormedColumn<Row> = FittingColumn<Row> & { width: number };

/** Columns in their usual or narrow form, as wide as their heads need. */
function formedColumns<Row>(
  columns: readonly FittingColumn<Row>[],
  narrow: readonly string[],
  { order, hasSelection = true }: Pick<FittingOptions<Row>, "order" | "hasSelection">,
): FormedColumn<Row>[] {
  const first = order?.[0] ?? columns[0]?.id;
  return columns.map((given) => {
    const isNarrow = narrow.includes(given.id);
    const column = isNarrow ? { ...given, wish: undefined, ...given.narrow } : given;
    const { room } = column;
    const wanted = headRoom(column, column.id === first, hasSelection);
    // A head that takes more would leave no room for the other column.
    const isLabelHidden = isNarrow && given.narrow?.for !== undefined && wanted > room;
    return isLabelHidden ? { ...column, isLabelHidden, width: room } : { ...column, width: Math.max(room, wanted) };
  });
}

/** The columns that have room, and how much they leave. */
function fit<Row>(
  offered: readonly FormedColumn<Row>[],
  { width, layout: { hidden, widths }, sorted, hasSelection = true }: FittingOptions<Row>,
): { fitting: FormedColumn<Row>[]; left: number } {
  // The first column gives the others room for their heads, and the second one stays however wide its head is.
  const roomOf = (column: FormedColumn<Row>) =>
    widths[column.id] ?? (offered.indexOf(column) < KEPT ? column.room : column.width);
  const isHidden = ({ id, isRowHeader }: FittingColumn<Row>) => !isRowHeader && hidden.includes(id);
  const sortedAt = offered.findIndex((column) => column.id === sorted && !isHidden(column));
  const all = width > 0 ? width - (hasSelection ? SELECTION : 0) : Number.POSITIVE_INFINITY;
  const stays = ({ isAlwaysShown, isKept }: FittingColumn<Row>, index: number) =>
    index === 0 || isAlwaysShown || (index < KEPT && (sortedAt < KEPT || isKept));
  const shownAlways = offered.filter((column, index) => !isHidden(column) && stays(column, index));
  const sortedOne = offered[sortedAt];
  if (sortedOne && !shownAlways.includes(sortedOne)) {
    // For it, the first column gives way; a column that is kept doesn't.
    const least = ({ id, minWidth, room }: FittingColumn<Row>) => widths[id] ?? minWidth ?? room;
    const taken = shownAlways.reduce((sum, column, at) => sum + (at === 0 ? least(column) : roomOf(column)), 0);
    if (taken + roomOf(sortedOne) <= all || !shownAlways.some(({ isKept }) => isKept)) shownAlways.push(sortedOne);
  }
  let left = all;
  for (const column of shownAlways) left -= roomOf(column);
  // A narrow column of less importance would come and go in the room of a wide one.
  let isFull = false;
  const fitting = offered.filter((column, index) => {
    if (shownAlways.includes(column)) return true;
    if (hidden.includes(column.id)) return false;
    const wanted = roomOf(column);
    isFull ||= wanted > (index < CORE ? left : left - AIR);
    if (!isFull) left -= wanted;
    return !isFull;
  });
  return { fitting, left };
}

/** By how much columns may grow: half of what is left, in few steps, since each redraws all rows. */
function growthOf(columns: readonly { wish?: number }[], left: number): number {
  const growing = columns.filter(({ wish }) => wish !== undefined).length;
  if (growing === 0 || !Number.isFinite(left)) return 0;
  return Math.max(0, Math.floor(left / 2 / growing / 16) * 16);
}

/**
 * The room of a column’s head, also while the list is sorted by it. The first may have a checkbox before it, and has room
 * for an arrow in any case: pages begin at the same place in all lists.
 */
function headRoom<Row>(
  { label, head, isRowHeader, allowsSorting, align }: FittingColumn<Row>,
  isFirst: boolean,
  hasSelection: boolean,
): number {
  if (isRowHeader) return 0;
  const arrow = isFirst ? ARROW_AFTER : !allowsSorting ? 0 : align ? ARROW : ARROW_AFTER;
  return (
    (head ? labelWidth(head.text) + MARK : labelWidth(label)) + (isFirst && hasSelection ? 1 : 2) * PADDING + arrow
  );
}

/** Keeps columns that are drawn alike: a new array redraws all rows. */
function useKeptColumns<Row>(columns: TableColumn<Row>[]): TableColumn<Row>[] {
  const [kept, keep] = useState(columns);
  const same = replaceEqualDeep(kept, columns);
  if (same !== kept) keep(same);
  return same;
}

function idsOf(columns: readonly { id: string }[]): string {
  return columns.map(({ id }) => id).join(" ");
}

function inOrder<Column extends { id: string }>(
  columns: readonly Column[],
  ids: readonly string[],
  order: readonly string[] | undefined,
) {
  const some = columns.filter(({ id }) => ids.includes(id));
  if (!order) return some;
  const placeOf = ({ id }: Column) => {
    const place = order.indexOf(id);
    if (place < 0) throw new Error(`The order of the columns lacks “${id}”.`);
    return place;
  };
  return some.sort((one, other) => placeOf(one) - placeOf(other));
}
