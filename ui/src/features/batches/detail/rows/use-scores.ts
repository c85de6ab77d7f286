import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useHost } from "../../../../host";
import type { BatchRow, ReportTrend } from "../../../../host/contract";
import { keys } from "../../../../shared/data/queries";
import { reportOf } from "./columns";

/** The scores of the rows’ reports, as far as the library has them. */
export function useScores(
  connection: string,
  rows: readonly BatchRow[] | undefined = [],
): (row: BatchRow) => number | undefined {
  const host = useHost();
  const request = { connection, ids: [...new Set(rows.flatMap((row) => reportOf(row) ?? []))] };
  const { data } = useQuery({
    queryKey: keys.library.batchScores(request),
    queryFn: ({ signal }) => host.call("library_trends", request, { signal }),
    select: scoresOf,
    enabled: request.ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return useCallback((row) => data?.get(reportOf(row) ?? ""), [data]);
}

function scoresOf(trends: readonly ReportTrend[]): ReadonlyMap<string, number | undefined> {
  return new Map(trends.map(({ id, scores }) => [id, scores.at(-1)]));
}
