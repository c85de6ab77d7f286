import { type RefObject, useEffect, useRef } from "react";

/** What stops work of several calls, by hand or because the screen that began it was left. */
export type Stop = {
  /** What stops the work under way. */
  stop: RefObject<AbortController | undefined>;
  /** The screen is gone: what is still to be said needs another place. */
  isLeft: RefObject<boolean>;
};

/** Stops work when the screen is left that began it. */
export function useStop(): Stop {
  const stop = useRef<AbortController>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      stop.current?.abort();
    };
  }, []);
  return { stop, isLeft };
}
