import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { problemOf, useHost } from "../../host";
import type { Problem, ProjectSummary } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { changeOf } from "../../shared/data/trends";

/** The length of trends in days; the library sorts by those of as many. */
export const TREND_DAYS = 90;

/** The summaries of projects by their names, as far as the library has them. */
export type Summaries = {
  of: Readonly<Record<string, ProjectSummary>>;
  isRead: boolean;
  problem: Problem | null;
  read: () => void;
};

/** Verdicts, trends, and failing checks of the projects of a page. */
export function useSummaries(connection: string, projects: readonly string[]): Summaries {
  const host = useHost();
  const [{ stale_days }] = usePreferences();
  const query = { connection, projects: [...projects], days: TREND_DAYS, stale_days };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.library.summaries(query),
    queryFn: ({ signal }) => host.call("project_summaries", query, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: projects.length > 0,
  });
  return useMemo(
    () => ({
      of: Object.fromEntries((data ?? []).map((summary) => [summary.project, summary])),
      isRead: (data !== undefined && !isPlaceholderData) || error !== null,
      problem: error && problemOf(error),
      read: () => void refetch(),
    }),
    [data, error, isPlaceholderData, refetch],
  );
}

/** The known averages of a trend, oldest first, and their change. */
export function courseOf({ trend }: ProjectSummary): { averages: number[]; change: number } {
  const averages = trend.filter((average) => average !== null);
  return { averages, change: changeOf(averages, 1) };
}
