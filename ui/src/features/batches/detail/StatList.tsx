import type { ReactNode } from "react";
import styles from "./Summary.module.css";

/** Some facts side by side, each a {@link Fact}. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A fact of a batch: what it is about, what is so, and more of it in a quieter line. */
export function Fact({ name, note, children }: { name: ReactNode; note?: ReactNode; children: ReactNode }) {
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
