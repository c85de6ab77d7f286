import { useLingui } from "@lingui/react/macro";
import { CircleAlert, Trash2 } from "lucide-react";
import { memo } from "react";
import { classes } from "../../class-names";
import { Badge } from "../../marks/Badge";
import type { TableColumn } from "../Table";
import styles from "./Grid.module.css";
import { placeOf } from "./Heading";
import { RowBox } from "./RowBox";
import { RowMenuButton } from "./RowMenu";
import type { Item } from "./use-items";

type RowProps = {
  item: Item;
  columns: readonly TableColumn<never>[];
  isSelectable: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  index: number;
  /** Its place, in pixels. */
  top: number;
  height: number;
  /** The beginning of its elements' ids. */
  base: string;
  onToggle: (box: HTMLInputElement) => void;
};

/** A row of a grid, or the heading of a group; drawn again only with other props. */
export const Row = memo(function Row({ item, columns, isSelectable, isSelected, isTabStop, ...place }: RowProps) {
  const { t } = useLingui();
  const { row, id, text, badge, isPending, isOpen, isApart, isHeading, note } = item;
  const { index, top, height, base, onToggle } = place;
  const common = { role: "row", "aria-rowindex": index + 2, style: { top, height } };
  if (isHeading) {
    return (
      <div {...common} className={classes(styles.row, styles.groupRow)}>
        <div role="gridcell" aria-colspan={columns.length + Number(isSelectable)} className={styles.group}>
          {text} {note !== undefined && <span className={styles.groupNote}>{note}</span>}
        </div>
      </div>
    );
  }
  const nameId = `${base}-row-${index}`;
  const Mark = isPending ? Trash2 : CircleAlert;
  return (
    <div
      {...common}
      tabIndex={isTabStop ? 0 : -1}
      aria-labelledby={nameId}
      data-key={id}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      {...(isSelectable && { "aria-selected": isSelected })}
      className={classes(styles.row, isPending && styles.pending, isApart && styles.apart)}
    >
      {isSelectable && (
        <div role="gridcell" className={styles.selection}>
          <RowBox
            id={`${nameId}-box`}
            label={t`Select`}
            labelledBy={nameId}
            isSelected={isSelected}
            onToggle={onToggle}
          />
        </div>
      )}
      {columns.map(({ id: column, align, isRowHeader, render }, at) => (
        <div
          key={column}
          role={isRowHeader ? "rowheader" : "gridcell"}
          id={isRowHeader ? nameId : undefined}
          className={classes(
            styles.cell,
            align && styles.end,
            align === "figures" && styles.figures,
            placeOf(at, columns.length, isSelectable),
          )}
        >
          {render(row as never)}
          {isRowHeader && badge !== undefined && (
            <span className={styles.badge} title={badge}>
              <Mark size={14} strokeWidth={1.9} aria-hidden />
              <Badge>{badge}</Badge>
            </span>
          )}
          {at === columns.length - 1 && <RowMenuButton id={id} text={text} />}
        </div>
      ))}
    </div>
  );
});
