import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { problemOf, type ReadName, useHost } from "../../host";
import type { Calls, Problem } from "../../host/contract";

export type LibraryAnswer<Answer> = {
  /** The response, or the previous one while loading. */
  data: Answer | undefined;
  problem: Problem | null;
  isReading: boolean;
  read: () => void;
};

/** Reads from the library, again whenever it changes. */
export function useLibraryQuery<N extends ReadName>(
  queryKey: QueryKey,
  name: N,
  request: Calls[N]["request"],
): LibraryAnswer<Calls[N]["answer"]> {
  const host = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => host.call(name, request, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { data, problem: error && problemOf(error), isReading: isFetching, read: () => void refetch() };
}
