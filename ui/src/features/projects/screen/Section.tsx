import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-aria-components";
import { Skeleton } from "../../../components";
import { ProblemInline } from "../../../shared/problems";
import styles from "./ProjectOverview.module.css";
import type { Reading } from "./use-project-data";

type SectionProps = {
  title: ReactNode;
  note?: ReactNode;
  link: ReactNode;
  href: string;
  reading: Reading<unknown>;
  children: ReactNode;
};

/** A part of the overview, with a link to its list. */
export function Section({ title, note, link, href, reading, children }: SectionProps) {
  const { data, problem, read } = reading;
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading} className={styles.name}>
          {title}
        </h2>
        {note && <span className={styles.label}>{note}</span>}
        <Link href={href} className={styles.more}>
          {link}
          <ChevronRight size={14} strokeWidth={2.1} aria-hidden />
        </Link>
      </header>
      {!data && (problem ? <ProblemInline problem={problem} actions={{ retry: read }} /> : <Skeleton rows={5} />)}
      {children}
    </section>
  );
}
