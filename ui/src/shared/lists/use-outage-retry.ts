import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { problemOf } from "../../host";
import { PASSING } from "../../host/contract";
import { isOutage } from "../data/service-status";
import { createStore } from "../data/store";

/** When the list in view is read again automatically, in milliseconds since 1970. */
const nextRetry = createStore<number | null>(null);

export function useNextRetry(): number | null {
  return useSyncExternalStore(nextRetry.subscribe, nextRetry.get);
}

/** Pauses between retries in milliseconds; the last one repeats. */
const PAUSES = [5_000, 10_000, 20_000, 40_000, 60_000];

/** The longest pause of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Maximum retries: about an hour. */
const MOST = 60;

type Reading = {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
  /** It is read beside the list, which counts down to its own next read only. */
  isBeside?: boolean;
};

/** True if a read may succeed later without the user. */
function passes(error: Error): boolean {
  const { code, retry_after } = problemOf(error);
  return (isOutage(error) && PASSING.has(code)) || retry_after !== null;
}

/** Retries after an outage in growing pauses, or those that the service asks for. `why` stays while it retries; `note` records a read that the user asked for. */
export function useOutageRetry({
  error,
  isFetching,
  refetch,
  isBeside = false,
}: Reading): [why: Error | null, isRetry: boolean, note: () => void] {
  const [isRetry, setRetry] = useState(false);
  const [last, setLast] = useState(error);
  const tries = useRef(0);
  if (!isFetching && last !== error) setLast(error);
  // A query without data drops its error when it starts to fetch.
  const why = isFetching && isRetry ? (error ?? last) : error;
  const isOut = why !== null && passes(why);
  const failure = isOut && !isFetching ? error : null;
  if (!isOut && !isFetching && isRetry) setRetry(false);
  useEffect(() => {
    if (!isOut && !isFetching) tries.current = 0;
    if (failure === null || tries.current >= MOST) return;
    const own = PAUSES[Math.min(tries.current, PAUSES.length - 1)] ?? 0;
    const pause = Math.min(Math.max(own, (problemOf(failure).retry_after ?? 0) * 1000), LONGEST);
    if (!isBeside) nextRetry.set(Date.now() + pause);
    const timer = setTimeout(() => {
      tries.current++;
      setRetry(true);
      void refetch();
    }, pause);
    return () => {
      clearTimeout(timer);
      if (!isBeside) nextRetry.set(null);
    };
  }, [isOut, isFetching, failure, refetch, isBeside]);
  const note = () => {
    tries.current = 0;
    setRetry(false);
  };
  return [why, isRetry && isOut, note];
}
