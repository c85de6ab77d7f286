import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Link } from "react-aria-components";
import { lazyNamed, SegmentedFilter } from "../../../components";
import { ChartCard } from "../../../components/charts";
import type { Overview, VerdictCounts } from "../../../host/contract";
import { changesPath } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { type SeriesPoint, seriesOf, todayOf } from "../series";
import { useVerdictWords, verdictsIn } from "../verdicts";

const VerdictsOverTime = lazyNamed(() => import("../charts"), "VerdictsOverTime");

/** Points per range, and the days between them. */
const RANGES = {
  month: { count: 30, step: 1 },
  quarter: { count: 30, step: 3 },
  year: { count: 53, step: 7 },
};

/** Verdicts over a month, three months, or a year. */
export function OverTimeCard({ connection, overview }: { connection: string; overview: Overview }) {
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  const [range, setRange] = useState<keyof typeof RANGES>("month");
  const { count, step } = RANGES[range];
  const points = seriesOf(overview.over_time, todayOf(new Date()), count, step);
  const known = points.filter((point): point is SeriesPoint & { verdicts: VerdictCounts } => point.verdicts !== null);
  const shown = verdictsIn(known.map(({ verdicts }) => verdicts));
  const dayText = (day: string) => i18n.date(new Date(`${day}T00:00`), { dateStyle: "medium" });
  return (
    <ChartCard
      title={t`Verdicts over time`}
      summary={useSummary(known, dayText)}
      className={styles.overTime}
      actions={
        <SegmentedFilter
          aria-label={t`Time range`}
          options={[
            { value: "month", label: t`30 days` },
            { value: "quarter", label: t`90 days` },
            { value: "year", label: t`1 year` },
          ]}
          value={range}
          onChange={setRange}
        />
      }
      table={() => ({
        columns: [t`Day`, ...shown.map((key) => words[key])],
        rows: [...known].reverse().map(({ day, daysAgo, verdicts }) => ({
          id: day,
          cells: [
            <Link key={day} href={`${changesPath(connection)}?since=${Math.max(1, daysAgo)}`} className={styles.link}>
              {dayText(day)}
            </Link>,
            ...shown.map((key) => i18n.number(verdicts[key])),
          ],
        })),
      })}
      foot={(isTable) =>
        known.length > 0 && (
          <p className={styles.hint}>
            {isTable ? (
              <Trans>Select a day to see what changed since.</Trans>
            ) : (
              <Trans>Totals at the end of each day. Select a day to see what changed since.</Trans>
            )}
          </p>
        )
      }
    >
      <div className={styles.tall}>
        <Suspense>
          <VerdictsOverTime connection={connection} points={points} />
        </Suspense>
      </div>
    </ChartCard>
  );
}

function useSummary(known: readonly { day: string; verdicts: VerdictCounts }[], dayText: (day: string) => string) {
  const { t, i18n } = useLingui();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return t`No data for this period.`;
  const [from, to] = [dayText(first.day), dayText(last.day)];
  const [good, goodNow] = [i18n.number(first.verdicts.good), i18n.number(last.verdicts.good)];
  const [decent, decentNow] = [i18n.number(first.verdicts.decent), i18n.number(last.verdicts.decent)];
  const [bad, badNow] = [i18n.number(first.verdicts.bad), i18n.number(last.verdicts.bad)];
  return t`${from}–${to}: good ${good} to ${goodNow}, decent ${decent} to ${decentNow}, bad ${bad} to ${badNow}.`;
}
