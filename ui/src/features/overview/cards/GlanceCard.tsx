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
    <Card title={t`Needs attention`} className={styles.glance}>
      <div className={styles.stats}>
        <Stat
          name={t`Stale`}
          count={i18n.number(overview.stale)}
          note={<Plural value={staleDays} one="not checked in # day" other="not checked in # days" />}
          href={reportsPath(connection, { stale_days: staleDays })}
        />
        <Stat
          name={t`Public`}
          count={i18n.number(overview.public)}
          note={<Trans>visible to anyone with the link</Trans>}
          href={publicReportsPath(connection)}
        />
        <Stat
          name={t`Created this month`}
          count={i18n.number(overview.created_this_month)}
          note={<Trans>toward your quota (estimate)</Trans>}
          href={reportsPath(connection)}
        />
      </div>
    </Card>
  );
}
