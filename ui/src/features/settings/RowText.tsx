import type { ReactNode } from "react";
import styles from "./RowText.module.css";
import setting from "./setting.module.css";

/** The label of a setting that isn’t a field, and what it does. */
export function RowText({ label, children }: { label: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.text}>
      <p className={setting.label}>{label}</p>
      {children && <p className={setting.hint}>{children}</p>}
    </div>
  );
}
