import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { type SortDirection, VisuallyHidden } from "react-aria-components";
import { classes } from "../../class-names";
import { ImportanceMark } from "../../marks/ImportanceMark";
import type { TableColumn } from "../Table";
import styles from "./Grid.module.css";

type HeadingProps = {
  label: string;
  isLabelHidden: boolean | undefined;
  head: TableColumn<never>["head"];
  note: string | undefined;
  align: TableColumn<never>["align"];
  /** The sort direction, if sorted by this column. */
  direction: SortDirection | undefined;
  className?: string | undefined;
  /** The resize handle. */
  children?: ReactNode;
};

/** The class of a column's cells that begin or end a row. */
export const placeOf = (index: number, count: number, isSelectable: boolean) =>
  classes(index === 0 && (isSelectable ? styles.afterBox : styles.first), index === count - 1 && styles.last);

export function Heading({ label, isLabelHidden, head, note, align, direction, className, children }: HeadingProps) {
  return (
    <div
      className={classes(
        styles.heading,
        align && styles.end,
        align === "figures" && styles.figures,
        direction && styles.sorted,
        className,
      )}
      title={note ?? (head || isLabelHidden ? label : undefined)}
    >
      {/* The first keyboard stop: Enter sorts, arrows reach the handle. */}
      <div role="presentation" tabIndex={-1} className={styles.name}>
        {isLabelHidden ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <span className={styles.headingText}>
            {head ? <ImportanceMark importance={head.mark}>{head.text}</ImportanceMark> : label}
          </span>
        )}
        {direction === "ascending" && <ArrowUp size={13} aria-hidden className={styles.arrow} />}
        {direction === "descending" && <ArrowDown size={13} aria-hidden className={styles.arrow} />}
      </div>
      {children}
    </div>
  );
}
