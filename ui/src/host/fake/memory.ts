import type { Calls, Problem, Report, ServiceCapabilities } from "../contract";
import type { CallName } from "../host";
import type { FakeLibrary } from "./library";
import { asRated, type ServiceCall } from "./service";

/** A call with its response. */
export type Answered = {
  [N in ServiceCall]: { name: N; request: Calls[N]["request"]; answer: Calls[N]["answer"] };
}[ServiceCall];

/** Ingests a response like the core; returns whether the library changed. */
export function remember(
  library: FakeLibrary,
  reports: readonly Report[],
  { name, request, answer }: Answered,
): boolean {
  switch (name) {
    case "reports_list": {
      const shown = answer.rows.map((row): Report => {
        const whole = reports.find((report) => report.row.id === row.id);
        return { row, checks: whole?.checks ?? [], other: whole?.other ?? {} };
      });
      return isTaken(library, request.connection, shown);
    }
    case "report_read":
      return isTaken(library, request.connection, [answer]);
    case "report_create":
    case "report_update":
      return isTaken(library, request.connection, [answer.report]);
    case "report_delete":
      return library.went(request.connection, ({ row }) => row.id === answer.id) > 0;
    case "project_delete":
      return library.went(request.connection, ({ row }) => row.project === answer.id) > 0;
    default:
      return false;
  }
}

function isTaken(library: FakeLibrary, connection: string, reports: readonly Report[]): boolean {
  const { new: added, changed } = library.take(connection, reports);
  return added + changed > 0;
}

/** Marks a report as removed after a 404; returns whether that was new. */
export function noteGone(library: FakeLibrary, name: CallName, request: unknown, { code }: Problem): boolean {
  if (name !== "report_read" || code !== "not_found") return false;
  const { connection, id } = request as Calls["report_read"]["request"];
  return library.went(connection, ({ row }) => row.id === id) > 0;
}

/** Ingests the service's reports like a sync. */
export function ingest(
  library: FakeLibrary,
  reports: readonly Report[],
  connection: string,
  like: ServiceCapabilities,
): void {
  library.take(
    connection,
    reports.map((report) => ({ ...report, row: asRated(report.row, like) })),
  );
}
