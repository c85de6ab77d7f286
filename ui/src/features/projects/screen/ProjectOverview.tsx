import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText, Delta, EmptyState, Skeleton, VerdictBar, VerdictMark } from "../../../components";
import type { ProjectSummary } from "../../../host/contract";
import { useCommand } from "../../../shared/commands";
import { useConnection } from "../../../shared/data/connection";
import { useSync } from "../../../shared/data/sync";
import { ProblemView } from "../../../shared/problems";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { Screen } from "../../../shared/screen/Screen";
import { SyncButtons } from "../../../shared/sync/SyncButtons";
import { courseOf, TREND_DAYS } from "../use-summaries";
import { AverageChart } from "./AverageChart";
import { FixFirst } from "./FixFirst";
import { Lowest } from "./Lowest";
import styles from "./ProjectOverview.module.css";
import { useSummary } from "./use-project-data";
import { Worse } from "./Worse";

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
          <div className={styles.columns}>
            <FixFirst project={project} />
            <Worse project={project} />
          </div>
          <Lowest project={project} reports={summary.reports} />
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

/** The average with its trend, and the verdicts. */
function Average(summary: ProjectSummary) {
  const { verdicts, mean_score, without_checks } = summary;
  const { t, i18n } = useLingui();
  const { averages, change } = courseOf(summary);
  const step = TREND_DAYS / (summary.trend.length - 1);
  const since = new Date(Date.now() - (averages.length - 1) * step * DAY).toISOString();
  const shown = (["good", "decent", "bad", "unknown"] as const).filter((key) => key !== "unknown" || verdicts[key] > 0);
  const round = (score: number) => i18n.number(score, { maximumFractionDigits: 0 });
  const [from, to] = [round(averages[0] ?? 0), round(averages.at(-1) ?? 0)];
  const day = i18n.date(new Date(since), { dateStyle: "medium" });
  return (
    <section className={styles.hero} aria-label={t`Average score`}>
      <div>
        {mean_score !== null && (
          <>
            <p className={styles.label}>
              <Trans>Average score</Trans>
            </p>
            <div className={styles.average}>
              <span className={styles.figure}>{round(mean_score)}</span>
              {averages.length > 1 && (
                <div>
                  {change === 0 ? <Trans>No change</Trans> : <Delta difference={change} isPill />}
                  <p className={styles.label}>
                    <Trans>
                      since <DateText value={since} form="date" />
                    </Trans>
                  </p>
                </div>
              )}
            </div>
          </>
        )}
        <VerdictBar counts={verdicts} />
        <ul className={styles.verdicts}>
          {shown.map((key) => (
            <li key={key}>
              <VerdictMark verdict={key === "unknown" ? null : key} /> <b>{i18n.number(verdicts[key])}</b>
            </li>
          ))}
        </ul>
        {without_checks > 0 && (
          <p className={styles.label}>
            <Plural value={without_checks} one="# report has no checks yet." other="# reports have no checks yet." />
          </p>
        )}
      </div>
      {averages.length > 1 && (
        <AverageChart averages={averages} step={step} label={t`Average score since ${day}: from ${from} to ${to}`} />
      )}
    </section>
  );
}
