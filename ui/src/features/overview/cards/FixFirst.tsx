import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-aria-components";
import { ImportanceMark, Meter } from "../../../components";
import { Card } from "../../../components/charts";
import type { FailingCheck } from "../../../host/contract";
import { failureTitle, useGuide } from "../../../shared/checks/guide";
import { keys } from "../../../shared/data/queries";
import { fixListPath, reportsPath } from "../../../shared/navigation/routes";
import { ProblemInline } from "../../../shared/problems";
import screen from "../OverviewScreen.module.css";
import { useLibraryQuery } from "../use-library-query";
import styles from "./FixFirst.module.css";

/** Checks shown from the fix list. */
const SHOWN = 5;

export function FixFirst({ connection }: { connection: string }) {
  const { t } = useLingui();
  const query = { connection, per_page: 10 } as const;
  const { data, problem } = useLibraryQuery(keys.library.fixList(query), "fix_list", query);
  return (
    <Card
      title={t`Fix first`}
      actions={
        <Link href={fixListPath(connection)} className={screen.link}>
          <Trans>View fix list</Trans>
        </Link>
      }
      className={screen.fix}
    >
      {problem && <ProblemInline problem={problem} />}
      {data?.checks.length === 0 && (
        <p className={styles.none}>
          {data.reports > data.without_checks ? (
            <Trans>All checks pass.</Trans>
          ) : (
            <Trans>No checks yet. Sync to load them.</Trans>
          )}
        </p>
      )}
      {data && data.checks.length > 0 && (
        <ol className={styles.list}>
          {data.checks.slice(0, SHOWN).map((check) => (
            <Entry key={check.name} connection={connection} check={check} of={data.reports - data.without_checks} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Entry({ connection, check, of }: { connection: string; check: FailingCheck; of: number }) {
  const { t } = useLingui();
  const guide = useGuide();
  const { name, importance, pages } = check;
  const words = { high: t`High`, medium: t`Medium`, low: t`Low` };
  return (
    <li>
      <Link href={reportsPath(connection, { failing: name })} className={styles.entry}>
        <span className={styles.name}>{failureTitle(guide, name)}</span>{" "}
        {importance && <ImportanceMark importance={importance}>{words[importance]}</ImportanceMark>}{" "}
        <span className={styles.pages}>
          <Plural value={pages} one="# page" other="# pages" />
        </span>
        <span className={styles.share}>
          <Meter share={pages / Math.max(1, of)} />
        </span>
      </Link>
    </li>
  );
}
