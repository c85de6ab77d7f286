import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ChartMark, Marks, useMark } from "../../../components/charts";
import type { ProjectVerdicts } from "../../../host/contract";
import { type ReportFilters, reportsPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { totalOf, useVerdictWords, type VerdictKey } from "../verdicts";
import styles from "./charts.module.css";
import { partsOf, VerdictBar } from "./VerdictBar";

const BAR = 16;

/** Projects' verdicts as bars; lengths show the number of reports. */
export function ProjectBars({ connection, projects }: { connection: string; projects: readonly ProjectVerdicts[] }) {
  const { t, i18n } = useLingui();
  const go = useGoTo();
  const words = useVerdictWords();
  const most = Math.max(1, ...projects.map(({ verdicts }) => totalOf(verdicts)));
  const nameOf = (project: string | null) => project ?? t`No project`;
  const targets = new Map<string, ReportFilters>();
  const marks = projects.flatMap<ChartMark>(({ project, verdicts }, row) => {
    const count = totalOf(verdicts);
    const name = nameOf(project);
    // The library has no filter for reports without a project or a verdict.
    const isPlain = project === null;
    if (!isPlain) targets.set(`${row}`, { project });
    return [
      { id: `${row}`, row, label: plural(count, { one: `${name}: # report`, other: `${name}: # reports` }), isPlain },
      ...partsOf(verdicts).map((key) => {
        const [word, number] = [words[key], i18n.number(verdicts[key])];
        const mark = { id: idOf(row, key), row, label: t`${name}: ${word} ${number}` };
        if (isPlain || key === "unknown") return { ...mark, isPlain: true };
        targets.set(mark.id, { project, result: key });
        return mark;
      }),
    ];
  });
  return (
    <Marks
      aria-label={t`Projects`}
      marks={marks}
      onOpen={(id) => {
        const target = targets.get(id);
        if (target) go(reportsPath(connection, target));
      }}
      className={styles.projects}
    >
      <div className={styles.projectHead} aria-hidden>
        <span />
        <span />
        <span>
          <Trans>Reports</Trans>
        </span>
        <span>
          <Trans>Score</Trans>
        </span>
      </div>
      {projects.map(({ project, verdicts, mean_score }, row) => (
        <div key={project ?? ""} className={styles.project}>
          <Name id={`${row}`} name={nameOf(project)} />
          <VerdictBar verdicts={verdicts} most={most} height={BAR} idOf={(key) => idOf(row, key)} />
          <span>{i18n.number(totalOf(verdicts))}</span>
          <span className={styles.mean}>
            {mean_score === null ? "–" : i18n.number(mean_score, { maximumFractionDigits: 0 })}
          </span>
        </div>
      ))}
    </Marks>
  );
}

function idOf(row: number, key: VerdictKey): string {
  return `${row} ${key}`;
}

function Name({ id, name }: { id: string; name: string }) {
  return (
    <span {...useMark(id)} className={styles.name} dir="auto">
      {name}
    </span>
  );
}
