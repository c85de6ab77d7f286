import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import styles from "./cells.module.css";

type CellProps = {
  /** The text in full. */
  title: string;
  dir?: "ltr" | "auto";
};

type LinkCellProps = CellProps & { onPress: () => void; children?: ReactNode };

/** The name of a row, which opens it. */
export function LinkCell({ title, dir, onPress, children = title }: LinkCellProps) {
  return (
    <Link className={styles.link} dir={dir} onPress={onPress}>
      <span title={title}>{children}</span>
    </Link>
  );
}

/** A secondary text. */
export function MutedCell({ title, dir }: CellProps) {
  return (
    <span className={styles.muted} dir={dir} title={title}>
      {title}
    </span>
  );
}
