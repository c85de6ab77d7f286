import { QueryClient } from "@tanstack/react-query";
import type { ProjectQuery, ReportQuery } from "../host/contract";

/** The keys of everything that is read from the core. Those of one connection start with `["c", connection]`. */
export const keys = {
  connections: () => ["connections"] as const,
  /** The last check of one connection, which says nothing of how its reads went. */
  check: (connection: string) => ["check", connection] as const,
  /** Everything of one connection, to forget or read again at once. */
  connection: (connection: string) => ["c", connection] as const,
  /** Every list of reports of one connection. */
  reportLists: (connection: string) => ["c", connection, "reports"] as const,
  reports: (connection: string, query: ReportQuery) => ["c", connection, "reports", query] as const,
  /** Every report of one connection that was opened. */
  allReports: (connection: string) => ["c", connection, "report"] as const,
  report: (connection: string, id: string) => ["c", connection, "report", id] as const,
  /** Every list of projects of one connection. */
  projectLists: (connection: string) => ["c", connection, "projects"] as const,
  projects: (connection: string, query: ProjectQuery) => ["c", connection, "projects", query] as const,
};

/** Forgets everything that was read with a connection, once that is gone or another. */
export function forgetConnection(queries: QueryClient, connection: string): void {
  queries.removeQueries({ queryKey: keys.connection(connection) });
  queries.removeQueries({ queryKey: keys.check(connection) });
}

/** A store for what was read. Nothing is asked again on its own: each request counts against the service's throttle. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        staleTime: 30_000,
      },
      // The core may well reach a service on this computer while the browser believes that it is offline.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
