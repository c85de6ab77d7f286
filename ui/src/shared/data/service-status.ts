import { notifyManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { problemOf } from "../../host";
import {
  LINK_AFTER,
  type Page,
  type ProblemCode,
  type ProjectQuery,
  type ReportQuery,
  type ServiceLink,
  type SyncState,
} from "../../host/contract";
import { keys } from "./queries";

export type ServiceStatus = {
  /** Outcome of the last read; `null` before the first. */
  link: ServiceLink | null;
  /** Why the last read failed. */
  failure: ProblemCode | null;
  /** When the service asked to try again, in milliseconds since 1970. */
  retry_at: number | null;
  /** By the newest list, or by the library if it was read later. */
  reports: number | null;
  projects: number | null;
};

/** Status from a connection's last reads; sends no request. */
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
  for (const { state, queryKey } of queries.getQueryCache().findAll({ queryKey: keys.connection(connection) })) {
    const hasFailed = state.errorUpdatedAt > state.dataUpdatedAt;
    const problem = hasFailed ? problemOf(state.error) : null;
    // One report may be another account's, which says nothing of this one.
    const isOfOne = problem?.code === "forbidden" && queryKey[2] === keys.allReports(connection)[2];
    const after = !problem ? "connected" : isOfOne ? null : LINK_AFTER[problem.code];
    const at = after === null ? state.dataUpdatedAt : Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
    if (at <= latest) continue;
    latest = at;
    link = after ?? "connected";
    const told = after !== null ? problem : null;
    failure = told?.code ?? null;
    retry_at = told?.retry_after == null ? null : state.errorUpdatedAt + told.retry_after * 1000;
  }
  return {
    link,
    failure,
    retry_at,
    reports: wholeTotal(queries, keys.reportLists(connection), libraryTotal(queries, connection)),
    projects: wholeTotal(queries, keys.projectLists(connection)),
  };
}

export function isOutage(error: unknown): boolean {
  return LINK_AFTER[problemOf(error).code] === "offline";
}

type KnownTotal = { at: number; total: number | null };

/** The library's total; it follows the lists of the service a second later. */
function libraryTotal(queries: QueryClient, connection: string): KnownTotal {
  const state = queries.getQueryState<SyncState[]>(keys.library.syncs());
  const total = state?.data?.find((sync) => sync.connection === connection)?.total ?? null;
  return { at: total === null ? 0 : (state?.dataUpdatedAt ?? 0), total };
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
