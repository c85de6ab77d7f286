import { type Query, QueryClient } from "@tanstack/react-query";
import type { ChangesQuery, LibraryQuery, OverviewQuery, ProjectQuery, ReportQuery, SyncState } from "../host/contract";

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
  /** Everything that is read from the library, which this computer answers. */
  library: {
    all: () => ["library"] as const,
    list: (query: LibraryQuery) => ["library", "list", query] as const,
    fixList: (query: LibraryQuery) => ["library", "fix_list", query] as const,
    changes: (query: ChangesQuery) => ["library", "changes", query] as const,
    overview: (query: OverviewQuery) => ["library", "overview", query] as const,
    info: () => ["library", "info"] as const,
    /** How the syncs of all connections are. */
    syncs: () => ["library", "syncs"] as const,
    projects: (connection: string, query: ProjectQuery) => ["library", "projects", connection, query] as const,
    /** A page of a connection's reports as the service's own list would have it. */
    knownReports: (connection: string, query: ReportQuery) => ["library", "reports", connection, query] as const,
    /** A page of a connection's projects as the service's own list would have it. */
    knownProjects: (connection: string, query: ProjectQuery) =>
      ["library", "known_projects", connection, query] as const,
    known: (connection: string, id: string) => ["library", "known", connection, id] as const,
    history: (connection: string, id: string) => ["library", "history", connection, id] as const,
    snapshot: (connection: string, id: string, number: number) =>
      ["library", "snapshot", connection, id, number] as const,
    comparison: (connection: string, id: string, before: number, after: number) =>
      ["library", "comparison", connection, id, before, after] as const,
  },
};

/** Takes note of how a sync is now, as the core tells it. Once one has ended well, what could not be read is read again. */
export function noteSync(queries: QueryClient, state: SyncState): void {
  const queryKey = keys.library.syncs();
  if (!state.running && !state.problem && state.synced_at) {
    const failed = { queryKey: keys.connection(state.connection), predicate: hasFailed };
    void queries.refetchQueries({ ...failed, type: "active" });
  }
  queries.setQueryData<SyncState[]>(queryKey, (before) => [
    ...(before ?? []).filter(({ connection }) => connection !== state.connection),
    state,
  ]);
  // An answer that is on its way may be older.
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}

const hasFailed = ({ state }: Query) => state.status === "error";

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
