import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-aria-components";
import { DateText } from "../../../components";
import { Card } from "../../../components/charts";
import { keys } from "../../../shared/data/queries";
import { changesPath } from "../../../shared/navigation/routes";
import { ProblemInline } from "../../../shared/problems";
import { ChangeMark } from "../changes/ChangeMark";
import { CHANGES, placeOfChange } from "../changes/changes-search";
import styles from "../OverviewScreen.module.css";
import { Stat } from "../Stat";
import { useLibraryQuery } from "../use-library-query";

/** Changes since the last visit; on the first one, of the last seven days. */
export function ChangesCard({ connection }: { connection: string }) {
  const { t, i18n } = useLingui();
  const lastTime = { connection, since: "last_time" } as const;
  const week = { connection, since: { days: 7 } };
  const first = useLibraryQuery(keys.library.changes(lastTime), "changes_count", lastTime);
  const isFirstTime = first.data !== undefined && first.data.since === null;
  const other = useLibraryQuery(keys.library.changes(week), "changes_count", week, isFirstTime);
  const since = isFirstTime ? 7 : "last_time";
  const { data, problem } = isFirstTime ? other : first;
  return (
    <Card
      title={isFirstTime ? t`In the last 7 days` : t`Since last session`}
      note={data?.since && !isFirstTime && <DateText value={data.since} />}
      actions={
        <Link href={changesPath(connection)} className={styles.link}>
          <Trans>All changes</Trans>
        </Link>
      }
      className={styles.changes}
    >
      {problem && <ProblemInline problem={problem} />}
      <div className={styles.stats}>
        {CHANGES.map((change) => (
          <Stat
            key={change}
            name={<ChangeMark change={change} />}
            count={data ? i18n.number(data[change]) : "–"}
            href={placeOfChange(connection, since, change)}
          />
        ))}
      </div>
    </Card>
  );
}
