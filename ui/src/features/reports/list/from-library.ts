import type { Host } from "../../../host";
import type { ReportQuery, ReportRow } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import type { AskLibrary } from "../../../shared/lists/use-list";

/** The library's sort key for each of the lists' (`interface.md` §4.1). */
export function askForReports(host: Host, connection: string, query: ReportQuery): AskLibrary<ReportRow> {
  return {
    queryKey: keys.library.knownReports(connection, query),
    queryFn: async () => (await import("../known")).knownReports(host, connection, query),
  };
}
