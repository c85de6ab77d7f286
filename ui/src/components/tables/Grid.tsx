import { useLingui } from "@lingui/react/macro";
import { CircleAlert, Trash2 } from "lucide-react";
import { type ComponentProps, memo, useMemo } from "react";
import {
  Cell,
  Collection,
  Column,
  ColumnResizer,
  Table as RawTable,
  ResizableTableContainer,
  Row,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
  Virtualizer,
} from "react-aria-components";
import { createRequiredContext } from "../../required-context";
import { classes } from "../class-names";
import { Checkbox } from "../fields/Checkbox";
import { Skeleton } from "../layout/Skeleton";
import { Badge } from "../marks/Badge";
import { GroupedLayout } from "./grouped-layout";
import { Heading, placeOf } from "./Heading";
import { RowMenu, RowMenuButton } from "./RowMenu";
import { type GridProps, LOADING_ROWS } from "./Table";
import styles from "./Table.module.css";
import { useOpenInView } from "./use-open-in-view";

/** Of the column with the checkboxes, in pixels: the gutter before the text, where that is as wide. */
const BOX_WIDTH = 32;

/** How far before the end more rows are loaded, as a share of the rows in view. */
const NEAR = 0.25;

type Content = Pick<GridProps, "items" | "empty" | "more" | "rowCount">;

/** Changes with the rows: as props of its table, React Aria would redraw the old rows before it draws the new ones. */
const [ContentProvider, useContent] = createRequiredContext<Content>("Content of a table");

/** React Aria's grid, with keyboard, pointer, and screen reader support. */
export function Grid({ resizing, isStale, menu, items, empty, more, rowCount, ...table }: GridProps) {
  const scroller = useOpenInView({ items, layoutOptions: table.layoutOptions });
  const content = useMemo(() => ({ items, empty, more, rowCount }), [items, empty, more, rowCount]);
  return (
    <RowMenu {...menu}>
      <ResizableTableContainer
        {...resizing}
        ref={scroller}
        className={classes(styles.container, table.selected !== undefined && styles.withBoxes, isStale && styles.stale)}
      >
        <ContentProvider value={content}>
          <Rows {...table} />
        </ContentProvider>
      </ResizableTableContainer>
    </RowMenu>
  );
}

// React Aria redraws all rows whenever the table renders.
const Rows = memo(function Rows(props: Omit<GridProps, "resizing" | "isStale" | "menu" | keyof Content>) {
  const { label, columns, sizes, onReset, layoutOptions, selected, isPartial, sort, actions } = props;
  const isSelectable = selected !== undefined;
  return (
    <Virtualizer layout={GroupedLayout} layoutOptions={layoutOptions}>
      <RawTable
        aria-label={label}
        className={styles.table}
        selectionMode={isSelectable ? "multiple" : "none"}
        data-selects={selected === "all" || (selected?.size ?? 0) > 0 || undefined}
        {...(selected && { selectedKeys: selected })}
        {...(sort && { sortDescriptor: sort })}
        render={(table) => <Counted {...(table as ComponentProps<"div">)} />}
        {...actions}
      >
        <Head columns={columns} sizes={sizes} isSelectable={isSelectable} isPartial={isPartial} onReset={onReset} />
        <Body columns={columns} isSelectable={isSelectable} rowHeight={layoutOptions.rowHeight} />
      </RawTable>
    </Virtualizer>
  );
});

/** React Aria counts only the loaded rows. */
function Counted(table: ComponentProps<"div">) {
  const { rowCount } = useContent();
  return <div {...table} {...(rowCount !== undefined && { "aria-rowcount": rowCount })} />;
}

type HeadProps = Pick<GridProps, "columns" | "sizes" | "isPartial" | "onReset"> & { isSelectable: boolean };

// React Aria rebuilds all rows when any prop changes, so props must be stable.
const Head = memo(function Head({ columns, sizes, isSelectable, isPartial, onReset }: HeadProps) {
  const { t } = useLingui();
  return (
    <TableHeader className={styles.header}>
      {isSelectable && (
        <Column width={BOX_WIDTH} minWidth={BOX_WIDTH} className={styles.selection}>
          <Checkbox slot="selection" {...(isPartial && { isIndeterminate: true })} />
        </Column>
      )}
      {columns.map(({ id, label, isLabelHidden, note, align, ...column }, index) => (
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
            <Heading
              label={label}
              isLabelHidden={isLabelHidden}
              note={note}
              align={align}
              className={placeOf(index, columns.length, isSelectable)}
              direction={allowsSorting ? sortDirection : undefined}
            >
              <ColumnResizer
                className={styles.resizer}
                // React Aria adds the column's name.
                aria-label={t`Column width`}
                onDoubleClick={() => onReset(id)}
              />
            </Heading>
          )}
        </Column>
      ))}
    </TableHeader>
  );
});

type BodyProps = Pick<GridProps, "columns"> & { isSelectable: boolean; rowHeight: number };

const Body = memo(function Body({ columns, isSelectable, rowHeight }: BodyProps) {
  const { items, empty, more } = useContent();
  return (
    <TableBody renderEmptyState={() => <div className={styles.empty}>{empty}</div>}>
      <Collection items={items} dependencies={[columns, isSelectable]}>
        {({ row, id, text, badge, isPending, isOpen, isHeading }) =>
          isHeading ? (
            <Row id={id} textValue={text} isDisabled className={styles.row}>
              <Cell colSpan={columns.length + (isSelectable ? 1 : 0)} className={styles.group}>
                {text}
              </Cell>
            </Row>
          ) : (
            <Row
              id={id}
              textValue={text}
              data-open={isOpen || undefined}
              className={classes(styles.row, isOpen && styles.open, isPending && styles.pending)}
            >
              {isSelectable && (
                <Cell className={styles.selection}>
                  <Checkbox slot="selection" />
                </Cell>
              )}
              {columns.map(({ id: column, align, isRowHeader, render }, index) => (
                <Cell
                  key={column}
                  className={classes(styles.cell, align && styles.end, placeOf(index, columns.length, isSelectable))}
                >
                  {render(row as never)}
                  {isRowHeader && badge !== undefined && (
                    <span className={styles.badge} title={badge}>
                      {isPending ? (
                        <Trash2 size={14} strokeWidth={1.9} aria-hidden />
                      ) : (
                        <CircleAlert size={14} strokeWidth={1.9} aria-hidden />
                      )}
                      <Badge>{badge}</Badge>
                    </span>
                  )}
                  {index === columns.length - 1 && <RowMenuButton id={id} text={text} />}
                </Cell>
              ))}
            </Row>
          )
        }
      </Collection>
      {more && (
        <TableLoadMoreItem
          isLoading={more.isLoading}
          onLoadMore={more.load}
          scrollOffset={NEAR}
          render={(row) => {
            // Only rows of trees have levels.
            const { "aria-level": _, ...props } = row as ComponentProps<"div">;
            return <div {...props} />;
          }}
        >
          <Skeleton rows={LOADING_ROWS} rowHeight={rowHeight} />
        </TableLoadMoreItem>
      )}
    </TableBody>
  );
});
