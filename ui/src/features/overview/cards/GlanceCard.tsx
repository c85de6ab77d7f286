import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Card } from "../../../components/charts";
import type { Overview } from "../../../host/contract";
import { publicReportsPath, reportsPath } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { Stat } from "../Stat";

/** Age, privacy, and new reports of this month. */
export function GlanceCard({
  connection,
  overview,
  staleDays,
}: {
  connection: string;
  overview: Overview;
  staleDays: number;
}) {
  const { t, i18n } = useLingui();
  return (
    <Card title={t`At a glance`} className={styles.glance}>
      <div className={styles.stats}>
        <Stat
          name={t`Stale`}
          count={i18n.number(overview.stale)}
          note={<Plural value={staleDays} one="checked over # day ago" other="checked over # days ago" />}
          href={reportsPath(connection, { stale_days: staleDays })}
        />
        <Stat
          name={t`Public`}
          count={i18n.number(overview.public)}
          note={<Trans>anyone can see them</Trans>}
          href={publicReportsPath(connection)}
        />
        <Stat
          name={t`Created this month`}
          count={i18n.number(overview.created_this_month)}
          note={<Trans>counts for quotas, as far as Assay saw</Trans>}
          href={reportsPath(connection)}
        />
      </div>
    </Card>
  );
}
