import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CallOptions, problemOf, useHost } from "../../../host";
import type {
  CreateLookup,
  NewReport,
  Page,
  Problem,
  ReportRow,
  ReportUpdate,
  WriteResult,
} from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { withoutRow } from "../list/pages";

/** How a report was removed. */
export type Removal = {
  /** Deleted by this call, or removed before. */
  end: "deleted" | "gone";
  /** The problem if the delete's response was lost; the removal was then found by checking. */
  answer_lost: Problem | null;
};

/** Writes to a connection's reports; each updates the caches to what the service then shows. */
export type ReportWrites = {
  create(report: NewReport): Promise<WriteResult>;
  /** Searches for a report created since `since` with an unknown outcome (`field-notes.md` 19). */
  seek(url: string, since: string): Promise<CreateLookup>;
  update(id: string, update: ReportUpdate, options?: CallOptions): Promise<WriteResult>;
  /** Calls `onGone` once the removal is proven, before the caches change. */
  remove(id: string, options?: CallOptions, onGone?: () => void): Promise<Removal>;
  /** Invalidates report and project lists, also after unknown outcomes. */
  readListsAgain(): void;
};

/** A connection's writes (`interface.md` §4.3–4.5); they reject with `ProblemError`. */
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
        // All at the same time: pages older than the first one are read again.
        { updatedAt: Date.now() },
      );
    // A read sent before the write must not overwrite its result.
    const afterReads = async (id: string, write: () => void) => {
      const lists = { queryKey: keys.reportLists(connection) };
      const cut = client.getQueryCache().findAll({ ...lists, fetchStatus: "fetching" });
      await Promise.all([client.cancelQueries({ queryKey: keys.report(connection, id) }), client.cancelQueries(lists)]);
      write();
      for (const { queryKey } of cut) void client.invalidateQueries({ queryKey, exact: true });
    };
    const keep = async (written: WriteResult) => {
      const { row } = written.report;
      // An unconfirmed response proves nothing and may be incomplete.
      if (written.unsettled) {
        void client.invalidateQueries({ queryKey: keys.report(connection, row.id), refetchType: "none" });
        return written;
      }
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
          changeRows((page) => withoutRow(page, id));
        });
        return removal;
      },
    };
  }, [host, client, connection]);
}
