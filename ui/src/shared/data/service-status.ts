import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { problemOf } from "../../host";
import {
  type CheckStep,
  type ConnectionCheck,
  LINK_AFTER,
  type Page,
  type Problem,
  type ProblemCode,
  type ProjectQuery,
  type ReportQuery,
  type ServiceLink,
  type Step,
  type SyncState,
} from "../../host/contract";
import { keys } from "./queries";

export type ServiceStatus = {
  /** Outcome of the last read or test; `null` before the first. */
  link: ServiceLink | null;
  /** Why it failed. */
  failure: ProblemCode | null;
  /** When the service asked to try again, in milliseconds since 1970. */
  retry_at: number | null;
  /** By the newest list, or by the library if it was read later. */
  reports: number | null;
  projects: number | null;
};

/** Status from a connection's last reads and test; sends no request. */
export function useServiceStatus(connection: string | undefined): ServiceStatus {
  const queries = useQueryClient();
  const text = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => JSON.stringify(connection === undefined ? NOTHING : read(queries, connection)),
  );
  return JSON.parse(text) as ServiceStatus;
}

const NOTHING: ServiceStatus = { link: null, failure: null, retry_at: null, reports: null, projects: null };

function read(queries: QueryClient, connection: string): ServiceStatus {
  let { link, failure, retry_at } = NOTHING;
  let latest = 0;
  const note = (at: number, problem: Problem | null) => {
    if (at <= latest) return;
    latest = at;
    link = problem ? LINK_AFTER[problem.code] : "connected";
    failure = problem?.code ?? null;
    retry_at = problem?.retry_after == null ? null : at + problem.retry_after * 1000;
  };
  for (const { state, queryKey } of queries.getQueryCache().findAll({ queryKey: keys.connection(connection) })) {
    const hasFailed = state.errorUpdatedAt > state.dataUpdatedAt;
    const problem = hasFailed ? problemOf(state.error) : null;
    // One report may be another account's, which says nothing of this one.
    const isOfOne = problem?.code === "forbidden" && queryKey[2] === keys.allReports(connection)[2];
    const after = !problem ? "connected" : isOfOne ? null : LINK_AFTER[problem.code];
    const at = after === null ? state.dataUpdatedAt : Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
    note(at, after === null ? null : problem);
  }
  const test = queries.getQueryState<ConnectionCheck>(keys.check(connection));
  const failed = test?.data && failedStep(test.data);
  const isOutdated = Date.parse(syncOf(queries, connection)?.synced_at ?? "") > (test?.dataUpdatedAt ?? 0);
  // Nothing was sent with settings that are invalid.
  if (test?.data && !isOutdated && failed?.step !== "settings") note(test.dataUpdatedAt, failed?.problem ?? null);
  return {
    link,
    failure,
    retry_at,
    reports: wholeTotal(queries, keys.reportLists(connection), libraryTotal(queries, connection)),
    projects: wholeTotal(queries, keys.projectLists(connection)),
  };
}

/** Steps that must pass. */
const ESSENTIAL: readonly Step[] = ["settings", "proxy", "name", "connect", "tls", "interface", "key", "reports"];

/** The step at which a connection fails; `null` if it works. */
export function failedStep({ steps }: ConnectionCheck): CheckStep | null {
  return steps.find(({ step, outcome }) => outcome === "failed" && ESSENTIAL.includes(step)) ?? null;
}

export function isOutage(error: unknown): boolean {
  return LINK_AFTER[problemOf(error).code] === "offline";
}

type KnownTotal = { at: number; total: number | null };

/** The library's total; it follows the lists of the service a second later. */
function libraryTotal(queries: QueryClient, connection: string): KnownTotal {
  const total = syncOf(queries, connection)?.total ?? null;
  return { at: total === null ? 0 : (queries.getQueryState(keys.library.syncs())?.dataUpdatedAt ?? 0), total };
}

function syncOf(queries: QueryClient, connection: string): SyncState | undefined {
  return queries.getQueryData<SyncState[]>(keys.library.syncs())?.find((sync) => sync.connection === connection);
}

/** Total of the newest unfiltered list, unless another is known that is newer. */
function wholeTotal(queries: QueryClient, queryKey: readonly unknown[], known?: KnownTotal): number | null {
  let { at: latest, total } = known ?? { at: 0, total: null };
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const asked = query.queryKey[3] as Partial<ReportQuery & ProjectQuery> | undefined;
    const isWhole = !asked?.search && !asked?.project && !asked?.result;
    if (!isWhole || query.state.dataUpdatedAt <= latest) continue;
    latest = query.state.dataUpdatedAt;
    total = (query.state.data as Page<unknown> | undefined)?.total ?? known?.total ?? null;
  }
  return total;
}
