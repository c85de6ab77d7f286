import type { ReactNode } from "react";
import { classes } from "../class-names";
import styles from "./Card.module.css";

type CardProps = {
  title: ReactNode;
  /** Secondary text next to the title. */
  note?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function Card({ title, note, actions, className, children }: CardProps) {
  return (
    <section className={classes(styles.card, className)}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
