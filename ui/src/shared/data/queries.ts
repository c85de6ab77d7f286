import { type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import type {
  Batch,
  ChangesQuery,
  LibraryQuery,
  ListBatchRows,
  OverviewQuery,
  ProjectQuery,
  ReportQuery,
  SyncState,
} from "../../host/contract";

/** The keys of everything that is read from the core. Those of one connection start with `["c", connection]`. */
export const keys = {
  connections: () => ["connections"] as const,
  /** How the app is updated, which the core tells. */
  update: () => ["update"] as const,
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
  /** Whether the password of a report is kept in the system's keychain. */
  passwordKnown: (connection: string, id: string) => ["c", connection, "password", id] as const,
  /** Every list of projects of one connection. */
  projectLists: (connection: string) => ["c", connection, "projects"] as const,
  projects: (connection: string, query: ProjectQuery) => ["c", connection, "projects", query] as const,
  /** The batches, which this computer keeps. */
  batches: {
    all: () => ["batches"] as const,
    /** Those of one connection, or of all. */
    list: (connection: string | null) => ["batches", "list", connection] as const,
    one: (batch: number) => ["batches", "one", batch] as const,
    /** Every page of a batch's rows. */
    allRows: (batch: number) => ["batches", "rows", batch] as const,
    rows: (query: ListBatchRows) => ["batches", "rows", query.batch, query] as const,
    badLines: (batch: number) => ["batches", "bad_lines", batch] as const,
  },
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
  readAfresh(queries, queryKey);
}

/** Reads again what is being read just now: the answer that is on its way may be older than what the core told. */
function readAfresh(queries: QueryClient, queryKey: QueryKey): void {
  if (queries.isFetching({ queryKey }) === 0) return;
  // A first answer would still be taken, were it not given up before.
  void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }));
}

/**
 * Takes note of how a batch is now, as the core tells it. What the service's lists show is read again once it has ended,
 * and its rows with `readRows`, or at once where it goes on or comes to a stand.
 */
export function noteBatch(queries: QueryClient, batch: Batch, readRows: (batch: number) => void): void {
  const one = keys.batches.one(batch.number);
  const before = queries.getQueryData<Batch>(one);
  queries.setQueryData(one, batch);
  const lists = [keys.batches.list(null), keys.batches.list(batch.connection)];
  for (const list of lists) {
    queries.setQueryData<Batch[]>(list, (known) => {
      const others = known?.filter(({ number }) => number !== batch.number);
      return others && [batch, ...others].sort((a, b) => b.number - a.number);
    });
  }
  for (const queryKey of [one, ...lists]) readAfresh(queries, queryKey);
  // Of a batch that ended nothing more is told, and what was read a moment ago may be old.
  if (batch.state === before?.state) readRows(batch.number);
  else void queries.invalidateQueries({ queryKey: keys.batches.allRows(batch.number) });
  if (batch.state === "ended" && before?.state !== "ended") {
    void queries.invalidateQueries({ queryKey: keys.connection(batch.connection) });
  }
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
