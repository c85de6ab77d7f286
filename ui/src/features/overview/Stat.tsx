import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import styles from "./Stat.module.css";

/** A number with its label, linked to its list. */
export function Stat({
  name,
  count,
  note,
  href,
}: {
  name: ReactNode;
  count: string;
  note?: ReactNode;
  href?: string | undefined;
}) {
  const content = (
    <>
      <span className={styles.name}>{name}</span> <span className={styles.count}>{count}</span>{" "}
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
  if (!href) return <div className={styles.stat}>{content}</div>;
  return (
    <Link href={href} className={styles.stat}>
      {content}
    </Link>
  );
}
