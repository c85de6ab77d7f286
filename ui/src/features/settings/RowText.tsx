import type { ReactNode } from "react";
import styles from "./SettingsScreen.module.css";

/** The label of a setting that isn’t a field, and what it does. */
export function RowText({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.rowText}>
      <p className={styles.label}>{label}</p>
      <p className={styles.hint}>{children}</p>
    </div>
  );
}
