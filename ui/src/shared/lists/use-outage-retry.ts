import { useEffect, useRef, useState } from "react";
import { isOutage } from "../data/service-status";

/** Pauses between retries in milliseconds; the last one repeats. */
const PAUSES = [5_000, 10_000, 20_000, 40_000, 60_000];

/** Maximum retries: about an hour. */
const MOST = 60;

type Reading = {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** Retries after an outage in growing pauses. `why` stays while it retries; `note` records a read that the user asked for. */
export function useOutageRetry({
  error,
  isFetching,
  refetch,
}: Reading): [why: Error | null, isRetry: boolean, note: () => void] {
  const [isRetry, setRetry] = useState(false);
  const [last, setLast] = useState(error);
  const tries = useRef(0);
  if (!isFetching && last !== error) setLast(error);
  // A query without data drops its error when it starts to fetch.
  const why = isFetching && isRetry ? (error ?? last) : error;
  const isOut = why !== null && isOutage(why);
  const failure = isOut && !isFetching ? error : null;
  if (!isOut && !isFetching && isRetry) setRetry(false);
  useEffect(() => {
    if (!isOut && !isFetching) tries.current = 0;
    const pause = PAUSES[Math.min(tries.current, PAUSES.length - 1)];
    if (failure === null || tries.current >= MOST) return;
    const timer = setTimeout(() => {
      tries.current++;
      setRetry(true);
      void refetch();
    }, pause);
    return () => clearTimeout(timer);
  }, [isOut, isFetching, failure, refetch]);
  const note = () => {
    tries.current = 0;
    setRetry(false);
  };
  return [why, isRetry && isOut, note];
}
