import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import {
  Cell,
  Column,
  type ColumnProps,
  ColumnResizer,
  Table as RawTable,
  type TableProps as RawTableProps,
  ResizableTableContainer,
  Row,
  type Selection,
  type SortDescriptor,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from "react-aria-components";
import type { ColumnLayout } from "../host/contract";
import { Badge } from "./Badge";
import { Checkbox } from "./Checkbox";
import { classes } from "./class-names";
import { type ColumnSize, shownColumns, USUAL_LAYOUT, useColumnSizes } from "./column-layout";
import { RowMenu } from "./RowMenu";
import styles from "./Table.module.css";

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
  const [own, setOwn] = useState(USUAL_LAYOUT);
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
  return (
    <RowMenu rows={rows} idOf={idOf} textOf={textOf} menuOf={menuOf}>
      <ResizableTableContainer {...resizing} className={classes(styles.container, isStale && styles.stale)}>
        <Grid
          label={props["aria-label"]}
          columns={shown}
          sizes={sizes}
          onReset={resetSize}
          items={items}
          empty={rows.length === 0 && empty}
          layoutOptions={layoutOptions}
          selected={selected}
          sort={sortHere}
          acts={acts}
        />
      </ResizableTableContainer>
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

type GridProps = Omit<HeadProps & BodyProps, "isSelectable"> & {
  label: string;
  layoutOptions: { rowHeight: number; headingHeight: number };
  selected: Selection | undefined;
  sort: SortDescriptor | undefined;
  acts: Acts;
};

// React Aria draws all rows anew whenever the table is drawn.
const Grid = memo(function Grid(props: GridProps) {
  const { label, columns, sizes, onReset, items, empty, layoutOptions, selected, sort, acts } = props;
  const isSelectable = selected !== undefined;
  return (
    <Virtualizer layout={TableLayout} layoutOptions={layoutOptions}>
      <RawTable
        aria-label={label}
        className={styles.table}
        selectionMode={isSelectable ? "multiple" : "none"}
        {...(selected && { selectedKeys: selected })}
        {...(sort && { sortDescriptor: sort })}
        {...acts}
      >
        <Head columns={columns} sizes={sizes} isSelectable={isSelectable} onReset={onReset} />
        <Body items={items} columns={columns} isSelectable={isSelectable} empty={empty} />
      </RawTable>
    </Virtualizer>
  );
});

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

type HeadProps = {
  columns: readonly Pick<TableColumn<never>, Exclude<keyof TableColumn<never>, "render">>[];
  sizes: ReadonlyMap<string, ColumnSize>;
  isSelectable: boolean;
  /** Asked for the usual width of a column, by its id. */
  onReset: (id: string) => void;
};

// React Aria makes all rows anew after whatever comes to it from here: hence what did not change must not come again.
const Head = memo(function Head({ columns, sizes, isSelectable, onReset }: HeadProps) {
  const { t } = useLingui();
  return (
    <TableHeader className={styles.header}>
      {isSelectable && (
        <Column width={44} minWidth={44} className={styles.selection}>
          <Checkbox slot="selection" />
        </Column>
      )}
      {columns.map(({ id, label, note, align, ...column }) => (
        <Column
          key={id}
          id={id}
          // Without a name of its own it is called by all that is in it, the handle for its width included.
          render={(head) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a column header
            <div {...(head as ComponentProps<"div">)} aria-label={note === undefined ? label : t`${label}. ${note}`} />
          )}
          textValue={label}
          isRowHeader={column.isRowHeader ?? false}
          allowsSorting={column.allowsSorting ?? false}
          width={sizes.get(id) ?? null}
          minWidth={column.minWidth ?? null}
          maxWidth={column.maxWidth ?? null}
          className={styles.column}
        >
          {({ sortDirection, allowsSorting }) => (
            <div className={classes(styles.heading, align && styles.end)} title={note}>
              {/* The keyboard comes here first, where Enter sorts, and from here to the handle. */}
              <div role="presentation" tabIndex={-1} className={styles.name}>
                <span className={classes(styles.headingText, note !== undefined && styles.noted)}>{label}</span>
                {allowsSorting &&
                  (sortDirection === "ascending" ? (
                    <ArrowUp size={13} aria-hidden />
                  ) : (
                    sortDirection && <ArrowDown size={13} aria-hidden />
                  ))}
              </div>
              <ColumnResizer
                className={styles.resizer}
                // React Aria adds the name of the column.
                aria-label={t`Width of the column`}
                onDoubleClick={() => onReset(id)}
              />
            </div>
          )}
        </Column>
      ))}
    </TableHeader>
  );
});

type BodyProps = {
  items: readonly Item[];
  columns: readonly TableColumn<never>[];
  isSelectable: boolean;
  empty: ReactNode;
};

const Body = memo(function Body({ items, columns, isSelectable, empty }: BodyProps) {
  return (
    <TableBody
      items={items}
      renderEmptyState={() => <div className={styles.empty}>{empty}</div>}
      dependencies={[columns, isSelectable]}
    >
      {({ row, id, text, pending, isOpen }) => (
        <Row
          id={id}
          textValue={text}
          data-open={isOpen || undefined}
          className={classes(styles.row, isOpen && styles.open, pending !== undefined && styles.pending)}
        >
          {isSelectable && (
            <Cell className={styles.selection}>
              <Checkbox slot="selection" />
            </Cell>
          )}
          {columns.map(({ id, align, isRowHeader, render }) => (
            <Cell key={id} className={classes(styles.cell, align && styles.end)}>
              {render(row as never)}
              {isRowHeader && pending !== undefined && <Badge>{pending}</Badge>}
            </Cell>
          ))}
        </Row>
      )}
    </TableBody>
  );
});
