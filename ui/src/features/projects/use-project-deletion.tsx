import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useDeletionFailure } from "../../app/deletion-failure";
import { useGo } from "../../app/go";
import { type Deletion, type Run, useDeletions } from "../../app/pending";
import { projectsOf } from "../../app/places";
import { keys } from "../../app/queries";
import { useConnectionWays } from "../../app/ways";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, Problem, Project } from "../../host/contract";
import { ReportByReportEnd } from "./ReportByReportEnd";
import { deleteReportByReport, type End, type Step } from "./report-by-report";

/** The ways to delete a project: its reports one by one, or with the one request that is for it (`interface.md` §4.7). */
export type DeletionWay = "each" | "once";

/** Lets a project wait to be deleted, and says in messages what came of it, whatever screen is open by then. */
export function useProjectDeletion(connection: string): (project: string, way: DeletionWay) => void {
  const { t, i18n } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const go = useGo();
  const { remove, removeNow } = useDeletions(connection, "projects");
  const { say: sayFailure } = useDeletionFailure(connection);

  const readListsAgain = () => {
    void client.invalidateQueries({ queryKey: keys.projectLists(connection) });
    void client.invalidateQueries({ queryKey: keys.reportLists(connection) });
    void client.invalidateQueries({ queryKey: keys.allReports(connection) });
  };

  function forget(name: string, { gone }: Run) {
    gone([name]);
    client.setQueriesData<Page<Project>>({ queryKey: keys.projectLists(connection) }, (page) => {
      if (!page?.rows.some((row) => row.project === name)) return page;
      const rows = page.rows.filter((row) => row.project !== name);
      return { ...page, rows, total: page.total === null ? null : page.total - 1 };
    });
  }

  const actions = {
    ...useConnectionWays(connection),
    check: () => {
      readListsAgain();
      go(projectsOf(connection));
    },
  };

  async function deleteAtOnce(project: string, run: Run): Promise<boolean> {
    let isGone = false;
    let lost: Problem | null = null;
    try {
      ({ answer_lost: lost } = await host.call("project_delete", { connection, project }, { signal: run.signal }));
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== "not_found") {
        if (!run.signal.aborted) {
          const retry = () => removeNow(deletion(project, "once"));
          sayFailure(project, problem, { retry, check: actions.check, show: actions.check });
        }
        return false;
      }
      isGone = true;
    }
    forget(project, run);
    const description = lost ? t`The answer of the service was lost, but the project is gone.` : project;
    if (isGone) toast({ tone: "info", title: t`The project was already gone`, description });
    else toast({ tone: "success", title: t`Project deleted`, description });
    readListsAgain();
    return true;
  }

  function textOf(step: Step) {
    if (step.at === "reading") return { text: t`Looking up its reports…`, at: 0, of: 1 };
    if (step.at === "looking") return { text: t`Looking whether the project is gone…`, at: 1, of: 1 };
    const { finished, of } = step;
    const [number, all] = [i18n.number(Math.min(finished + 1, of)), i18n.number(of)];
    return { text: t`Deleting ${number} of ${all}…`, at: finished, of };
  }

  async function deleteEach(project: string, run: Run): Promise<boolean> {
    const end = await deleteReportByReport(host, connection, project, (step) => run.show(textOf(step)), run.signal);
    if (end.project === "gone") {
      forget(project, run);
      toast({ tone: "success", title: t`Project deleted`, description: countsOf(end) });
    } else {
      sayEnd(project, end);
    }
    readListsAgain();
    return end.project === "gone";
  }

  function countsOf({ deleted, gone }: End): string {
    return gone > 0
      ? t`${plural(deleted, { one: "# report deleted.", other: "# reports deleted." })} ${plural(gone, { one: "# was already gone.", other: "# were already gone." })}`
      : t`${plural(deleted, { one: "# report deleted.", other: "# reports deleted." })}`;
  }

  function sayEnd(project: string, end: End) {
    const isEmpty = end.project === "empty";
    toast({
      tone: end.isStopped || isEmpty ? "info" : "error",
      title: isEmpty ? t`Delete the empty project?` : t`What was deleted`,
      description: <ReportByReportEnd project={project} end={end} actions={actions} />,
      stays: true,
      ...(isEmpty && {
        action: { label: t`Delete empty project`, onPress: () => removeNow(deletion(project, "once")) },
      }),
    });
  }

  const deletion = (project: string, way: DeletionWay): Deletion => ({
    ids: [project],
    title: t`The project will be deleted`,
    description: project,
    run: (run) => (way === "once" ? deleteAtOnce(project, run) : deleteEach(project, run)),
  });

  return (project, way) => remove(deletion(project, way));
}
