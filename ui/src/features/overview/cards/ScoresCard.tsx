import { Plural, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link } from "react-aria-components";
import { lazyNamed } from "../../../components";
import { ChartCard } from "../../../components/charts";
import type { Overview } from "../../../host/contract";
import { reportsPath } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { useBins } from "../use-bins";

const ScoreDistribution = lazyNamed(() => import("../charts"), "ScoreDistribution");

export function ScoresCard({ connection, overview }: { connection: string; overview: Overview }) {
  const { t, i18n } = useLingui();
  const bins = useBins(overview.scores);
  const largest = bins.reduce((most, bin) => (bin.count > most.count ? bin : most), { name: "", count: 0 });
  const sum = i18n.number(bins.reduce((total, { count }) => total + count, 0));
  const [name, count] = [largest.name, i18n.number(largest.count)];
  return (
    <ChartCard
      title={t`Score distribution`}
      summary={largest.count === 0 ? t`No scores yet.` : t`Most reports score ${name}: ${count} of ${sum}.`}
      className={styles.scores}
      table={() => ({
        columns: [t`Score`, t`Reports`],
        rows: bins.map((bin) => ({
          id: bin.name,
          cells: [
            <Link
              key={bin.name}
              href={reportsPath(connection, { score_min: bin.from, score_max: bin.to })}
              className={styles.link}
            >
              {bin.name}
            </Link>,
            i18n.number(bin.count),
          ],
        })),
      })}
      foot={() =>
        overview.without_score > 0 && (
          <p className={styles.hint}>
            <Plural value={overview.without_score} one="# report without a score." other="# reports without a score." />
          </p>
        )
      }
    >
      <div className={styles.tall}>
        <Suspense>
          <ScoreDistribution connection={connection} scores={overview.scores} />
        </Suspense>
      </div>
    </ChartCard>
  );
}
