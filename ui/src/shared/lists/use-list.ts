import { type QueryFunctionContext, type QueryKey, replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIsSlow } from "../../components";
import { problemOf } from "../../host";
import type { Page, Problem } from "../../host/contract";

/** How long to wait for the service before showing the library's rows, even if they may differ. */
const PATIENCE = 1000;

/** A library page for a list. */
export type KnownPage<Row> = {
  page: Page<Row>;
  /** When the service last showed the page's oldest row. */
  seenAt: string;
};

/** Query options for the library's page; `null` if the library has no such rows. */
export type AskLibrary<Row> = { queryKey: QueryKey; queryFn: () => Promise<KnownPage<Row> | null> };

/** Query options for the service's page. */
export type Remembered<Row> = {
  ask: AskLibrary<Row>;
  /** All of the connection's reports have been read into the library once. */
  isWhole: boolean;
  /** The page is much like the service's even where the library has seen only some reports: that with the newest ones. */
  isLike: boolean;
};

/** A page of a list as a screen shows it. */
export type List<Row> = {
  /** The page to show: the service's answer to the present query, the library's, or else the last one known. */
  page: Page<Row> | undefined;
  /** The page belongs to the current query. */
  isCurrent: boolean;
  /** When the saved copy was last seen; `null` for the service's own response. */
  knownAt: string | null;
  /** The same, but `null` while the service may still respond soon. */
  age: string | null;
  /** When the page was read, in milliseconds since 1970. */
  readAt: number;
  /** Why the current query failed. */
  problem: Problem | null;
  /** A request is under way. */
  isReading: boolean;
  read: () => void;
};

/**
 * Reads a list page from the service and falls back to the library, or else the last page; with `service` as `null` it
 * reads from the library alone. Remount it for another connection.
 */
export function useList<Row>(
  queryKey: QueryKey,
  queryFn: (context: QueryFunctionContext) => Promise<Page<Row>>,
  { ask, isWhole, isLike }: Remembered<Row>,
): List<Row> {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({ queryKey, queryFn });
  // Where it fails, everything is as if there were none.
  const { data: known } = useQuery({ ...ask, staleTime: 0, enabled: data === undefined });
  const [shown, setShown] = useState<{ of: unknown; page: Page<Row>; at: number; knownAt: string | null } | null>(null);
  const isRefused = error !== null && !isFetching;
  const isLate = useIsSlow(isFetching && !isWhole, PATIENCE);
  // A library that has seen only some reports has others on its pages than the service: they would be there for a moment,
  // also in the place of rows that the service showed, and somebody may be about to press one.
  const isOpen = shown === null || shown.knownAt !== null;
  const isWanted = isWhole || isRefused || (isOpen && (isLike || isLate || shown?.of === known?.page));
  // Nothing remembered yet does not mean that there is nothing.
  const isKnown = known && isWanted && (known.page.rows.length > 0 || isRefused);
  const [page, at, knownAt] = data
    ? [data, dataUpdatedAt, null]
    : isKnown
      ? [known.page, shown?.at ?? 0, known.seenAt]
      : [undefined, 0, null];
  if (page && (shown?.of !== page || shown.at !== at)) {
    // Unchanged rows keep their identity, so that they aren't redrawn.
    setShown({ of: page, page: replaceEqualDeep(shown?.page, page), at, knownAt });
  }
  const shownAt = shown?.knownAt ?? null;
  const isSlow = useIsSlow(isFetching && shownAt !== null);
  return {
    page: shown?.page,
    isCurrent: page !== undefined,
    knownAt: shownAt,
    age: isSlow || !isFetching ? shownAt : null,
    readAt: shown?.at ?? 0,
    // While reading again, the last problem is outdated unless there is nothing else to show.
    problem: isRefused ? problemOf(error) : null,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
