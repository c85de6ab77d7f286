import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import {
  DateText,
  Delta,
  dayText,
  EmptyState,
  lazyNamed,
  Skeleton,
  VerdictBar,
  VerdictCount,
} from "../../../components";
import { classes } from "../../../components/class-names";
import type { ProjectSummary } from "../../../host/contract";
import hero from "../../../shared/charts/Hero.module.css";
import { useCommand } from "../../../shared/commands";
import { useConnection } from "../../../shared/data/connection";
import { useSync } from "../../../shared/data/sync";
import { verdictsIn } from "../../../shared/data/verdicts";
import { useDaysOption } from "../../../shared/moments/use-since-options";
import { projectPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { ProblemView } from "../../../shared/problems";
import halves from "../../../shared/screen/halves.module.css";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { Screen } from "../../../shared/screen/Screen";
import { SyncButtons } from "../../../shared/sync/SyncButtons";
import { courseOf, TREND_DAYS } from "../use-summaries";
import { FixFirst } from "./FixFirst";
import { Lowest } from "./Lowest";
import { Missing } from "./Missing";
import styles from "./ProjectOverview.module.css";
import { useSummary } from "./use-project-data";
import { Worse } from "./Worse";

const AverageChart = lazyNamed(() => import("../../../shared/charts/AverageChart"), "AverageChart");

const DAY = 24 * 3600 * 1000;

/** How a project stands, from its saved data. */
export function ProjectOverview(): ReactNode {
  const project = useProjectScope()?.project ?? "";
  const { id: connection } = useConnection();
  const { start } = useSync(connection);
  const { summary, isRead, problem, read } = useSummary(project);
  useCommand("reload", () => start("light"));
  return (
    <Screen title={project} hasFailed={!summary && problem !== null}>
      {summary ? (
        <div className={styles.content}>
          <Average {...summary} />
          <Missing project={project} />
          <div className={halves.halves}>
            <FixFirst project={project} />
            <Worse project={project} since={startOf(summary)} />
          </div>
          {summary.reports > 1 && <Lowest project={project} />}
        </div>
      ) : problem ? (
        <ProblemView problem={problem} actions={{ retry: read }} />
      ) : isRead ? (
        <EmptyState
          drawing="projects"
          title={<Trans>Nothing synced yet</Trans>}
          action={<SyncButtons only={connection} />}
        >
          <Trans>No reports of this project are saved. Sync to see where its pages stand.</Trans>
        </EmptyState>
      ) : (
        <Skeleton rows={8} />
      )}
    </Screen>
  );
}

/** The known values of a project's trend, and how many days ago each was. */
function pointsOf({ trend }: ProjectSummary): { ago: number; score: number }[] {
  const step = TREND_DAYS / Math.max(1, trend.length - 1);
  return trend.flatMap((score, at) => (score === null ? [] : { ago: TREND_DAYS - at * step, score }));
}

/** When a project's trend begins: with its range, or a history that starts later. */
function startOf(summary: ProjectSummary): Date {
  return new Date(Date.now() - (pointsOf(summary)[0]?.ago ?? TREND_DAYS) * DAY);
}

/** The average with its trend, and the verdicts. */
function Average(summary: ProjectSummary) {
  const { project, verdicts, mean_score, without_checks } = summary;
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const go = useGoTo();
  const daysOption = useDaysOption();
  const { change } = courseOf(summary);
  const points = pointsOf(summary);
  const since = startOf(summary);
  // A shorter time is beside the change.
  const isFullRange = points[0]?.ago === TREND_DAYS;
  const round = (score: number) => i18n.number(score, { maximumFractionDigits: 0 });
  const [from, to] = [round(points[0]?.score ?? 0), round(points.at(-1)?.score ?? 0)];
  const day = dayText(since, i18n);
  return (
    <section className={classes(hero.hero, styles.hero)} aria-label={t`Average score`}>
      <div className={hero.now}>
        {mean_score !== null && (
          <>
            <p className={hero.label}>
              <Trans>Average score</Trans>
            </p>
            <div className={hero.score}>
              <span className={hero.figure}>{round(mean_score)}</span>
              {points.length > 1 && (
                <div>
                  {change === 0 ? <Trans>No change</Trans> : <Delta difference={change} isPill />}
                  <p className={hero.label}>
                    <Trans>
                      since <DateText value={since.toISOString()} form="date" />
                    </Trans>
                  </p>
                </div>
              )}
            </div>
          </>
        )}
        <VerdictBar counts={verdicts} />
        <ul className={hero.key}>
          {verdictsIn([verdicts]).map((key) => (
            <li key={key}>
              <VerdictCount verdict={key} count={verdicts[key]} />
            </li>
          ))}
        </ul>
        {without_checks > 0 && (
          <p className={hero.label}>
            <Plural value={without_checks} one="# report has no checks yet." other="# reports have no checks yet." />
          </p>
        )}
      </div>
      {points.length > 1 && (
        <div className={hero.course}>
          {isFullRange && <p className={hero.label}>{daysOption(TREND_DAYS).label}</p>}
          <div className={hero.chart}>
            <AverageChart
              aria-label={t`Average score since ${day}: from ${from} to ${to}`}
              points={points}
              days={points[0]?.ago ?? 0}
              onOpen={(since) => go(`${projectPath(connection, project, "changes")}?since=${since}`)}
            />
          </div>
        </div>
      )}
    </section>
  );
}
