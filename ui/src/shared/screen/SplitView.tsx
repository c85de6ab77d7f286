import type { ReactNode } from "react";
import styles from "./SplitView.module.css";

/** A screen with an optional side panel, which covers it in narrow windows. */
export function SplitView({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      {children}
      {panel && <div className={styles.panel}>{panel}</div>}
    </div>
  );
}
