import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** What a screen or a list says when there is nothing in it: why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  headingLevel: Heading = "h2",
}: {
  icon: LucideIcon;
  title: ReactNode;
  /** `h1` where there is no other title on the screen. */
  headingLevel?: "h1" | "h2";
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Icon size={28} strokeWidth={1.25} aria-hidden className={styles.icon} />
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
