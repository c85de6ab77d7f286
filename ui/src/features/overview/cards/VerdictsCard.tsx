import { Plural, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { lazyNamed, VerdictMark } from "../../../components";
import { Card } from "../../../components/charts";
import type { VerdictCounts } from "../../../host/contract";
import { reportsPath } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { Stat } from "../Stat";
import { totalOf, verdictsIn } from "../verdicts";

const Shares = lazyNamed(() => import("../charts"), "Shares");

export function VerdictsCard({
  connection,
  verdicts,
  part,
}: {
  connection: string;
  verdicts: VerdictCounts;
  /** The part of all reports that is counted, if not all. */
  part?: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const total = totalOf(verdicts);
  return (
    <Card
      title={t`Current verdicts`}
      note={part ?? <Plural value={total} one="# report" other="# reports" />}
      className={styles.verdicts}
    >
      <div className={styles.shares}>
        <Suspense>
          <Shares connection={connection} verdicts={verdicts} />
        </Suspense>
      </div>
      <div className={styles.stats}>
        {verdictsIn([verdicts]).map((key) => (
          <Stat
            key={key}
            name={<VerdictMark verdict={key === "unknown" ? null : key} />}
            count={i18n.number(verdicts[key])}
            note={i18n.number(total === 0 ? 0 : verdicts[key] / total, { style: "percent" })}
            href={key === "unknown" ? undefined : reportsPath(connection, { result: key })}
          />
        ))}
      </div>
    </Card>
  );
}
