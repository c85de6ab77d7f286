import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import {
  Cell,
  Column,
  type ColumnProps,
  ColumnResizer,
  Table as RawTable,
  ResizableTableContainer,
  Row,
  type Selection,
  type SortDescriptor,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
  VisuallyHidden,
} from "react-aria-components";
import { Checkbox } from "./Checkbox";
import { classes } from "./class-names";
import styles from "./Table.module.css";

/** Heights of rows in pixels. */
const ROW_HEIGHTS = { comfortable: 36, compact: 30 };

/** One column of a {@link Table}. */
export type TableColumn<T> = {
  id: string;
  label: string;
  render: (row: T) => ReactNode;
  /** It names the row for screen readers. */
  isRowHeader?: boolean;
  allowsSorting?: boolean;
  /** What there is to know of the column, beside its name. */
  note?: string | undefined;
  align?: "end";
} & Pick<ColumnProps, "defaultWidth" | "minWidth" | "maxWidth">;

export type TableProps<T> = {
  "aria-label": string;
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
  density?: keyof typeof ROW_HEIGHTS;
  /** In place of rows. */
  empty?: ReactNode;
  /** The rows are being replaced: they are shown fainter meanwhile. */
  isStale?: boolean;
};

/** Rows in columns that can be sorted and made wider; only the rows in view are in the page. */
export function Table<T extends object>(props: TableProps<T>) {
  const { columns, rows, idOf, textOf, selected, onSelect, sort, onSort, onOpen, openId, empty, isStale } = props;
  const { t } = useLingui();
  const rowHeight = ROW_HEIGHTS[props.density ?? "comfortable"];
  return (
    <ResizableTableContainer className={classes(styles.container, isStale && styles.stale)}>
      <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight, headingHeight: 32 }}>
        <RawTable
          aria-label={props["aria-label"]}
          className={styles.table}
          selectionMode={selected ? "multiple" : "none"}
          {...(selected && { selectedKeys: selected })}
          {...(onSelect && { onSelectionChange: onSelect })}
          {...(sort && { sortDescriptor: sort })}
          {...(onSort && { onSortChange: onSort })}
          {...(onOpen && { onRowAction: (key) => onOpen(String(key)) })}
        >
          <TableHeader className={styles.header}>
            {selected && (
              <Column width={44} minWidth={44} className={styles.selection}>
                <Checkbox slot="selection" />
              </Column>
            )}
            {columns.map(({ id, label, note, align, render: _, ...column }) => (
              <Column key={id} id={id} textValue={label} {...column} className={styles.column}>
                {({ sortDirection, allowsSorting }) => (
                  <div className={classes(styles.heading, align === "end" && styles.end)} title={note}>
                    <span className={classes(styles.headingText, note !== undefined && styles.noted)}>{label}</span>
                    {note !== undefined && <VisuallyHidden>{note}</VisuallyHidden>}
                    {allowsSorting &&
                      (sortDirection === "ascending" ? (
                        <ArrowUp size={13} aria-hidden />
                      ) : (
                        sortDirection && <ArrowDown size={13} aria-hidden />
                      ))}
                    <ColumnResizer className={styles.resizer} aria-label={t`Width of ${label}`} />
                  </div>
                )}
              </Column>
            ))}
          </TableHeader>
          <TableBody
            items={rows}
            renderEmptyState={() => <div className={styles.empty}>{empty}</div>}
            dependencies={[columns, openId]}
          >
            {(row) => (
              <Row
                id={idOf(row)}
                textValue={textOf(row)}
                className={classes(styles.row, idOf(row) === openId && styles.open)}
              >
                {selected && (
                  <Cell className={styles.selection}>
                    <Checkbox slot="selection" />
                  </Cell>
                )}
                {columns.map(({ id, align, render }) => (
                  <Cell key={id} className={classes(styles.cell, align === "end" && styles.end)}>
                    {render(row)}
                  </Cell>
                ))}
              </Row>
            )}
          </TableBody>
        </RawTable>
      </Virtualizer>
    </ResizableTableContainer>
  );
}
