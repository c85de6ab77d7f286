import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-aria-components";
import { classes } from "../../components/class-names";
import styles from "./Part.module.css";

export type PartProps = {
  title: ReactNode;
  /** One sentence on the figures below. */
  note?: ReactNode;
  /** Where all of it is. */
  link?: { href: string; text: ReactNode } | undefined;
  className?: string;
  children: ReactNode;
};

/** A part of the screen with its heading. */
export function Part({ title, note, link, className, children }: PartProps) {
  const heading = useId();
  return (
    <section className={classes(styles.part, className)} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
        {link && (
          <Link href={link.href} className={styles.link}>
            {link.text}
            <ChevronRight size={14} strokeWidth={2.1} aria-hidden />
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
