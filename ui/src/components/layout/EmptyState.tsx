import type { LucideIcon } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import titleStyles from "../text/title.module.css";
import { Drawing, type DrawingName } from "./Drawing";
import styles from "./EmptyState.module.css";

export type EmptyStateProps = {
  title: ReactNode;
  /** Lets the title take the focus. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** `h1` if the screen has no other title. */
  headingLevel?: "h1" | "h2";
  children?: ReactNode;
  action?: ReactNode;
} & ({ drawing: DrawingName; icon?: never } | { icon: LucideIcon; drawing?: never });

export function EmptyState({
  drawing,
  icon: Icon,
  title,
  titleRef,
  children,
  action,
  headingLevel: Heading = "h2",
}: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing ? <Drawing name={drawing} /> : <Icon size={28} strokeWidth={1.25} aria-hidden className={styles.icon} />}
      <Heading ref={titleRef} tabIndex={titleRef && -1} className={titleStyles.title}>
        {title}
      </Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
