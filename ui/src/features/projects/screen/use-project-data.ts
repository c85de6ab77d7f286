import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { problemOf, type ReadName, useHost } from "../../../host";
import type { Calls, Problem, ReportTrend } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { TREND_DAYS, useSummaries } from "../use-summaries";

/** A project's summary; undefined until it is read, or if the library doesn't have it. */
export function useSummary(project: string) {
  const { id: connection } = useConnection();
  const { of, ...summaries } = useSummaries(connection, [project]);
  return { ...summaries, summary: of[project] };
}

/** Data with the problem that reading them had, and how to read them again. */
export type Reading<Data> = { data: Data | undefined; problem: Problem | null; read: () => void };

function useRead<N extends ReadName>(
  queryKey: readonly unknown[],
  name: N,
  request: Calls[N]["request"],
): Reading<Calls[N]["answer"]> {
  const host = useHost();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => host.call(name, request, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { data, problem: error && problemOf(error), read: () => void refetch() };
}

/** The fix list of a project. */
export function useProjectFixes(project: string) {
  const query = { connection: useConnection().id, project, per_page: 10 } as const;
  return useRead(keys.library.fixList(query), "fix_list", query);
}

/** The reports of a project that got worse, most first, and how many. */
export function useWorse(project: string) {
  const query = {
    connection: useConnection().id,
    project,
    changed: { change: "worse", since: { days: TREND_DAYS } },
    sort_by: "fall",
    per_page: 10,
  } as const;
  return useRead([...keys.library.list(query), "overview"], "library_list", query);
}

/** The reports of a project with the lowest scores. */
export function useLowest(project: string) {
  const query = { connection: useConnection().id, project, sort_by: "score", sort: "asc", per_page: 10 } as const;
  return useRead([...keys.library.list(query), "overview"], "library_list", query);
}

/** How the scores of reports went, and how many of their checks failed, by id; undefined until it is read. */
export function useTrendsOf(ids: readonly string[]): Readonly<Record<string, ReportTrend>> | undefined {
  const host = useHost();
  const query = { connection: useConnection().id, ids: [...ids] };
  const { data } = useQuery({
    queryKey: keys.library.lowestTrends(query),
    queryFn: ({ signal }) => host.call("library_trends", query, { signal }),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
  return useMemo(() => data && Object.fromEntries(data.map((trend) => [trend.id, trend])), [data]);
}
