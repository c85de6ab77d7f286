import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, Problem, Project } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { projectsPath } from "../../shared/navigation/routes";
import { useGoTo } from "../../shared/navigation/use-navigation";
import { useDeletionFailure } from "../../shared/unsaved/deletion-failure";
import { type Deletion, type Run, useDeletions } from "../../shared/unsaved/deletions";

/**
 * Deletes a project with one request after an undo time (`interface.md` §4.7); messages report the outcome on any
 * screen.
 */
export function useProjectDeletion(connection: string): (project: string) => void {
  const { t } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const go = useGoTo();
  const { remove, removeNow } = useDeletions(connection, "projects");
  const tellFailure = useDeletionFailure(connection);

  const readListsAgain = () => {
    void client.invalidateQueries({ queryKey: keys.projectLists(connection) });
    void client.invalidateQueries({ queryKey: keys.reportLists(connection) });
    void client.invalidateQueries({ queryKey: keys.allReports(connection) });
  };

  function forget(name: string, { gone }: Run) {
    gone();
    client.setQueriesData<Page<Project>>({ queryKey: keys.projectLists(connection) }, (page) => {
      if (!page?.rows.some((row) => row.project === name)) return page;
      const rows = page.rows.filter((row) => row.project !== name);
      return { ...page, rows, total: page.total === null ? null : page.total - 1 };
    });
  }

  const check = () => {
    readListsAgain();
    go(projectsPath(connection));
  };

  async function deleteNow(project: string, run: Run): Promise<boolean> {
    let isGone = false;
    let lost: Problem | null = null;
    try {
      ({ answer_lost: lost } = await host.call("project_delete", { connection, project }, { signal: run.signal }));
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== "not_found") {
        if (!run.signal.aborted) {
          tellFailure(project, problem, { retry: () => removeNow(deletion(project)), check, show: check });
        }
        return false;
      }
      isGone = true;
    }
    forget(project, run);
    const description = lost ? t`The response was lost, but the project was deleted.` : project;
    if (isGone) toast({ tone: "info", title: t`Project already deleted`, description });
    else toast({ tone: "success", title: t`Project deleted`, description });
    readListsAgain();
    return true;
  }

  const deletion = (project: string): Deletion => ({
    id: project,
    title: t`Project will be deleted`,
    description: project,
    run: (run) => deleteNow(project, run),
  });

  return (project) => remove(deletion(project));
}
