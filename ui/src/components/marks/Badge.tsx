import type { ReactNode } from "react";
import styles from "./Badge.module.css";

type BadgeProps = { tone?: "neutral" | "accent" | "danger" | "sample"; children: ReactNode };

/** A short word on a ground of its own. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
