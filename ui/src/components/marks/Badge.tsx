import type { ReactNode } from "react";
import styles from "./Badge.module.css";

/** A short word on a ground of its own. */
export function Badge({ tone = "neutral", children }: { tone?: "neutral" | "accent" | "danger"; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
