import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link } from "react-aria-components";
import { Button, lazyNamed } from "../../../components";
import { ChartCard } from "../../../components/charts";
import type { Overview } from "../../../host/contract";
import { reportsPath } from "../../../shared/navigation/routes";
import styles from "../OverviewScreen.module.css";
import { totalOf, useVerdictWords, verdictsIn } from "../verdicts";

const ProjectBars = lazyNamed(() => import("../charts"), "ProjectBars");

/** Projects in the chart. */
const SHOWN = 12;

/** Verdicts per project: the largest in the chart, all in the table. */
export function ProjectsCard({ connection, overview }: { connection: string; overview: Overview }) {
  const { t, i18n } = useLingui();
  const words = useVerdictWords();
  const { projects, project_count } = overview;
  const shown = verdictsIn(projects.map(({ verdicts }) => verdicts));
  const [largest] = projects;
  const [name, count] = [largest?.project ?? t`No project`, largest ? totalOf(largest.verdicts) : 0];
  const inAll = plural(project_count, { one: "# project", other: "# projects" });
  return (
    <ChartCard
      title={t`Projects`}
      summary={
        largest
          ? t`${inAll}. The largest is ${name}, with ${plural(count, { one: "# report", other: "# reports" })}.`
          : t`No projects yet.`
      }
      className={styles.projects}
      table={() => ({
        columns: [t`Project`, t`Reports`, ...shown.map((key) => words[key]), t`Average score`],
        rows: projects.map(({ project, verdicts, mean_score }) => ({
          id: project ?? "",
          cells: [
            project === null ? (
              t`No project`
            ) : (
              <Link key="name" href={reportsPath(connection, { project })} className={styles.link} dir="auto">
                {project}
              </Link>
            ),
            i18n.number(totalOf(verdicts)),
            ...shown.map((key) => i18n.number(verdicts[key])),
            mean_score === null ? "–" : i18n.number(mean_score, { maximumFractionDigits: 0 }),
          ],
        })),
      })}
      foot={(isTable, showTable) => (
        <>
          {!isTable && projects.length > SHOWN && (
            <div>
              <Button onPress={() => showTable(true)}>
                <Plural value={project_count} one="View # project" other="View all # projects" />
              </Button>
            </div>
          )}
          {isTable && projects.length < project_count && (
            <p className={styles.hint}>
              <Trans>
                Showing the {i18n.number(projects.length)} largest of {i18n.number(project_count)}.
              </Trans>
            </p>
          )}
        </>
      )}
    >
      <Suspense>
        <ProjectBars connection={connection} projects={projects.slice(0, SHOWN)} />
      </Suspense>
    </ChartCard>
  );
}
