import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link } from "react-aria-components";
import { DateText, Delta, dayText, lazyNamed, VerdictBar, VerdictMark } from "../../../components";
import { classes } from "../../../components/class-names";
import link from "../../../components/text/link.module.css";
import type { DayScore, Overview } from "../../../host/contract";
import { Course } from "../../../shared/charts/Course";
import styles from "../../../shared/charts/Hero.module.css";
import { verdictsIn } from "../../../shared/data/verdicts";
import { changesPath, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { daysAgo, startOf, verdictsOn } from "../days";

const AverageChart = lazyNamed(() => import("../../../shared/charts/AverageChart"), "AverageChart");

type HeroProps = { connection: string | null; overview: Overview; days: number };

/** The average score with its course, and the verdicts. */
export function Hero({ connection, overview, days }: HeroProps) {
  const { t, i18n } = useLingui();
  const { average, mean_score, verdicts } = overview;
  const go = useGoTo();
  const now = new Date();
  const [first] = average;
  const hasPast = average.length > 1;
  const title = t`Average score`;
  return (
    <section className={styles.hero} aria-label={title}>
      <div className={styles.now}>
        <h2 className={styles.label}>{title}</h2>
        <div className={styles.score}>
          <span className={styles.figure}>
            {mean_score === null ? "–" : i18n.number(mean_score, { maximumFractionDigits: 0 })}
          </span>
          {first && hasPast && mean_score !== null && (
            <div>
              <Delta difference={difference(mean_score, first.mean_score)} isPill />
              <p className={styles.label}>
                <Trans>
                  since <DateText value={startOf(first.day).toISOString()} form="date" isInText />
                </Trans>
              </p>
            </div>
          )}
        </div>
        <VerdictBar counts={verdicts} />
        <ul className={styles.key}>
          {verdictsIn([verdicts]).map((key) => {
            const content = (
              <>
                <VerdictMark verdict={key === "unknown" ? null : key} /> <b>{i18n.number(verdicts[key])}</b>
              </>
            );
            return (
              <li key={key}>
                {key === "unknown" ? (
                  <span className={styles.verdict}>{content}</span>
                ) : (
                  <Link href={reportsPath(connection, { result: key })} className={classes(link.link, styles.verdict)}>
                    {content}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
        {first && hasPast && <VerdictsSince overview={overview} first={first} />}
      </div>
      <div className={styles.course}>
        <p className={styles.label}>
          {first && mean_score !== null ? (
            <Course was={first.mean_score} since={startOf(first.day)} is={mean_score} />
          ) : (
            <Trans>No scores yet.</Trans>
          )}
        </p>
        {hasPast && (
          <div className={styles.chart}>
            <Suspense>
              <AverageChart
                aria-label={t`Average score over time`}
                points={average.map(({ day, mean_score }) => ({ ago: daysAgo(day, now), score: mean_score }))}
                days={days}
                onOpen={(since) =>
                  go(
                    connection === null
                      ? reportsPath(null, { changed: "worse", since })
                      : `${changesPath(connection)}?since=${since}`,
                  )
                }
              />
            </Suspense>
          </div>
        )}
      </div>
    </section>
  );
}

/** Of two scores as they are shown, in tenths. */
function difference(score: number, before: number): number {
  return (Math.round(score * 10) - Math.round(before * 10)) / 10;
}

function VerdictsSince({ overview: { over_time, verdicts }, first }: { overview: Overview; first: DayScore }) {
  const { i18n } = useLingui();
  const before = verdictsOn(over_time, first.day);
  if (!before) return null;
  const more = (key: "good" | "decent" | "bad") =>
    i18n.number(verdicts[key] - before[key], { signDisplay: "exceptZero" });
  const [day, good, decent, bad] = [dayText(startOf(first.day), i18n), more("good"), more("decent"), more("bad")];
  return (
    <p className={styles.label}>
      <Trans>
        Since {day}: good {good}, decent {decent}, bad {bad}.
      </Trans>
    </p>
  );
}
