import type { ReactNode } from "react";
import { classes } from "../class-names";
import { FOLDS, FoldedParts } from "./folds";
import styles from "./Toolbar.module.css";
import { useFit } from "./use-fit";

export type ToolbarProps = {
  children: ReactNode;
  /** Below the line, such as the active filters. */
  below?: ReactNode;
};

/** Controls in one line, which fold until they fit. */
export function Toolbar({ children, below }: ToolbarProps) {
  const [level, line] = useFit(FOLDS.length);
  const folded = FOLDS.slice(0, level);
  return (
    <FoldedParts value={folded}>
      <div className={styles.room}>
        <div ref={line} className={classes(styles.line, folded.includes("labels") && styles.iconic)}>
          {children}
        </div>
      </div>
      {below}
    </FoldedParts>
  );
}
