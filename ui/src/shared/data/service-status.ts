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
} from "../../host/contract";
import { keys } from "./queries";

export type ServiceStatus = {
  /** Outcome of the last read; `null` before the first. */
  link: ServiceLink | null;
  /** Why the last read failed, and when in milliseconds since 1970. */
  failure: { code: ProblemCode; retry_after: number | null; at: number } | null;
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

const NOTHING: ServiceStatus = { link: null, failure: null, reports: null, projects: null };

function read(queries: QueryClient, connection: string): ServiceStatus {
  let { link, failure } = NOTHING;
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
    failure = problem && after !== null ? { code: problem.code, retry_after: problem.retry_after, at } : null;
  }
  return {
    link,
    failure,
    reports: wholeTotal(queries, keys.reportLists(connection)),
    projects: wholeTotal(queries, keys.projectLists(connection)),
  };
}

export function isOutage(error: unknown): boolean {
  return LINK_AFTER[problemOf(error).code] === "offline";
}

/** Total of the newest unfiltered list. */
function wholeTotal(queries: QueryClient, queryKey: readonly unknown[]): number | null {
  let [latest, total]: [number, number | null] = [0, null];
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const asked = query.queryKey[3] as Partial<ReportQuery & ProjectQuery> | undefined;
    const isWhole = !asked?.search && !asked?.project && !asked?.result;
    if (!isWhole || query.state.dataUpdatedAt <= latest) continue;
    latest = query.state.dataUpdatedAt;
    total = (query.state.data as Page<unknown> | undefined)?.total ?? null;
  }
  return total;
}
