import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Host, problemOf, useHost } from "../../host";
import type { LibraryPage, LibraryQuery, LibraryRow, Page, PageSize } from "../../host/contract";
import { keys } from "../data/queries";
import type { List } from "./use-list";

/** A page of the library as a list of the service's would have it. */
export function asPage({ rows, number, total }: LibraryPage, perPage: PageSize) {
  const offset = (number - 1) * perPage;
  return {
    rows,
    number,
    total,
    offset,
    has_next: offset + rows.length < total,
    unreadable: [],
    sort_ignored: false,
    filter_ignored: false,
  } satisfies Page<LibraryRow>;
}

/** How a page of the library is asked for. */
export function askForPage(host: Host, query: LibraryQuery) {
  return {
    queryKey: keys.library.list(query),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      asPage(await host.call("library_list", query, { signal }), query.per_page),
    staleTime: 0,
  };
}

/** A library page as a list; the previous page stays until the next is read. */
export function useLibraryList(query: LibraryQuery): List<LibraryRow> {
  const host = useHost();
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...askForPage(host, query),
    placeholderData: keepPreviousData,
  });
  const seenAt = data?.rows.map(({ seen_at }) => seen_at).sort()[0] ?? null;
  return {
    page: data,
    isCurrent: data !== undefined && !isPlaceholderData,
    knownAt: seenAt,
    age: seenAt,
    readAt: dataUpdatedAt,
    problem: error && !isFetching ? problemOf(error) : null,
    isReading: isFetching,
    read: () => void refetch(),
  };
}
