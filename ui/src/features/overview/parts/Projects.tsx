import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp } from "lucide-react";
import { Link, VisuallyHidden } from "react-aria-components";
import {
  DateText,
  Delta,
  dayText,
  FigureCell,
  ImportanceMark,
  Sparkline,
  Stamp,
  Tile,
  useVerdictWords,
  VerdictBar,
} from "../../../components";
import { classes } from "../../../components/class-names";
import link from "../../../components/text/link.module.css";
import type { Overview, ProjectVerdicts } from "../../../host/contract";
import { listOf } from "../../../i18n";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { changeOf } from "../../../shared/data/trends";
import { verdictOfScore } from "../../../shared/data/verdict-of-score";
import { totalOf, verdictsIn } from "../../../shared/data/verdicts";
import { projectPath, projectsPath } from "../../../shared/navigation/routes";
import { Part } from "../../../shared/screen/Part";
import styles from "./Projects.module.css";

/** As many as have a trend. */
const SHOWN = 10;

type ProjectsProps = {
  connection: string | null;
  overview: Overview;
  /** The day since which the screen counts. */
  start: Date;
};

/** The projects with the lowest average. */
export function Projects({ connection, overview, start }: ProjectsProps) {
  const { t, i18n } = useLingui();
  const { projects, project_count } = overview;
  const title = t`Projects`;
  const shown = i18n.number(SHOWN);
  const isLong = project_count > SHOWN;
  const shownProjects = projects.slice(0, SHOWN);
  const hasTrends = shownProjects.some(({ trend }) => trend.length > 1);
  const day = dayText(start, i18n);
  if (projects.length === 0) return null;
  return (
    <Part
      title={title}
      note={
        isLong ? <Trans>The {shown} with the lowest average score</Trans> : <Trans>Lowest average score first</Trans>
      }
      link={
        connection !== null
          ? {
              href: projectsPath(connection),
              text: <Plural value={project_count} one="View # project" other="View all # projects" />,
            }
          : undefined
      }
      className={styles.projects}
    >
      <table className={classes(styles.table, connection === null && styles.ofAll)} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Project</Trans>
            </th>
            <th scope="col" className={styles.number}>
              <Trans>Reports</Trans>
            </th>
            <th scope="col" className={styles.verdicts}>
              <Trans>Verdicts</Trans>
            </th>
            <th scope="col" aria-sort="ascending" className={styles.average}>
              <span className={styles.sorted}>
                <Trans>Average</Trans> <ArrowUp size={13} aria-hidden />
              </span>
            </th>
            {hasTrends && (
              <th scope="col" className={styles.trend} title={t`Average score since ${day}`}>
                <Trans>Trend</Trans>
              </th>
            )}
            <th scope="col" className={styles.failing} title={t`Failing checks of high importance`}>
              <ImportanceMark importance="high">{t({ message: "Failed", context: "checks" })}</ImportanceMark>
            </th>
            <th scope="col" className={styles.checked}>
              <Trans>Last checked</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {shownProjects.map((project) => (
            <Row
              key={`${project.connection} ${project.project}`}
              of={project}
              isOfAll={connection === null}
              hasTrends={hasTrends}
            />
          ))}
        </tbody>
      </table>
    </Part>
  );
}

type RowProps = { of: ProjectVerdicts; isOfAll: boolean; hasTrends: boolean };

function Row({ of, isOfAll, hasTrends }: RowProps) {
  const { i18n } = useLingui();
  const { connection, project, verdicts, mean_score, trend, failing_high, checked_at } = of;
  const last = trend.at(-1);
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>
          {project === null ? (
            <span className={styles.none}>
              <Trans>No project</Trans>
            </span>
          ) : (
            <>
              <Tile id={project} name={project} form="soft" />
              <Link href={projectPath(connection, project)} className={classes(link.link, styles.link)} dir="auto">
                {project}
              </Link>
            </>
          )}
          {isOfAll && <ConnectionName id={connection} />}
        </span>
      </th>
      <td className={styles.number}>{i18n.number(totalOf(verdicts))}</td>
      <td className={styles.verdicts}>
        <Verdicts {...of} />
      </td>
      <td className={styles.average}>
        <Stamp score={mean_score} verdict={mean_score === null ? null : verdictOfScore(mean_score)} />
      </td>
      {hasTrends && (
        <td className={styles.trend}>
          {last !== undefined && (
            <span className={styles.course}>
              <Sparkline scores={trend} verdict={verdictOfScore(last)} />
              <Delta difference={changeOf(trend, 1)} />
            </span>
          )}
        </td>
      )}
      <td className={styles.failing}>
        <FigureCell value={failing_high} />
      </td>
      <td className={styles.checked}>
        <DateText value={checked_at} />
      </td>
    </tr>
  );
}

function Verdicts({ verdicts }: ProjectVerdicts) {
  const { i18n } = useLingui();
  const words = useVerdictWords();
  return (
    <>
      <VerdictBar counts={verdicts} isThin />
      <VisuallyHidden elementType="span">
        {listOf(
          i18n,
          verdictsIn([verdicts]).map((key) => `${words[key]} ${i18n.number(verdicts[key])}`),
        )}
      </VisuallyHidden>
    </>
  );
}

function ConnectionName({ id }: { id: string }) {
  const nameOf = useConnectionName();
  const connection = useConnections().find((one) => one.id === id);
  if (!connection) return null;
  const name = nameOf(connection);
  return (
    <span className={styles.connection} title={name} dir="auto">
      {name}
    </span>
  );
}
