import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, memo, type ReactNode } from "react";
import {
  Cell,
  Column,
  ColumnResizer,
  Table as RawTable,
  ResizableTableContainer,
  Row,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from "react-aria-components";
import { classes } from "../class-names";
import { Checkbox } from "../fields/Checkbox";
import { Badge } from "../marks/Badge";
import { Heading } from "./Heading";
import type { GridProps } from "./Table";
import styles from "./Table.module.css";

/** Rows and columns as React Aria makes them, with all that keyboards, pointers and screen readers can do there. */
export function Grid({ resizing, isStale, ...props }: GridProps) {
  return (
    <ResizableTableContainer {...resizing} className={classes(styles.container, isStale && styles.stale)}>
      <Rows {...props} />
    </ResizableTableContainer>
  );
}

// React Aria redraws all rows whenever the table renders.
const Rows = memo(function Rows(props: Omit<GridProps, "resizing" | "isStale">) {
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

type HeadProps = Pick<GridProps, "columns" | "sizes" | "onReset"> & { isSelectable: boolean };

// React Aria rebuilds all rows when any prop changes, so props must be stable.
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
          // Otherwise the label would include the resize handle.
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
            <Heading label={label} note={note} align={align} direction={allowsSorting ? sortDirection : undefined}>
              <ColumnResizer
                className={styles.resizer}
                // React Aria adds the column's name.
                aria-label={t`Width of the column`}
                onDoubleClick={() => onReset(id)}
              />
            </Heading>
          )}
        </Column>
      ))}
    </TableHeader>
  );
});

type BodyProps = Pick<GridProps, "items" | "columns"> & { isSelectable: boolean; empty: ReactNode };

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
