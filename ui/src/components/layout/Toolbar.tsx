import type { ReactNode } from "react";
import { classes } from "../class-names";
import { FoldedParts, TOOLBAR_FOLDS } from "./folds";
import styles from "./Toolbar.module.css";
import { useFit } from "./use-fit";

export type ToolbarProps = {
  children: ReactNode;
  /** Below the line, such as the active filters. */
  below?: ReactNode;
};

/** Controls in one line, which fold until they fit. */
export function Toolbar({ children, below }: ToolbarProps) {
  const [level, line] = useFit(TOOLBAR_FOLDS.length - 1);
  const folded = TOOLBAR_FOLDS[level] ?? [];
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
