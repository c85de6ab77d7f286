import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-aria-components";
import { DateText, Delta, dayText, lazyNamed, VerdictBar, VerdictCount } from "../../../components";
import { classes } from "../../../components/class-names";
import link from "../../../components/text/link.module.css";
import type { Overview, VerdictCounts } from "../../../host/contract";
import styles from "../../../shared/charts/Hero.module.css";
import { changeOf } from "../../../shared/data/trends";
import { totalOf, verdictsIn } from "../../../shared/data/verdicts";
import type { Range } from "../../../shared/moments/range";
import { changesPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { beginsLater, daysAgo, verdictsAtStart } from "../days";

const AverageChart = lazyNamed(() => import("../../../shared/charts/AverageChart"), "AverageChart");

type HeroProps = {
  connection: string | null;
  overview: Overview;
  range: Range;
  /** The day since which it counts. */
  start: Date;
};

/** The average score with its course, and the verdicts. */
export function Hero({ connection, overview, range, start }: HeroProps) {
  const { t, i18n } = useLingui();
  const { average, mean_score, verdicts } = overview;
  const go = useGoTo();
  const now = new Date();
  const [first] = average;
  const hasPast = average.length > 1;
  const before = verdictsAtStart(overview);
  const isWhole = hasPast && !beginsLater(average, range, now);
  const title = t`Average score`;
  return (
    <section className={styles.hero} aria-label={title}>
      <div className={styles.now}>
        <h2 className={styles.label}>{title}</h2>
        <div className={styles.score}>
          <span className={styles.figure}>
            {mean_score === null ? "–" : i18n.number(mean_score, { maximumFractionDigits: 0 })}
          </span>
          {first && isWhole && mean_score !== null && (
            <Since day={start} change={changeOf([first.mean_score, mean_score], 1)} />
          )}
        </div>
        <VerdictBar counts={verdicts} />
        <ul className={styles.key}>
          {verdictsIn([verdicts]).map((key) => {
            const content = <VerdictCount verdict={key} count={verdicts[key]} />;
            return (
              <li key={key}>
                {key === "unknown" ? (
                  content
                ) : (
                  <Link href={reportsPath(connection, { result: key })} className={classes(link.link, styles.verdict)}>
                    {content}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
        {isWhole && before && <VerdictsSince day={start} before={before} now={verdicts} />}
        {hasPast && !isWhole && (
          <p className={styles.label}>
            <RecordsStart day={start} reports={before && totalOf(before)} />
          </p>
        )}
      </div>
      <div className={styles.course}>
        {hasPast ? (
          <div className={styles.chart}>
            <AverageChart
              aria-label={t`Average score over time`}
              points={average.map(({ day, mean_score }) => ({ ago: daysAgo(day, now), score: mean_score }))}
              days={range.days}
              onOpen={(since) =>
                go(
                  connection === null
                    ? reportsPath(null, { changed: "worse", since })
                    : `${changesPath(connection)}?since=${since}`,
                )
              }
            />
          </div>
        ) : (
          <p className={styles.label}>{first ? <RecordsStart day={start} /> : <Trans>No scores yet.</Trans>}</p>
        )}
      </div>
    </section>
  );
}

/** By how much the average changed since a day. */
function Since({ day, change }: { day: Date; change: number }) {
  return (
    <div>
      {change === 0 ? <Trans>No change</Trans> : <Delta difference={change} isPill />}
      <p className={styles.label}>
        <Trans>
          since <DateText value={day.toISOString()} form="date" isInText />
        </Trans>
      </p>
    </div>
  );
}

/** With how many reports the history starts tells why no change is shown: most pages may be newer. */
function RecordsStart({ day: start, reports }: { day: Date; reports?: number | undefined }) {
  const { t, i18n } = useLingui();
  const day = dayText(start, i18n);
  if (reports === undefined) return <Trans>History starts {day}</Trans>;
  return t`History starts ${day} with ${plural(reports, { one: "# report", other: "# reports" })}`;
}

type VerdictsSinceProps = { day: Date; before: VerdictCounts; now: VerdictCounts };

/** How many more or fewer reports are good or bad than on a day; the others are decent. */
function VerdictsSince({ day, before, now }: VerdictsSinceProps) {
  const { t, i18n } = useLingui();
  // No line ends within it.
  const date = dayText(day, i18n).replaceAll(" ", "\u00a0");
  const [moreGood, moreBad] = [now.good - before.good, now.bad - before.bad];
  const [good, bad] = [Math.abs(moreGood), Math.abs(moreBad)];
  const texts: Record<string, () => string> = {
    "1 1": () =>
      t`${plural(good, { one: "# more good", other: "# more good" })} and ${plural(bad, { one: "# more bad report", other: "# more bad reports" })} than on ${date}.`,
    "1 -1": () =>
      t`${plural(good, { one: "# more good", other: "# more good" })} and ${plural(bad, { one: "# fewer bad report", other: "# fewer bad reports" })} than on ${date}.`,
    "-1 1": () =>
      t`${plural(good, { one: "# fewer good", other: "# fewer good" })} and ${plural(bad, { one: "# more bad report", other: "# more bad reports" })} than on ${date}.`,
    "-1 -1": () =>
      t`${plural(good, { one: "# fewer good", other: "# fewer good" })} and ${plural(bad, { one: "# fewer bad report", other: "# fewer bad reports" })} than on ${date}.`,
    "1 0": () => t`${plural(good, { one: "# more good report", other: "# more good reports" })} than on ${date}.`,
    "-1 0": () => t`${plural(good, { one: "# fewer good report", other: "# fewer good reports" })} than on ${date}.`,
    "0 1": () => t`${plural(bad, { one: "# more bad report", other: "# more bad reports" })} than on ${date}.`,
    "0 -1": () => t`${plural(bad, { one: "# fewer bad report", other: "# fewer bad reports" })} than on ${date}.`,
  };
  const text = texts[`${Math.sign(moreGood)} ${Math.sign(moreBad)}`]?.();
  // No line ends between a figure and its word, and some short months end with a period.
  return text && <p className={styles.label}>{text.replace(/(\d) /g, "$1\u00a0").replace(/\.\.$/, ".")}</p>;
}
