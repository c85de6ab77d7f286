import type { ReactNode } from "react";
import styles from "./SplitView.module.css";

/** A screen with a panel beside it, if there is one; in a narrow window the panel takes the screen's place. */
export function WithPanel({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      {children}
      {panel && <div className={styles.panel}>{panel}</div>}
    </div>
  );
}
