import type { Host } from "../../../host";
import type { Page, ReportQuery, ReportRow } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { typingPause } from "../../../shared/lists/use-debounced";
import type { AskLibrary, AskService } from "../../../shared/lists/use-list";
import type { ListedReport, ListQuery } from "../search";

/** Query options for the service's page. */
export function askService(host: Host, connection: string, query: ReportQuery): AskService<ListedReport> {
  return {
    queryKey: keys.reports(connection, query),
    queryFn: async (context) => {
      if (query.page === undefined) await typingPause(context, query.search);
      const { signal, client, queryKey } = context;
      // Other calls go before rows that are read again and not in view.
      const background = (query.page ?? 1) > 1 && client.getQueryData(queryKey) !== undefined;
      return host.call("reports_list", { connection, query }, { signal, background });
    },
  };
}

/** Query options for the library's page, of a connection or all with `null`. */
export function askLibrary(host: Host, connection: string | null, query: ListQuery): AskLibrary<ListedReport> {
  return {
    queryKey: keys.library.savedReports(connection, query),
    queryFn: async () => (await import("./from-library")).savedReports(host, connection, query),
  };
}

/** A page without a removed report. */
export function withoutRow<Row extends ReportRow>(page: Page<Row>, id: string): Page<Row> {
  const rows = page.rows.filter((row) => row.id !== id);
  const fewer = page.rows.length - rows.length;
  return { ...page, rows, total: page.total === null ? null : page.total - fewer };
}
