import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, VisuallyHidden } from "react-aria-components";
import { ImportanceMark, Meter } from "../../../components";
import { classes } from "../../../components/class-names";
import type { FailingCheck } from "../../../host/contract";
import { failureTitle, useGuide } from "../../../shared/checks/guide";
import { keys } from "../../../shared/data/queries";
import { fixListPath, reportsPath } from "../../../shared/navigation/routes";
import { ProblemInline } from "../../../shared/problems";
import { Part } from "../../../shared/screen/Part";
import { useLibraryQuery } from "../use-library-query";
import entry from "./entry.module.css";
import styles from "./FixFirst.module.css";

/** Checks shown from the fix list. */
const SHOWN = 5;

export function FixFirst({ connection }: { connection: string | null }) {
  const { t } = useLingui();
  const query = { ...(connection !== null && { connection }), per_page: 10 } as const;
  const { data, problem } = useLibraryQuery(keys.library.fixList(query), "fix_list", query);
  const known = data ? data.reports - data.without_checks : 0;
  const problems = data?.checks.length ?? 0;
  return (
    <Part
      title={t`Fix first`}
      note={
        problems > 0 && (
          <Trans>
            <Plural value={problems} one="# failing check" other="# failing checks" /> on{" "}
            <Plural value={known} one="# page" other="# pages" />
          </Trans>
        )
      }
      link={{ href: fixListPath(connection), text: <Trans>Fix list</Trans> }}
    >
      {problem && <ProblemInline isRead problem={problem} />}
      {data?.checks.length === 0 && (
        <p className={styles.none}>
          {known > 0 ? <Trans>All checks pass.</Trans> : <Trans>No checks yet. Sync to load them.</Trans>}
        </p>
      )}
      {data && data.checks.length > 0 && (
        <ol className={styles.list}>
          {data.checks.slice(0, SHOWN).map((check) => (
            <Entry key={check.name} connection={connection} check={check} of={known} />
          ))}
        </ol>
      )}
    </Part>
  );
}

function Entry({ connection, check, of }: { connection: string | null; check: FailingCheck; of: number }) {
  const { t } = useLingui();
  const guide = useGuide();
  const { name, importance, pages } = check;
  const title = failureTitle(guide, name);
  const words = { high: t`High`, medium: t`Medium`, low: t`Low` };
  return (
    <li>
      <Link href={reportsPath(connection, { failing: name })} className={classes(entry.entry, styles.entry)}>
        <span>
          {importance && (
            <ImportanceMark importance={importance}>
              <VisuallyHidden elementType="span">{words[importance]}</VisuallyHidden>
            </ImportanceMark>
          )}
        </span>{" "}
        <span className={styles.name} dir="auto" title={title}>
          {title}
        </span>{" "}
        <span className={styles.share}>
          <Meter share={pages / Math.max(1, of)} />
        </span>{" "}
        <span className={styles.pages}>
          <Plural value={pages} one="# page" other="# pages" />
        </span>
      </Link>
    </li>
  );
}
