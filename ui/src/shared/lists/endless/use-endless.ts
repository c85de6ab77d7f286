import {
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useIsSlow } from "../../../components";
import { problemOf } from "../../../host";
import type { Page, Problem } from "../../../host/contract";
import type { KnownPage, List } from "../use-list";
import { joined, NO_PAGE } from "./joined";

/** The most rows that a list loads, with unreadable ones. */
export const MAX_ROWS = 5000;

/** How long rows of the library stay while others are read. */
const REREADING_MS = 1000;

/** Query options for a page of the service or the library. */
type AskPage<Row> = {
  queryKey: QueryKey;
  queryFn: (context: QueryFunctionContext) => Promise<Page<Row> | KnownPage<Row> | null>;
};

/** The rows after those that are loaded. */
export type MoreRows = {
  /** Loads the next rows; `null` if there are none, or they can't be loaded now. */
  load: (() => void) | null;
  isLoading: boolean;
  /** Why the next rows couldn't be loaded. */
  problem: Problem | null;
  retry: () => void;
  /** There are more rows than a list loads. */
  isFull: boolean;
};

/** Options of `useEndless`. */
export type EndlessOptions<Row> = {
  /** The list with its first page. */
  list: List<Row>;
  /** Identifies the query that the pages belong to. */
  query: string;
  idOf: (row: Row) => string;
  /** Asks for a page from 1. */
  ask: (page: number, isOfService: boolean) => AskPage<Row>;
  /** How many pages to load when the list is shown. */
  initially: number;
};

/** The pages that are shown as one. */
type Shown<Row> = {
  query: string;
  isOfService: boolean;
  pages: readonly Page<Row>[];
  page: Page<Row>;
  knownAt: string | null;
};

type Answer<Row> = UseQueryResult<Awaited<ReturnType<AskPage<Row>["queryFn"]>>>;

/** The pages that were read so far, and the one to be read next. */
function pagesIn<Row>({ page, knownAt }: List<Row>, others: readonly Answer<Row>[], readAt: number) {
  const pages: Page<Row>[] = page ? [page] : [];
  let oldest = knownAt;
  let due: Answer<Row> | undefined;
  for (const other of others) {
    if (!pages.at(-1)?.has_next) break;
    const { data, dataUpdatedAt } = other;
    if (data === undefined || dataUpdatedAt < readAt) due ??= other;
    if (data === undefined) break;
    pages.push(data === null ? NO_PAGE : "page" in data ? data.page : data);
    if (data !== null && "page" in data && oldest !== null && data.seenAt < oldest) oldest = data.seenAt;
  }
  return { pages, knownAt: oldest, due };
}

/** The time of a read; an earlier one if the clock was set back, or all later reads would look older. */
function useReadAt(updatedAt: number): number {
  const [known, setKnown] = useState({ updatedAt, at: updatedAt });
  const at = Math.min(known.updatedAt === updatedAt ? known.at : updatedAt, Date.now());
  if (known.updatedAt !== updatedAt || known.at !== at) setKnown({ updatedAt, at });
  return at;
}

/**
 * Loads the pages after a list's first one, one at a time and from the same source; when the first page is read again,
 * so are the others.
 */
export function useEndless<Row>({ list, query, idOf, ask, initially }: EndlessOptions<Row>): {
  /** The list with all loaded pages as one. */
  list: List<Row>;
  more: MoreRows;
  /** How many pages are wanted. */
  count: number;
} {
  const client = useQueryClient();
  const [wanted, setWanted] = useState({ query, count: initially });
  const count = wanted.query === query ? wanted.count : initially;
  if (wanted.query !== query) setWanted({ query, count });
  const isOfService = !list.isOfLibrary && list.knownAt === null;
  const others = useQueries({
    queries: Array.from({ length: count - 1 }, (_, at) => ({ ...ask(at + 2, isOfService), enabled: false })),
  });
  const readAt = useReadAt(client.getQueryState(ask(1, isOfService).queryKey)?.dataUpdatedAt ?? 0);

  const { pages, knownAt, due } = pagesIn(list, others, readAt);

  const [shown, setShown] = useState<Shown<Row> | null>(null);
  const here = shown?.query === query ? shown : null;
  const hasFailed = due?.error != null && !due.isFetching && due.errorUpdatedAt >= readAt;
  // Fewer rows would move those in view.
  const isHeld =
    here !== null &&
    here.isOfService !== isOfService &&
    here.pages.length > pages.length &&
    due !== undefined &&
    !hasFailed;
  const isSame =
    here?.isOfService === isOfService &&
    here.knownAt === knownAt &&
    here.pages.length === pages.length &&
    here.pages.every((page, at) => page === pages[at]);
  // One change when all are read again, instead of one per page.
  const isRereading =
    here !== null &&
    here.isOfService === isOfService &&
    here.pages.length >= pages.length &&
    due?.data !== undefined &&
    !hasFailed;
  // Saved reports may change faster than all pages are read.
  const isTooLong = useIsSlow(isRereading && !isOfService, REREADING_MS);
  if (list.page && list.isCurrent && !isHeld && (!isRereading || isTooLong) && !isSame) {
    setShown({ query, isOfService, pages, page: joined(pages, idOf), knownAt });
  }

  const canRead = list.isCurrent && !(isOfService && list.isReading) && !hasFailed;
  useEffect(() => {
    if (canRead && due && !due.isFetching) void due.refetch({ cancelRefetch: false });
  });

  const page = shown?.page;
  const hasNext = list.isCurrent && here !== null && !isHeld && here.page.has_next;
  const isFull = hasNext && here.page.rows.length + here.page.unreadable.length >= MAX_ROWS;
  const aged = list.isCurrent && shown ? shown.knownAt : list.knownAt;
  return {
    list: { ...list, page, knownAt: aged, age: isHeld || list.age !== null ? (aged ?? list.age) : null },
    more: {
      load: hasNext && !isFull && due === undefined ? () => setWanted({ query, count: pages.length + 1 }) : null,
      isLoading: hasNext && pages.length < count && !hasFailed,
      problem: hasFailed && due?.error ? problemOf(due.error) : null,
      retry: () => void due?.refetch(),
      isFull,
    },
    count,
  };
}
