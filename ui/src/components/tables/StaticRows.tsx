import { Check } from "lucide-react";
import type { CSSProperties, MouseEvent } from "react";
import { classes } from "../class-names";
import boxes from "../fields/Checkbox.module.css";
import { Badge } from "../marks/Badge";
import type { ColumnSize } from "./column-layout";
import { Heading, placeOf } from "./Heading";
import styles from "./StaticRows.module.css";
import type { GridProps, TableColumn } from "./Table";
import table from "./Table.module.css";

/** More than fit on most screens before the grid has loaded. */
const MOST = 40;

/** Static rows until the grid has loaded: readable and clickable, without keyboard navigation. */
export function StaticRows({ label, columns, sizes, items, empty, layoutOptions, selected, sort, actions }: GridProps) {
  const places = columns.map((column) => ({ ...column, style: styleOf(column, sizes.get(column.id)) }));
  const isSelected = (id: string) => selected === "all" || (selected?.has(id) ?? false);

  function press({ target }: MouseEvent) {
    const cell = (target as Element).closest<HTMLElement>("th, td");
    const row = cell?.closest("tr")?.dataset.row;
    const column = columns.find(({ id }) => id === cell?.dataset.column);
    if (!cell) return;
    if (!column) actions.onSelectionChange?.(row === undefined ? "all" : toggled(row));
    else if (row !== undefined && items.some(({ id }) => isSelected(id))) actions.onSelectionChange?.(toggled(row));
    else if (row !== undefined) actions.onRowAction?.(row);
    else if (column.allowsSorting) {
      const isTurned = sort?.column === column.id && sort.direction === "ascending";
      actions.onSortChange?.({ column: column.id, direction: isTurned ? "descending" : "ascending" });
    }
  }

  function toggled(id: string) {
    const ids = new Set(items.map((item) => item.id).filter(isSelected));
    if (!ids.delete(id)) ids.add(id);
    return ids;
  }

  return (
    <div className={table.container}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the rows that come in a moment have keys */}
      <table
        aria-label={label}
        className={classes(styles.table, table.table)}
        data-selects={items.some(({ id }) => isSelected(id)) || undefined}
        onClick={press}
      >
        <thead>
          <tr className={classes(table.header, styles.row)} style={{ height: layoutOptions.headingHeight }}>
            {selected && <Box isSelected={false} />}
            {places.map(({ id, label: name, isLabelHidden, note, align, style }, index) => (
              <th key={id} data-column={id} className={table.column} style={style}>
                <Heading
                  label={name}
                  isLabelHidden={isLabelHidden}
                  note={note}
                  align={align}
                  className={placeOf(index, places.length, selected !== undefined)}
                  direction={sort?.column === id ? sort.direction : undefined}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(0, MOST).map((item) =>
            item.isHeading ? (
              <tr key={item.id} className={styles.row} style={{ height: layoutOptions.rowHeight }}>
                <td className={table.group}>{item.text}</td>
              </tr>
            ) : (
              <Row
                key={item.id}
                item={item}
                places={places}
                height={layoutOptions.rowHeight}
                isSelected={selected && isSelected(item.id)}
              />
            ),
          )}
        </tbody>
      </table>
      {items.length === 0 && <div className={styles.empty}>{empty}</div>}
    </div>
  );
}

type RowProps = {
  item: GridProps["items"][number];
  places: readonly (GridProps["columns"][number] & { style: CSSProperties })[];
  height: number | undefined;
  /** Absent if rows can't be selected. */
  isSelected: boolean | undefined;
};

function Row({ item, places, height, isSelected }: RowProps) {
  const { row, id, badge, isPending, isOpen } = item;
  return (
    <tr
      data-row={id}
      data-selected={isSelected || undefined}
      className={classes(table.row, styles.row, isOpen && table.open, isPending && table.pending)}
      style={{ height }}
    >
      {isSelected !== undefined && <Box isSelected={isSelected} />}
      {places.map(({ id: column, align, isRowHeader, render, style }, index) => (
        <td
          key={column}
          data-column={column}
          className={classes(table.cell, align && table.end, placeOf(index, places.length, isSelected !== undefined))}
          style={style}
        >
          {render(row as never)}
          {isRowHeader && badge !== undefined && <Badge>{badge}</Badge>}
        </td>
      ))}
    </tr>
  );
}

function Box({ isSelected }: { isSelected: boolean }) {
  return (
    <td className={classes(table.selection, styles.selection)}>
      <span className={classes(boxes.checkbox, boxes.alone)} data-selected={isSelected || undefined}>
        <span className={boxes.box}>{isSelected && <Check size={12} strokeWidth={3} aria-hidden />}</span>
      </span>
    </td>
  );
}

/** Column positions as in React Aria's layout. */
function styleOf({ minWidth, maxWidth }: TableColumn<never>, size: ColumnSize = "1fr"): CSSProperties {
  const limits = { minWidth: minWidth ?? 75, maxWidth: maxWidth ?? "none" };
  return typeof size === "string" && size.endsWith("fr")
    ? { ...limits, flex: `${Number.parseFloat(size)} 1 0` }
    : { ...limits, flex: "none", width: size };
}
