import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import type { SortDirection } from "react-aria-components";
import { classes } from "../class-names";
import styles from "./Table.module.css";

type HeadingProps = {
  label: string;
  note: string | undefined;
  align: "end" | undefined;
  /** The sort direction, if sorted by this column. */
  direction: SortDirection | undefined;
  /** The handle for its width. */
  children?: ReactNode;
};

/** The class of a column's cells that begin or end a row. */
export function Heading({ label, note, align, direction, children }: HeadingProps) {
  return (
    <div className={classes(styles.heading, align && styles.end)} title={note}>
      {/* The keyboard comes here first, where Enter sorts, and from here to the handle. */}
      <div role="presentation" tabIndex={-1} className={styles.name}>
        <span className={classes(styles.headingText, note !== undefined && styles.noted)}>{label}</span>
        {direction === "ascending" && <ArrowUp size={13} aria-hidden />}
        {direction === "descending" && <ArrowDown size={13} aria-hidden />}
      </div>
      {children}
    </div>
  );
}
