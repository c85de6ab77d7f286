import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { type CallName, problemOf, useHost } from "../../host";
import type { Calls, Problem } from "../../host/contract";

/** An answer of the library. */
export type Remembered<Answer> = {
  /** The answer, or the one to the question before while this one is on its way. */
  data: Answer | undefined;
  problem: Problem | null;
  isReading: boolean;
  read: () => void;
};

/** Reads from the library, again whenever it changes. */
export function useLibraryQuery<N extends CallName>(
  queryKey: QueryKey,
  name: N,
  request: Calls[N]["request"],
  isWanted = true,
): Remembered<Calls[N]["answer"]> {
  const host = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => host.call(name, request, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  return { data, problem: error && problemOf(error), isReading: isFetching, read: () => void refetch() };
}
