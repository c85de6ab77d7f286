import { type QueryFunctionContext, type QueryKey, replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIsSlow } from "../../components";
import { problemOf } from "../../host";
import type { Page, Problem } from "../../host/contract";

/** How long the service may take before the library's rows are shown although its own may be others, in milliseconds. */
const PATIENCE = 1000;

/** What the library answers to the question of a list. */
export type KnownPage<Row> = {
  page: Page<Row>;
  /** When the service last showed the row that was seen longest ago. */
  seenAt: string;
};

/** How the library is asked the question of a list; it answers `null` where it knows nothing of such things at all. */
export type AskLibrary<Row> = { queryKey: QueryKey; queryFn: () => Promise<KnownPage<Row> | null> };

/** What a list can have from the library, in the service's place. */
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
  /** The page answers the present query, not an earlier one. */
  isCurrent: boolean;
  /** The page is what the library remembers, last seen then; `null` for the service's own answers. */
  knownAt: string | null;
  /** The same, where it is worth saying: not while the service may still answer at once. */
  age: string | null;
  /** When the page was read, in milliseconds since 1970. */
  readAt: number;
  /** Why the service could not answer the present query, if so. */
  problem: Problem | null;
  /** The service is being asked. */
  isReading: boolean;
  /** Asks again. */
  read: () => void;
};

/**
 * Reads a page of a list. Until the service answers, and where it cannot be reached, the page is what the library
 * remembers, or else the last one known; where it remembers only some reports, the other way round. A question that is
 * overtaken by another one is given up where the function hands its `signal` on. Whoever uses it must be mounted anew for
 * another connection.
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
    // Rows that are the same stay the same objects, so that they are not drawn anew.
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
    // While asking again, the last trouble is old news unless there is nothing else to show.
    problem: isRefused ? problemOf(error) : null,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
