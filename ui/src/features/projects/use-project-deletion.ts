import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../app/queries";
import { useStop } from "../../app/use-stop";
import { toast } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Page, Problem, Project } from "../../host/contract";
import { deleteReportByReport, type End, type Step } from "./report-by-report";

/** A project that is being deleted report by report, and in the end what became of it. */
export type Run = { project: string; step: Step } | { project: string; end: End };

/** The ways to delete a project. Both say so in a message once it is gone. */
export type ProjectDeletion = {
  /** Deletes it with one request (`interface.md` §4.7). Rejects with a `ProblemError`. */
  deleteAtOnce(project: string): Promise<void>;
  /** Deletes its reports one by one, which `run` then tells of. */
  deleteReportByReport(project: string): Promise<void>;
  run: Run | null;
  stop(): void;
  /** Puts away what `run` tells. */
  close(): void;
  /** Has the lists read again, after a delete whose outcome is in doubt. */
  readListsAgain(): void;
};

/** Deletes projects of a connection; `onDeleted` is told of one that is gone before the lists show it. */
export function useProjectDeletion(connection: string, onDeleted: (project: string) => void): ProjectDeletion {
  const { t } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const { stop, isLeft } = useStop();

  const readListsAgain = () => {
    void client.invalidateQueries({ queryKey: keys.projectLists(connection) });
    void client.invalidateQueries({ queryKey: keys.reportLists(connection) });
    void client.invalidateQueries({ queryKey: keys.allReports(connection) });
  };

  function forget(name: string) {
    client.setQueriesData<Page<Project>>({ queryKey: keys.projectLists(connection) }, (page) => {
      if (!page?.rows.some((row) => row.project === name)) return page;
      const rows = page.rows.filter((row) => row.project !== name);
      return { ...page, rows, total: page.total === null ? null : page.total - 1 };
    });
    onDeleted(name);
  }

  async function deleteAtOnce(project: string) {
    let isGone = false;
    let lost: Problem | null = null;
    try {
      ({ answer_lost: lost } = await host.call("project_delete", { connection, project }));
    } catch (thrown) {
      if (problemOf(thrown).code !== "not_found") throw thrown;
      isGone = true;
    }
    forget(project);
    const description = lost ? t`The answer of the service was lost, but the project is gone.` : project;
    if (isGone) toast({ tone: "info", title: t`The project was already gone`, description });
    else toast({ tone: "success", title: t`Project deleted`, description });
    readListsAgain();
  }

  async function runReportByReport(project: string) {
    stop.current = new AbortController();
    const show = (step: Step) => setRun({ project, step });
    const end = await deleteReportByReport(host, connection, project, show, stop.current.signal);
    const { deleted, gone, failed, untried } = end;
    const finished = deleted + gone;
    const all = finished + failed.length + untried;
    if (isLeft.current) {
      if (all > 0) {
        toast({ tone: "info", title: t`Stopped after ${finished} of ${all}`, description: t`You left the list.` });
      }
    } else if (end.project === "gone") {
      forget(project);
      setRun(null);
      toast({
        tone: "success",
        title: t`Project deleted`,
        description:
          gone > 0
            ? t`${plural(deleted, { one: "# report deleted.", other: "# reports deleted." })} ${plural(gone, { one: "# was already gone.", other: "# were already gone." })}`
            : t`${plural(deleted, { one: "# report deleted.", other: "# reports deleted." })}`,
      });
    } else {
      setRun({ project, end });
    }
    readListsAgain();
  }

  return {
    deleteAtOnce,
    deleteReportByReport: runReportByReport,
    run,
    stop: () => stop.current?.abort(),
    close: () => setRun(null),
    readListsAgain,
  };
}
