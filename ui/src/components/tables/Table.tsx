import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type {
  ColumnProps,
  TableProps as RawTableProps,
  ResizableTableContainerProps,
  Selection,
  SortDescriptor,
} from "react-aria-components";
import type { ColumnLayout } from "../../host/contract";
import { lazyWithPreload } from "../deferred";
import { type ColumnSize, DEFAULT_LAYOUT, shownColumns, useColumnSizes } from "./column-layout";
import type { RowMenuProps } from "./RowMenu";

/** Screens without rows do without React Aria's table. */
const [Grid, loadGrid] = lazyWithPreload(() => import("./Grid").then((module) => module.Grid));

export { loadGrid };

/** Row heights in pixels: the token `--row` of both densities. */
const ROW_HEIGHTS = { comfortable: 36, compact: 30 };

/** Of rows with a second line. */
const TWO_LINE_HEIGHTS = { comfortable: 54, compact: 46 };

/** Gray rows while more are loaded. */
export const LOADING_ROWS = 3;

/** The IDs of headings begin with it, and those of rows don’t. */
export const HEADING_MARK = "\n";

export type TableColumn<T> = {
  id: string;
  label: string;
  render: (row: T) => ReactNode;
  /** Names the row for screen readers; can't be hidden. */
  isRowHeader?: boolean;
  /** Can't be hidden. */
  isAlwaysShown?: boolean;
  allowsSorting?: boolean;
  /** Only screen readers say its label. */
  isLabelHidden?: boolean;
  /** A hint about the column. */
  note?: string | undefined;
  align?: "end";
} & Pick<ColumnProps, "defaultWidth" | "minWidth" | "maxWidth">;

export type TableProps<T> = {
  "aria-label": string;
  /** A new array redraws all rows. */
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  /** Identifies a row. */
  idOf: (row: T) => string;
  /** Used for type-ahead and announcements. */
  rowLabel: (row: T) => string;
  /** Selected rows; without it there are no checkboxes. */
  selected?: Selection;
  onSelect?: (selected: Selection) => void;
  /** Rows that aren't loaded aren't selected either. */
  hasUnselected?: boolean;
  /** The sort order, if any. */
  sort?: SortDescriptor | undefined;
  onSort?: (sort: SortDescriptor) => void;
  /** Enter or click on a row. */
  onOpen?: (id: string) => void;
  /** The row with open details. */
  openId?: string | undefined;
  /** Hidden columns and widths; without it the table keeps widths itself. */
  layout?: ColumnLayout | undefined;
  onLayout?: (layout: ColumnLayout) => void;
  /** Context menu of a row: right click, Shift+F10, or the menu key. */
  rowMenu?: (row: T) => ReactNode;
  /** A pending change, such as “Will be deleted”: shown as a badge on a fainter row. */
  pendingOf?: ((row: T) => string | undefined) | undefined;
  /** A note on a row, such as that a change wasn't applied. */
  noteOf?: ((row: T) => string | undefined) | undefined;
  density?: keyof typeof ROW_HEIGHTS;
  /** Rows have a second line. */
  hasTwoLines?: boolean;
  /** The heading of the group that a row is in; it shows above the first row of each. */
  groupOf?: (row: T) => string;
  empty?: ReactNode;
  /** The rows are being replaced, so they are shown fainter. */
  isStale?: boolean;
  /** Called when the end of the rows comes near; without it there are no others. */
  onMore?: (() => void) | undefined;
  /** More rows are being loaded. */
  isLoadingMore?: boolean;
  /** How many rows there are with those that aren't loaded; `null` if unknown. */
  rowCount?: number | null;
};

/** Sortable, resizable, virtualized rows. */
export function Table<T extends object>(props: TableProps<T>) {
  const { columns, rows, idOf, rowLabel, onSelect, onSort, onOpen, openId, empty, isStale } = props;
  const { rowMenu, pendingOf, noteOf } = props;
  const [own, setOwn] = useState(DEFAULT_LAYOUT);
  const layout = props.layout ?? own;
  const { hidden } = layout;
  const shown = useMemo(() => shownColumns(columns, hidden), [columns, hidden]);
  const selected = useSame(props.selected, (selection) => [...selection].join("\n"));
  const sort = useSame(props.sort, ({ column, direction }) => `${column} ${direction}`);
  // React Aria announces the sort column by its visible name.
  const sortHere = shown.some(({ id }) => id === sort?.column) ? sort : undefined;
  const actions = useTableActions({ onSelect, onSort, onOpen });
  const more = useMore(props);
  const { sizes, resetSize, ...resizing } = useColumnSizes(
    shown,
    layout,
    props.onLayout ?? setOwn,
    selected !== undefined,
  );
  const rowHeight = (props.hasTwoLines ? TWO_LINE_HEIGHTS : ROW_HEIGHTS)[props.density ?? "comfortable"];
  const layoutOptions = useMemo(
    () => ({ rowHeight, headingHeight: 32, loaderHeight: rowHeight * LOADING_ROWS }),
    [rowHeight],
  );
  const items = useItems(rows, { idOf, rowLabel, pendingOf, noteOf, openId, groupOf: props.groupOf });
  const grid: Omit<GridProps, "menu"> = {
    label: props["aria-label"],
    columns: shown,
    sizes,
    onReset: resetSize,
    items,
    empty: rows.length === 0 && empty,
    layoutOptions,
    selected,
    isPartial: props.hasUnselected === true && selected !== "all" && (selected?.size ?? 0) > 0,
    sort: sortHere,
    actions,
    resizing,
    isStale: isStale ?? false,
    more,
    rowCount: rowCountOf(props.rowCount, items.length - rows.length),
  };
  // React Aria would select the row while others are selected.
  const openWithEnter = (event: KeyboardEvent) => {
    const key = event.key === "Enter" ? (event.target as HTMLElement).dataset.key : undefined;
    if (!onOpen || !selected || key === undefined || !items.some(({ id }) => id === key)) return;
    event.stopPropagation();
    onOpen(key);
  };
  return (
    <Suspense>
      <Grid
        {...grid}
        menu={{ rows: rows as readonly never[], idOf, rowLabel, rowMenu, onKeyDownCapture: openWithEnter }}
      />
    </Suspense>
  );
}

/** With the head and the headings of groups; −1 if unknown. */
function rowCountOf(rowCount: number | null | undefined, headings: number) {
  return rowCount == null ? (rowCount === null ? -1 : undefined) : rowCount + headings + 1;
}

/** Keeps the previous value while its text is the same. */
function useSame<T>(value: T | undefined, textOf: (value: T) => string): T | undefined {
  const text = value === undefined ? undefined : textOf(value);
  return useMemo(() => value, [text]);
}

type TableActions = Pick<RawTableProps, "onSelectionChange" | "onSortChange" | "onRowAction">;

/** Stable callbacks that always call the latest props. */
function useTableActions({
  onSelect,
  onSort,
  onOpen,
}: Pick<TableProps<never>, "onSelect" | "onSort" | "onOpen">): TableActions {
  const latest = useRef({ onSelect, onSort, onOpen });
  useEffect(() => {
    latest.current = { onSelect, onSort, onOpen };
  });
  const [selects, sorts, opens] = [onSelect, onSort, onOpen].map((act) => act !== undefined);
  return useMemo(
    () => ({
      ...(selects && { onSelectionChange: (selection) => latest.current.onSelect?.(selection) }),
      ...(sorts && { onSortChange: (sort) => latest.current.onSort?.(sort) }),
      ...(opens && { onRowAction: (key) => latest.current.onOpen?.(String(key)) }),
    }),
    [selects, sorts, opens],
  );
}

/** Loading of more rows; stable until it begins or ends. */
function useMore({ onMore, isLoadingMore = false }: Pick<TableProps<never>, "onMore" | "isLoadingMore">) {
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  const isThere = onMore !== undefined || isLoadingMore;
  return useMemo(
    () => (isThere ? { isLoading: isLoadingMore, load: () => latest.current?.() } : undefined),
    [isThere, isLoadingMore],
  );
}

/** Props of the grid; all but the menu are stable until they change. */
export type GridProps = {
  menu: Omit<RowMenuProps<never>, "children">;
  label: string;
  columns: readonly TableColumn<never>[];
  sizes: ReadonlyMap<string, ColumnSize>;
  /** Resets a column's width. */
  onReset: (id: string) => void;
  items: readonly Item[];
  empty: ReactNode;
  layoutOptions: { rowHeight: number; headingHeight: number; loaderHeight: number };
  selected: Selection | undefined;
  /** Not all rows are selected, even if all loaded ones are. */
  isPartial: boolean;
  sort: SortDescriptor | undefined;
  actions: TableActions;
  resizing: Pick<ResizableTableContainerProps, "onResizeStart" | "onResize" | "onResizeEnd">;
  isStale: boolean;
  more: { isLoading: boolean; load: () => void } | undefined;
  /** For screen readers; −1 if unknown. */
  rowCount: number | undefined;
};

/** Everything that determines how a row is drawn, except columns. */
type Item = {
  row: object;
  id: string;
  text: string;
  badge: string | undefined;
  isPending: boolean;
  isOpen: boolean;
  /** The heading of a group, instead of a row. */
  isHeading?: boolean;
};

type Readers<T> = Pick<TableProps<T>, "idOf" | "rowLabel" | "pendingOf" | "noteOf" | "openId"> & {
  groupOf: TableProps<T>["groupOf"] | undefined;
};

/** Rows as drawn; unchanged ones keep their identity, so that they aren't redrawn. */
function useItems<T extends object>(rows: readonly T[], readers: Readers<T>): Item[] {
  const { idOf, rowLabel, pendingOf, noteOf, openId, groupOf } = readers;
  const [known] = useState(() => new WeakMap<T, Item>());
  const marks = rows.map((row) => `${pendingOf?.(row) ?? ""}\t${noteOf?.(row) ?? ""}`).join("\n");
  const groups = groupOf && rows.map(groupOf);
  // Not on the functions: they change on every render, but return the same.
  const items = useMemo(
    () =>
      rows.map((row) => {
        const id = idOf(row);
        const pending = pendingOf?.(row);
        const isPending = pending !== undefined;
        const item = {
          row,
          id,
          text: rowLabel(row),
          badge: pending ?? noteOf?.(row),
          isPending,
          isOpen: id === openId,
        };
        const before = known.get(row);
        if (before && before.badge === item.badge && before.isPending === isPending && before.isOpen === item.isOpen)
          return before;
        known.set(row, item);
        return item;
      }),
    [rows, marks, openId, known],
  );
  return useMemo(() => (groups ? withHeadings(items, groups) : items), [items, groups?.join("\n")]);
}

/** A heading above the first item of each group. */
function withHeadings(items: readonly Item[], groups: readonly string[]): Item[] {
  return items.flatMap((item, at) => {
    const text = groups[at] ?? "";
    if (text === groups[at - 1]) return [item];
    const heading = { row: {}, id: HEADING_MARK + text, text, badge: undefined, isPending: false, isOpen: false };
    return [{ ...heading, isHeading: true }, item];
  });
}
