import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CallOptions, problemOf, useHost } from "../../../host";
import type { NewReport, Page, Problem, ReportRow, ReportUpdate, Sought, Written } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";

/** How a report came to be gone. */
export type Removal = {
  /** This deleted it, or it was gone already. */
  end: "deleted" | "gone";
  /** What became of the delete's own answer, if it was lost: that the report is gone was then found by looking. */
  answer_lost: Problem | null;
};

/** What can be done to the reports of a connection; each keeps what is shown in step with what the service then said. */
export type ReportWrites = {
  create(report: NewReport): Promise<Written>;
  /** Looks for a report whose creation was begun at `since` and whose outcome is unknown (`field-notes.md` 19). */
  seek(url: string, since: string): Promise<Sought>;
  update(id: string, update: ReportUpdate, options?: CallOptions): Promise<Written>;
  /** Calls `onGone` once the service has proven it, before what is shown changes. */
  remove(id: string, options?: CallOptions, onGone?: () => void): Promise<Removal>;
  /** Has the lists of reports and projects read again, after writes whose outcome is known or in doubt. */
  readListsAgain(): void;
};

/** The writes of a connection (`interface.md` §4.3–4.5). They reject with a `ProblemError`. */
export function useReportWrites(connection: string): ReportWrites {
  const host = useHost();
  const client = useQueryClient();
  return useMemo(() => {
    const readListsAgain = () => {
      void client.invalidateQueries({ queryKey: keys.reportLists(connection) });
      void client.invalidateQueries({ queryKey: keys.projectLists(connection) });
    };
    const changeRows = (change: (page: Page<ReportRow>) => Page<ReportRow>) =>
      client.setQueriesData<Page<ReportRow>>(
        { queryKey: keys.reportLists(connection) },
        (page) => page && change(page),
      );
    // A read that was sent before the write must not overwrite what is known after it.
    const afterReads = async (id: string, write: () => void) => {
      const lists = { queryKey: keys.reportLists(connection) };
      const cut = client.getQueryCache().findAll({ ...lists, fetchStatus: "fetching" });
      await Promise.all([client.cancelQueries({ queryKey: keys.report(connection, id) }), client.cancelQueries(lists)]);
      write();
      for (const { queryKey } of cut) void client.invalidateQueries({ queryKey, exact: true });
    };
    const keep = async (written: Written) => {
      const { row } = written.report;
      await afterReads(row.id, () => {
        client.setQueryData(keys.report(connection, row.id), written.report);
        changeRows((page) => ({ ...page, rows: page.rows.map((known) => (known.id === row.id ? row : known)) }));
      });
      return written;
    };
    return {
      readListsAgain,
      create: async (report) => {
        const written = await keep(await host.call("report_create", { connection, report }));
        readListsAgain();
        return written;
      },
      seek: async (url, since) => {
        const sought = await host.call("report_find_created", { connection, url, since });
        if (sought.found) readListsAgain();
        return sought;
      },
      update: async (id, update, options) =>
        keep(await host.call("report_update", { connection, id, update }, options)),
      remove: async (id, options, onGone) => {
        let removal: Removal;
        try {
          const { answer_lost } = await host.call("report_delete", { connection, id }, options);
          removal = { end: "deleted", answer_lost };
        } catch (thrown) {
          if (problemOf(thrown).code !== "not_found") throw thrown;
          removal = { end: "gone", answer_lost: null };
        }
        onGone?.();
        await afterReads(id, () => {
          void client.invalidateQueries({ queryKey: keys.report(connection, id), refetchType: "none" });
          changeRows((page) => {
            const rows = page.rows.filter((row) => row.id !== id);
            const fewer = page.rows.length - rows.length;
            return { ...page, rows, total: page.total === null ? null : page.total - fewer };
          });
        });
        return removal;
      },
    };
  }, [host, client, connection]);
}
