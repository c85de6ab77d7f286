import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { problemOf } from "../../host";
import type { Page, ProjectQuery, ReportQuery } from "../../host/contract";
import { keys } from "./queries";

/** What is known of a service: whether it answered last time, and how much it has. */
export type ServiceState = {
  /** How the last read went: `null` before the first one. */
  link: "connected" | "offline" | "key_refused" | null;
  reports: number | null;
  projects: number | null;
};

/** Status from a connection's last reads; sends no request. */
export function useServiceState(connection: string | undefined): ServiceState {
  const queries = useQueryClient();
  const text = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => JSON.stringify(connection === undefined ? NOTHING : read(queries, connection)),
  );
  return JSON.parse(text) as ServiceState;
}

const NOTHING: ServiceState = { link: null, reports: null, projects: null };

function read(queries: QueryClient, connection: string): ServiceState {
  let [latest, link] = [0, NOTHING.link];
  for (const { state } of queries.getQueryCache().findAll({ queryKey: keys.connection(connection) })) {
    const hasFailed = state.errorUpdatedAt > state.dataUpdatedAt;
    // What was given up tells nothing of the service.
    const wasGivenUp = hasFailed && problemOf(state.error).code === "cancelled";
    const at = wasGivenUp ? state.dataUpdatedAt : Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
    if (at <= latest) continue;
    latest = at;
    link = hasFailed && !wasGivenUp ? linkAfter(state.error) : "connected";
  }
  return {
    link,
    reports: wholeTotal(queries, keys.reportLists(connection)),
    projects: wholeTotal(queries, keys.projectLists(connection)),
  };
}

function linkAfter(error: unknown): ServiceState["link"] {
  switch (problemOf(error).code) {
    case "offline":
    case "name_not_found":
    case "connection_refused":
    case "connect_timed_out":
    case "unreachable":
    case "proxy_failed":
    case "untrusted":
    case "certificate_expired":
    case "certificate_name":
    case "tls_failed":
    case "ca_file_unusable":
    case "timed_out":
    case "answer_cut_off":
    case "maintenance":
    case "sample_failed":
      return "offline";
    case "key_refused":
    case "key_missing":
      return "key_refused";
    default:
      return "connected";
  }
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
