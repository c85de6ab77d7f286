import { keys } from "../../app/queries";
import type { AskLibrary } from "../../app/use-list";
import type { Host } from "../../host";
import type { ReportQuery, ReportRow } from "../../host/contract";

/** How the library is asked for a page of reports in the service's place. */
export function askForReports(host: Host, connection: string, query: ReportQuery): AskLibrary<ReportRow> {
  return {
    queryKey: keys.library.knownReports(connection, query),
    queryFn: async () => (await import("./known")).knownReports(host, connection, query),
  };
}
