import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  headingLevel: Heading = "h2",
}: {
  icon: LucideIcon;
  title: ReactNode;
  /** `h1` if the screen has no other title. */
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
