import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIsSlow } from "../../components";
import { type Host, problemOf, useHost } from "../../host";
import type { LibraryQuery, LibraryRow } from "../../host/contract";
import { keys } from "../data/queries";
import { asPage } from "./as-page";
import type { List } from "./use-list";

/** Query options for a library page. */
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
    isOfLibrary: true,
    isLibraryEmpty: false,
    page: data,
    isCurrent: data !== undefined && !isPlaceholderData,
    knownAt: seenAt,
    age: seenAt,
    ignored: null,
    readAt: dataUpdatedAt,
    problem: error && !isFetching ? problemOf(error) : null,
    isReading: isFetching,
    isStale: useIsSlow(isFetching && isPlaceholderData),
    read: () => void refetch(),
  };
}
