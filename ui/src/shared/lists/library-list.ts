import { keepPreviousData, type QueryFunctionContext, type QueryKey, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useIsSlow } from "../../components";
import { type Host, problemOf, useHost } from "../../host";
import type { LibraryQuery, Page } from "../../host/contract";
import { keys } from "../data/queries";
import { asPage } from "./as-page";
import type { List } from "./use-list";

/** Query options for a library page. */
export function askForPage(host: Host, query: LibraryQuery) {
  return {
    queryKey: keys.library.list(query),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { changes, ...page } = await host.call("library_list", query, { signal });
      return { ...asPage(page, query.per_page), changes };
    },
    staleTime: 0,
  };
}

type LocalQuery<Data, Row> = {
  queryKey: QueryKey;
  queryFn: (context: QueryFunctionContext) => Promise<Data>;
  pageOf: (data: Data) => Page<Row>;
};

/** Local data as a list; the previous page stays until the next is read. */
export function useLocalList<Data extends object, Row>(query: LocalQuery<Data, Row>): List<Row> & { data?: Data } {
  const { pageOf, ...rest } = query;
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...rest,
    // The core reports changes.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return {
    isOfLibrary: true,
    isLibraryEmpty: false,
    data,
    // The same rows are the same page, which isn't redrawn.
    page: useMemo(() => data && pageOf(data), [data]),
    isCurrent: data !== undefined && !isPlaceholderData,
    knownAt: null,
    age: null,
    ignored: null,
    readAt: dataUpdatedAt,
    problem: error && !isFetching ? problemOf(error) : null,
    isReading: isFetching,
    isStale: useIsSlow(isFetching && isPlaceholderData),
    read: () => void refetch(),
  };
}

/** A library page as a list. */
export function useLibraryList(query: LibraryQuery) {
  return useLocalList({ ...askForPage(useHost(), query), pageOf: (page) => page });
}
