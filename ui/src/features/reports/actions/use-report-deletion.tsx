import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { Problem, ReportRow } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { reportPath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { useDeletionFailure } from "../../../shared/unsaved/deletion-failure";
import { type Deletion, useDeletions } from "../../../shared/unsaved/deletions";
import { type Removal, useReportWrites } from "./use-report-writes";

/** Deletes a report after an undo time (`interface.md` §4.5); messages report the outcome on any screen. */
export function useReportDeletion(connection: string): (row: ReportRow) => void {
  const { t } = useLingui();
  const host = useHost();
  const client = useQueryClient();
  const go = useGoTo();
  const writes = useReportWrites(connection);
  const { remove, removeNow, forgetFailure } = useDeletions(connection);
  const tellFailure = useDeletionFailure(connection);

  const sayFailure = (row: ReportRow, problem: Problem) =>
    tellFailure(row.address || row.id, problem, {
      retry: () => removeNow(deletion(row)),
      check: () => void check(row),
      show: () => go(reportPath(connection, row.id)),
    });

  function sayDeleted(row: ReportRow, { end, answer_lost }: Removal) {
    const proven = t`The response was lost, but the report was deleted.`;
    const description = answer_lost ? proven : row.address;
    if (end === "gone") toast({ tone: "info", title: t`Report already deleted`, description });
    else toast({ tone: "success", title: t`Report deleted`, description });
  }

  const deletion = (row: ReportRow): Deletion => ({
    id: row.id,
    title: t`Report will be deleted`,
    description: row.address,
    run: async ({ signal, gone, failed }) => {
      try {
        sayDeleted(row, await writes.remove(row.id, { signal }, gone));
      } catch (thrown) {
        const problem = problemOf(thrown);
        failed(problem);
        if (!signal.aborted) sayFailure(row, problem);
        return false;
      }
      writes.readListsAgain();
      return true;
    },
  });

  /** Checks whether a report still exists after a delete with an unknown outcome (`field-notes.md` 24). */
  async function check(row: ReportRow) {
    const { id } = row;
    try {
      await client.fetchQuery({
        queryKey: keys.report(connection, id),
        queryFn: ({ signal }) => host.call("report_read", { connection, id }, { signal }),
        staleTime: 0,
      });
      toast({ tone: "info", title: t`Report not deleted`, description: row.address });
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== "not_found") return sayFailure(row, { ...problem, code: "outcome_unknown" });
      toast({ tone: "success", title: t`Report deleted`, description: row.address });
    }
    forgetFailure(id);
    writes.readListsAgain();
  }

  return (row) => remove(deletion(row));
}
