import type { ReactNode } from "react";
import styles from "./Summary.module.css";

export function StatList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A term with its value and an optional note. */
export function Stat({ name, note, children }: { name: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <div className={styles.note}>{note}</div>}
      </dd>
    </div>
  );
}
