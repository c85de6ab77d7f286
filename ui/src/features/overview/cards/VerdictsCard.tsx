import { Plural, useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { VerdictMark } from "../../../components";
import { Card } from "../../../components/charts";
import type { VerdictCounts } from "../../../host/contract";
import { libraryOf } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { Stat } from "../Stat";
import { totalOf, verdictsIn } from "../verdicts";

const Shares = lazy(() => import("../charts").then((module) => ({ default: module.Shares })));

/** How many reports have which verdict now. */
export function VerdictsCard({ connection, verdicts }: { connection: string; verdicts: VerdictCounts }) {
  const { t, i18n } = useLingui();
  const total = totalOf(verdicts);
  return (
    <Card
      title={t`Verdicts now`}
      note={<Plural value={total} one="# report" other="# reports" />}
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
            href={key === "unknown" ? undefined : libraryOf({ connection, verdict: key })}
          />
        ))}
      </div>
    </Card>
  );
}
