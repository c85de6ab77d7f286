import { useLingui } from "@lingui/react/macro";
import { classes } from "../../class-names";
import { type ColumnWidths, leastOf } from "../column-layout";
import type { TableColumn, TableProps } from "../Table";
import styles from "./Grid.module.css";
import { Heading, placeOf } from "./Heading";
import { Resizer } from "./Resizer";
import { RowBox } from "./RowBox";
import type { Choosing } from "./use-choosing";

type HeadProps = Required<Pick<TableProps<never>, "columns" | "hasUnselected">> & {
  choosing: Choosing | null;
  sort: TableProps<never>["sort"];
  onSort: TableProps<never>["onSort"];
  resizing: ColumnWidths;
  /** The beginning of its elements' ids. */
  base: string;
  onToggle: (box: HTMLInputElement) => void;
};

/** The heads of the columns, which sort and resize them. */
export function Head({ columns, choosing, hasUnselected, sort, onSort, resizing, base, onToggle }: HeadProps) {
  const { t } = useLingui();
  const isSelectable = choosing !== null;
  const isWhole = choosing?.isAll === true && !hasUnselected;

  function sortBy({ id, allowsSorting }: TableColumn<never>) {
    const isAscending = sort?.column === id && sort.direction === "ascending";
    if (allowsSorting) onSort?.({ column: id, direction: isAscending ? "descending" : "ascending" });
  }

  return (
    <div role="rowgroup" className={styles.header}>
      <div role="row" aria-rowindex={1} className={styles.heads}>
        {isSelectable && (
          <div role="columnheader" className={styles.selection}>
            <RowBox
              id={`${base}-all`}
              label={t`Select all`}
              isSelected={isWhole}
              isPartial={choosing.chosen.size > 0 && !isWhole}
              onToggle={onToggle}
            />
          </div>
        )}
        {columns.map((column, index) => {
          const { id, label, note, allowsSorting } = column;
          const direction = sort?.column === id ? sort.direction : undefined;
          const headId = `${base}-${index}`;
          const width = resizing.widths[index] ?? 0;
          return (
            <div
              key={id}
              id={headId}
              role="columnheader"
              // Otherwise the label would include the resize handle.
              aria-label={note === undefined ? label : t`${label}. ${note}`}
              {...(allowsSorting && { "aria-sort": direction ?? "none" })}
              className={classes(styles.column, allowsSorting && styles.sortable)}
              style={{ width }}
              onClick={() => sortBy(column)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                sortBy(column);
              }}
            >
              <Heading
                label={label}
                isLabelHidden={column.isLabelHidden}
                head={column.head}
                note={note}
                align={column.align}
                className={placeOf(index, columns.length, isSelectable)}
                direction={allowsSorting ? direction : undefined}
              >
                <Resizer
                  width={width}
                  minWidth={leastOf(column)}
                  headId={headId}
                  onResize={(to) => resizing.resizeTo(index, to)}
                  onEnd={resizing.endResize}
                  onReset={() => resizing.resetWidth(id)}
                />
              </Heading>
            </div>
          );
        })}
      </div>
    </div>
  );
}
