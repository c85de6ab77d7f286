import { type QueryFunctionContext, type QueryKey, type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Host, useHost } from "../../../host";
import type { CheckValue, ReportTrend, TrendsQuery } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { keyOf, type ListedReport } from "../search";

/** The core's maximum for a call. */
const MAX_IDS = 100;

/** A report's trend, and the values of chosen checks by their names. */
export type ListedTrend = Omit<ReportTrend, "values"> & {
  values: (readonly [check: string, value: CheckValue | null])[];
};

type Entry = readonly [key: string, trend: ListedTrend];

/** The trends of rows by their ids, as far as the library has them; `isRead` is false until the first answer. */
export type Trends = { of: Readonly<Record<string, ListedTrend>>; isRead: boolean };

/** How the scores of the listed reports went, of a connection or of all with `null`, and what chosen checks found. */
export function useTrends(
  connection: string | null,
  rows: readonly ListedReport[],
  checks: readonly string[] | null | undefined,
): Trends {
  const host = useHost();
  const queries = useMemo(() => askTrends(host, connection, rows, checks ?? []), [host, connection, rows, checks]);
  const now = useQueries({ queries, combine });
  // One new report moves all later ones to other requests.
  const [last, setLast] = useState(now);
  if (!now.isPending && now !== last) setLast(now);
  return useMemo(() => (now.isPending ? { ...now, of: { ...last.of, ...now.of } } : now), [now, last]);
}

/** Query options for the trends of rows. */
export function askTrends(
  host: Host,
  connection: string | null,
  rows: readonly ListedReport[],
  checks: readonly string[],
): { queryKey: QueryKey; queryFn: (context: QueryFunctionContext) => Promise<Entry[]> }[] {
  return partsOf(connection, rows, checks).map((request) => ({
    queryKey: keys.library.trends(request),
    queryFn: async ({ signal }) => {
      const trends = await host.call("library_trends", request, { signal });
      return trends.map(({ values, ...trend }) => [
        connection === null ? keyOf(request.connection, trend.id) : trend.id,
        // Named, since an earlier answer is shown until the one to another choice of checks.
        { ...trend, values: (request.checks ?? []).map((check, at) => [check, values[at] ?? null] as const) },
      ]);
    },
  }));
}

function combine(answers: UseQueryResult<Entry[]>[]) {
  return {
    of: Object.fromEntries(answers.flatMap(({ data }) => data ?? [])),
    isRead: answers.some(({ isPending }) => !isPending),
    isPending: answers.some(({ isPending }) => isPending),
  };
}

/** One request for each hundred reports of a connection, so that rows that are added don't repeat earlier ones. */
function partsOf(connection: string | null, rows: readonly ListedReport[], checks: readonly string[]): TrendsQuery[] {
  const wanted = checks.length > 0 ? { checks: [...checks] } : {};
  const parts: TrendsQuery[] = [];
  const open = new Map<string, TrendsQuery>();
  for (const { id, known } of rows) {
    const of = connection ?? known?.connection;
    if (of === undefined) continue;
    const part = open.get(of);
    if (part && part.ids.length < MAX_IDS) part.ids.push(id);
    else {
      const next = { connection: of, ids: [id], ...wanted };
      parts.push(next);
      open.set(of, next);
    }
  }
  return parts;
}
