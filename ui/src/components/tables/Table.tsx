import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type {
  ColumnProps,
  TableProps as RawTableProps,
  ResizableTableContainerProps,
  Selection,
  SortDescriptor,
} from "react-aria-components";
import type { ColumnLayout } from "../../host/contract";
import { afterFirstPicture, preloadable } from "../deferred";
import { type ColumnSize, shownColumns, DEFAULT_LAYOUT, useColumnSizes } from "./column-layout";
import { RowMenu } from "./RowMenu";
import { FirstRows } from "./StaticRows";

/** React Aria's table, which the first picture does without; and what loads it before it is drawn. */
const [Grid, loadGrid] = preloadable(() => afterFirstPicture(() => import("./Grid")).then((module) => module.Grid));

export { loadGrid };

/** Heights of rows in pixels: the tokens `--row` of the two densities. */
const ROW_HEIGHTS = { comfortable: 36, compact: 30 };

/** One column of a {@link Table}. */
export type TableColumn<T> = {
  id: string;
  label: string;
  render: (row: T) => ReactNode;
  /** It names the row for screen readers, so that it cannot be hidden. */
  isRowHeader?: boolean;
  /** It cannot be hidden. */
  isAlwaysShown?: boolean;
  allowsSorting?: boolean;
  /** What there is to know of the column, beside its name. */
  note?: string | undefined;
  align?: "end";
} & Pick<ColumnProps, "defaultWidth" | "minWidth" | "maxWidth">;

export type TableProps<T> = {
  "aria-label": string;
  /** Rows are drawn anew whenever this is another array. */
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  /** What identifies a row. */
  idOf: (row: T) => string;
  /** What typing finds, and what screen readers call the row in announcements. */
  textOf: (row: T) => string;
  /** Selected rows; without it the table has no boxes to tick. */
  selected?: Selection;
  onSelect?: (selected: Selection) => void;
  /** How the rows are sorted, as far as they are. */
  sort?: SortDescriptor | undefined;
  onSort?: (sort: SortDescriptor) => void;
  /** Enter or a press on a row. */
  onOpen?: (id: string) => void;
  /** The row whose details are open beside the table. */
  openId?: string | undefined;
  /** Which columns are hidden and how wide the others are; without it the table keeps the widths while it is there. */
  layout?: ColumnLayout | undefined;
  onLayout?: (layout: ColumnLayout) => void;
  /** The entries of a row's menu, which a right click, Shift+F10 or the menu key opens. */
  menuOf?: (row: T) => ReactNode;
  /** What is about to happen to a row, such as that it will be deleted: it is marked with that, and drawn fainter. */
  pendingOf?: ((row: T) => string | undefined) | undefined;
  density?: keyof typeof ROW_HEIGHTS;
  /** In place of rows. */
  empty?: ReactNode;
  /** The rows are being replaced: they are shown fainter meanwhile. */
  isStale?: boolean;
};

/** Rows in columns that can be sorted, hidden and made wider; only the rows in view are in the page. */
export function Table<T extends object>(props: TableProps<T>) {
  const { columns, rows, idOf, textOf, onSelect, onSort, onOpen, openId, empty, isStale } = props;
  const { menuOf, pendingOf } = props;
  const [own, setOwn] = useState(DEFAULT_LAYOUT);
  const layout = props.layout ?? own;
  const { hidden } = layout;
  const shown = useMemo(() => shownColumns(columns, hidden), [columns, hidden]);
  const selected = useSame(props.selected, (selection) => [...selection].join("\n"));
  const sort = useSame(props.sort, ({ column, direction }) => `${column} ${direction}`);
  // React Aria announces by which column the rows are sorted, by the name of the column in view.
  const sortHere = shown.some(({ id }) => id === sort?.column) ? sort : undefined;
  const acts = useActs({ onSelect, onSort, onOpen });
  const { sizes, resetSize, ...resizing } = useColumnSizes(shown, layout, props.onLayout ?? setOwn);
  const rowHeight = ROW_HEIGHTS[props.density ?? "comfortable"];
  const layoutOptions = useMemo(() => ({ rowHeight, headingHeight: 32 }), [rowHeight]);
  const items = useItems(rows, { idOf, textOf, pendingOf, openId });
  const grid: GridProps = {
    label: props["aria-label"],
    columns: shown,
    sizes,
    onReset: resetSize,
    items,
    empty: rows.length === 0 && empty,
    layoutOptions,
    selected,
    sort: sortHere,
    acts,
    resizing,
    isStale: isStale ?? false,
  };
  return (
    <RowMenu rows={rows} idOf={idOf} textOf={textOf} menuOf={menuOf}>
      <Suspense fallback={<FirstRows {...grid} />}>
        <Grid {...grid} />
      </Suspense>
    </RowMenu>
  );
}

/** The value as it was before, as long as its text, which is all of it, is the same. */
function useSame<T>(value: T | undefined, textOf: (value: T) => string): T | undefined {
  const text = value === undefined ? undefined : textOf(value);
  return useMemo(() => value, [text]);
}

type Acts = Pick<RawTableProps, "onSelectionChange" | "onSortChange" | "onRowAction">;

/** What there is to do with rows, by functions that stay the same while what they call changes. */
function useActs({ onSelect, onSort, onOpen }: Pick<TableProps<never>, "onSelect" | "onSort" | "onOpen">): Acts {
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

/** What the rows and columns of a table are drawn from; each is the same as before until it changes. */
export type GridProps = {
  label: string;
  columns: readonly TableColumn<never>[];
  sizes: ReadonlyMap<string, ColumnSize>;
  /** Asked for the usual width of a column, by its id. */
  onReset: (id: string) => void;
  items: readonly Item[];
  empty: ReactNode;
  layoutOptions: { rowHeight: number; headingHeight: number };
  selected: Selection | undefined;
  sort: SortDescriptor | undefined;
  acts: Acts;
  resizing: Pick<ResizableTableContainerProps, "onResizeStart" | "onResize" | "onResizeEnd">;
  isStale: boolean;
};

/** A row with all that decides how it is drawn, besides the columns. */
type Item = { row: object; id: string; text: string; pending: string | undefined; isOpen: boolean };

type Readers<T> = Pick<TableProps<T>, "idOf" | "textOf" | "pendingOf" | "openId">;

/** The rows as the table draws them: one that looks as before is the same object as before, so that it is not drawn anew. */
function useItems<T extends object>(rows: readonly T[], { idOf, textOf, pendingOf, openId }: Readers<T>): Item[] {
  const [known] = useState(() => new WeakMap<T, Item>());
  const marks = pendingOf ? rows.map((row) => pendingOf(row) ?? "").join("\n") : "";
  // Not on the functions: they are made anew all the time, and read the same.
  return useMemo(
    () =>
      rows.map((row) => {
        const id = idOf(row);
        const item = { row, id, text: textOf(row), pending: pendingOf?.(row), isOpen: id === openId };
        const before = known.get(row);
        if (before && before.pending === item.pending && before.isOpen === item.isOpen) return before;
        known.set(row, item);
        return item;
      }),
    [rows, marks, openId, known],
  );
}
