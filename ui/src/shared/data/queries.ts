import { type Query, QueryClient, type QueryKey } from "@tanstack/react-query";
import type {
  Batch,
  ChangesQuery,
  CompareMoments,
  CompareReports,
  LibraryProjectQuery,
  LibraryQuery,
  ListBatchRows,
  OverviewQuery,
  ProjectQuery,
  ReportQuery,
  SummariesQuery,
  SyncState,
  TrendsQuery,
} from "../../host/contract";

/** Keys of the query cache; those of one connection start with `["c", connection]`. */
export const keys = {
  connections: () => ["connections"] as const,
  /** Explanations of known checks, in a language. */
  guide: (locale: string) => ["guide", locale] as const,
  /** How reports for clients present their sender. */
  branding: () => ["branding"] as const,
  /** The core reports updates by events. */
  update: () => ["update"] as const,
  /** The last test of a saved connection; separate, because it has nothing to reload. */
  check: (connection: string) => ["check", connection] as const,
  /** Everything of one connection, for clearing or reloading. */
  connection: (connection: string) => ["c", connection] as const,
  allUnseen: () => ["unseen"] as const,
  /** How much changed since the last session, as of a sync. */
  unseen: (connection: string, synced_at: string | null | undefined) => ["unseen", connection, synced_at] as const,
  /** All report lists of one connection. */
  reportLists: (connection: string) => ["c", connection, "reports"] as const,
  reports: (connection: string, query: ReportQuery) => ["c", connection, "reports", query] as const,
  /** All opened reports of one connection. */
  allReports: (connection: string) => ["c", connection, "report"] as const,
  report: (connection: string, id: string) => ["c", connection, "report", id] as const,
  /** True if the keychain has the report's password. */
  passwordKnown: (connection: string, id: string) => ["c", connection, "password", id] as const,
  /** All project lists of one connection. */
  projectLists: (connection: string) => ["c", connection, "projects"] as const,
  projects: (connection: string, query: ProjectQuery) => ["c", connection, "projects", query] as const,
  /** Batches are stored on this computer. */
  batches: {
    all: () => ["batches"] as const,
    list: (connection: string | null) => ["batches", "list", connection] as const,
    one: (batch: number) => ["batches", "one", batch] as const,
    allRows: (batch: number) => ["batches", "rows", batch] as const,
    rows: (query: ListBatchRows) => ["batches", "rows", query.batch, query] as const,
    badLines: (batch: number) => ["batches", "bad_lines", batch] as const,
  },
  /** Everything read from the local library. */
  library: {
    all: () => ["library"] as const,
    list: (query: LibraryQuery) => ["library", "list", query] as const,
    /** How many reports match queries, or a list's query. */
    counts: (queries: unknown) => ["library", "counts", queries] as const,
    fixList: (query: LibraryQuery) => ["library", "fix_list", query] as const,
    changes: (query: ChangesQuery) => ["library", "changes", query] as const,
    overview: (query: OverviewQuery) => ["library", "overview", query] as const,
    info: () => ["library", "info"] as const,
    /** The sync status of all connections. */
    syncs: () => ["library", "syncs"] as const,
    projects: (connection: string, query: LibraryProjectQuery) => ["library", "projects", connection, query] as const,
    /** A page of saved reports of a connection, or of all with `null`, for the report list. */
    savedReports: (connection: string | null, query: object) => ["library", "reports", connection, query] as const,
    /** A page of saved projects, shaped like the service's list. */
    knownProjects: (connection: string, query: LibraryProjectQuery) =>
      ["library", "known_projects", connection, query] as const,
    known: (connection: string, id: string) => ["library", "known", connection, id] as const,
    summaries: (query: SummariesQuery) => ["library", "summaries", query] as const,
    sitemapGaps: (connection: string) => ["library", "sitemap_gaps", connection] as const,
    checkNames: () => ["library", "check_names"] as const,
    trends: (query: TrendsQuery) => ["library", "trends", query] as const,
    lowestTrends: (query: TrendsQuery) => ["library", "lowest_trends", query] as const,
    /** Reports and projects that match a text, of a connection or of all with `null`. */
    found: (connection: string | null, text: string, isAddress: boolean) =>
      ["library", "found", connection, text, isAddress] as const,
    history: (connection: string, id: string) => ["library", "history", connection, id] as const,
    snapshot: (connection: string, id: string, number: number) =>
      ["library", "snapshot", connection, id, number] as const,
    /** Why rows of a batch failed, and the verdicts of its reports. */
    batchOutcome: (batch: number, endedAt: string | null) => ["library", "batch_outcome", batch, endedAt] as const,
    /** The scores of a batch’s reports. */
    batchScores: (query: TrendsQuery) => ["library", "batch_scores", query] as const,
    comparison: (connection: string, id: string, before: number, after: number) =>
      ["library", "comparison", connection, id, before, after] as const,
    moments: (wanted: CompareMoments) => ["library", "moments", wanted] as const,
    comparedReports: (reports: CompareReports) => ["library", "compared-reports", reports] as const,
  },
};

/** Stores a sync's new state; once a sync succeeds, failed reads are retried. */
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

/** Rereads active queries: a response under way may be older than the event. */
function readAfresh(queries: QueryClient, queryKey: QueryKey): void {
  if (queries.isFetching({ queryKey }) === 0) return;
  // Without canceling, the older response would still be stored.
  void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }));
}

/** Stores a batch's new state; its rows are reread with `readRows`, or in any case when it starts or stops. */
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
  // No event follows the end of a batch, and the last read may be outdated.
  if (batch.state === before?.state) readRows(batch.number);
  else void queries.invalidateQueries({ queryKey: keys.batches.allRows(batch.number) });
  if (batch.state === "ended" && before?.state !== "ended") {
    void queries.invalidateQueries({ queryKey: keys.connection(batch.connection) });
  }
}

const hasFailed = ({ state }: Query) => state.status === "error";

/** Clears everything read with a connection that was removed or replaced. */
export function forgetConnection(queries: QueryClient, connection: string): void {
  queries.removeQueries({ queryKey: keys.connection(connection) });
  queries.removeQueries({ queryKey: keys.check(connection) });
  // Its sync state is among those of all connections.
  void queries.invalidateQueries({ queryKey: keys.library.all() });
}

/** The whole fix list of a connection, or of all with `null`: those who ask alike share one answer. */
export const wholeFixList = (connection: string | null): LibraryQuery => ({
  ...(connection !== null && { connection }),
  per_page: 10,
});

/** How long data stays in memory once nothing shows it, in milliseconds: for going back and forth. */
const UNSEEN_MS = 60_000;

/** Never refetches automatically: each request counts against the service's rate limit. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        staleTime: 30_000,
        gcTime: UNSEEN_MS,
      },
      // A service on this computer is reachable even if the browser reports being offline.
      mutations: { retry: false, networkMode: "always", gcTime: UNSEEN_MS },
    },
  });
}
