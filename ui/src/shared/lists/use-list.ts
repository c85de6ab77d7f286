import { type QueryFunctionContext, type QueryKey, replaceEqualDeep, skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIsSlow } from "../../components";
import { problemOf } from "../../host";
import type { Page, Problem } from "../../host/contract";
import { useOutageRetry } from "./use-outage-retry";

/** How long to wait for the service before showing the library's rows, even if they may differ. */
const LIBRARY_FALLBACK_MS = 1000;

/** A library page for a list. */
export type KnownPage<Row> = {
  page: Page<Row>;
  /** When the service last showed the page's oldest row. */
  seenAt: string;
};

/** Query options for the library's page; `null` if the library has no such rows. */
export type AskLibrary<Row> = { queryKey: QueryKey; queryFn: () => Promise<KnownPage<Row> | null> };

/** Query options for the service's page. */
export type AskService<Row> = {
  queryKey: QueryKey;
  queryFn: (context: QueryFunctionContext) => Promise<Page<Row>>;
};

/** How the library can stand in for the service. */
export type LibraryFallback<Row> = {
  ask: AskLibrary<Row>;
  /** The connection has had a full sync. */
  isFullySynced: boolean;
  /** The page is close to the service's even without a full sync: it has the newest reports. */
  approximatesService: boolean;
};

export type List<Row> = {
  /** Only the library can answer the query. */
  isOfLibrary: boolean;
  /** The library has no rows at all. */
  isLibraryEmpty: boolean;
  /** The page to show: the service's, the library's, or the last one. */
  page: Page<Row> | undefined;
  /** The page belongs to the current query. */
  isCurrent: boolean;
  /** When the saved copy was last seen; `null` for the service's own response. */
  knownAt: string | null;
  /** When rows that aren’t live were last seen; `null` while the service may still respond soon. */
  age: string | null;
  /** The part of the query the service ignored; the library's rows are shown instead. */
  ignored: "filter" | "sort" | null;
  /** When the page was read, in milliseconds since 1970. */
  readAt: number;
  /** Why the current query failed. */
  problem: Problem | null;
  /** A request is under way. */
  isReading: boolean;
  /** The shown rows will be replaced, and that takes a while. */
  isStale: boolean;
  read: () => void;
};

const NOTHING: Page<never> = {
  rows: [],
  number: 1,
  total: 0,
  offset: 0,
  has_next: false,
  unreadable: [],
  sort_ignored: false,
  filter_ignored: false,
};

function ignoredBy({ filter_ignored, sort_ignored }: Page<unknown>): List<unknown>["ignored"] {
  return filter_ignored ? "filter" : sort_ignored ? "sort" : null;
}

/** Since when saved rows may be outdated: since they were read, or since a later sync that covered all of them. */
export function laterOf(seenAt: string | null, completeAt: string | null): string | null {
  return completeAt === null || (seenAt !== null && completeAt <= seenAt) ? seenAt : completeAt;
}

/** The list with its saved copy as old as `completeAt`, until when none of its rows may have changed. */
export function agedBy<Row>(list: List<Row>, completeAt: string | null): List<Row> {
  const { knownAt, age } = list;
  const at = laterOf(knownAt, completeAt);
  return knownAt === null || at === knownAt ? list : { ...list, knownAt: at, age: age && at };
}

const NO_SERVICE = { queryKey: ["none"], queryFn: skipToken } as const;

/**
 * Reads a list page from the service and falls back to the library, or else the last page; with `service` as `null` it
 * reads from the library alone. Remount it for another connection.
 */
export function useList<Row>(
  service: AskService<Row> | null,
  { ask, isFullySynced, approximatesService }: LibraryFallback<Row>,
): List<Row> {
  const isOfLibrary = service === null;
  const served = useQuery<Page<Row>>(service ?? NO_SERVICE);
  const { data } = served;
  // Only a fully synced library can replace a response of the service.
  const ignored = data && isFullySynced ? ignoredBy(data) : null;
  // Beside the service, a library failure counts as no saved copy.
  const saved = useQuery({ ...ask, staleTime: 0, enabled: isOfLibrary || data === undefined || ignored !== null });
  const { data: known } = saved;
  const { error, isFetching, refetch, dataUpdatedAt } = isOfLibrary ? saved : served;
  const isInstead = ignored !== null && known != null;
  const [shown, setShown] = useState<{ of: unknown; page: Page<Row>; at: number; knownAt: string | null } | null>(null);
  const [why, isRetry, noteAsked] = useOutageRetry({ error, isFetching, refetch });
  // Automatic retries stay invisible until they succeed.
  const isReading = isFetching && !isRetry;
  const isRefused = why !== null && !isReading;
  const isLate = useIsSlow(isReading && !isFullySynced, LIBRARY_FALLBACK_MS);
  // A partial library has other rows, and the user may be about to click one of those shown.
  const isOpen = shown === null || shown.knownAt !== null;
  const isWanted =
    isFullySynced || isRefused || (isOpen && (approximatesService || isLate || shown?.of === known?.page));
  // An empty library page doesn't mean that the service has no rows.
  const isKnown = known && isWanted && (known.page.rows.length > 0 || isRefused);
  const [page, at, knownAt] =
    isInstead || (isOfLibrary && known)
      ? [known.page, dataUpdatedAt, known.seenAt]
      : isOfLibrary && known === null
        ? [NOTHING, dataUpdatedAt, null]
        : data
          ? [data, dataUpdatedAt, null]
          : isKnown
            ? [known.page, shown?.at ?? 0, known.seenAt]
            : [undefined, 0, null];
  if (page && (shown?.of !== page || shown.at !== at)) {
    // Unchanged rows keep their identity, so that they aren't redrawn.
    setShown({ of: page, page: replaceEqualDeep(shown?.page, page), at, knownAt });
  }
  const shownAt = shown?.knownAt ?? null;
  const isOutdated = page === undefined || (shownAt !== null && !isOfLibrary);
  // One timer, so that the rows and their age change together.
  const isStale = useIsSlow(isReading && shown !== null && isOutdated);
  const keptAt = isRefused && shown !== null ? new Date(shown.at).toISOString() : null;
  return {
    isOfLibrary,
    isLibraryEmpty: isOfLibrary && known === null,
    page: shown?.page,
    isCurrent: page !== undefined,
    knownAt: shownAt,
    age: isOfLibrary || isStale || !isReading ? (shownAt ?? keptAt) : null,
    ignored: isInstead ? ignored : null,
    readAt: shown?.at ?? 0,
    // While reading again, the last problem is outdated unless there is nothing else to show.
    problem: isRefused ? problemOf(why) : null,
    isReading,
    isStale,
    read: () => {
      noteAsked();
      void refetch();
    },
  };
}
