import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link, VisuallyHidden } from "react-aria-components";
import { ImportanceMark, Meter } from "../../components";
import { classes } from "../../components/class-names";
import type { FixList } from "../../host/contract";
import entry from "../screen/entry.module.css";
import styles from "./FixFirstList.module.css";
import { failureTitle, useGuide } from "./guide";

/** Checks shown from the fix list. */
const SHOWN = 5;

export type FixFirstListProps = {
  list: FixList;
  /** The place of the pages that fail a check. */
  hrefOf: (check: string) => string;
  /** How many pages fail, of those with known checks. */
  countOf: (pages: number, known: number) => ReactNode;
};

/** The failing checks to fix first. */
export function FixFirstList({ list: { checks, reports, without_checks }, hrefOf, countOf }: FixFirstListProps) {
  const { t } = useLingui();
  const guide = useGuide();
  const known = reports - without_checks;
  const words = { high: t`High`, medium: t`Medium`, low: t`Low` };
  if (checks.length === 0) {
    return (
      <p className={styles.none}>
        {known > 0 ? <Trans>All checks pass.</Trans> : <Trans>No checks yet. Sync to load them.</Trans>}
      </p>
    );
  }
  return (
    <ol className={styles.list}>
      {checks.slice(0, SHOWN).map(({ name, importance, pages }) => {
        const title = failureTitle(guide, name);
        return (
          <li key={name}>
            <Link href={hrefOf(name)} className={classes(entry.entry, styles.entry)}>
              <span>
                {importance && (
                  <ImportanceMark importance={importance}>
                    <VisuallyHidden elementType="span">{words[importance]}</VisuallyHidden>
                  </ImportanceMark>
                )}
              </span>{" "}
              <span className={styles.name} dir="auto">
                {title}
              </span>{" "}
              <span className={styles.share}>
                <Meter share={pages / Math.max(1, known)} />
              </span>{" "}
              <span className={styles.pages}>{countOf(pages, known)}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
