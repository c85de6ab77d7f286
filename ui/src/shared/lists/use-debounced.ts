import type { QueryFunctionContext } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useIsCurrentRoute } from "../navigation/use-navigation";

/** How long typing must pause, in milliseconds, before the library is searched. */
export const LIBRARY_PAUSE_MS = 40;

/** The same before the service is, from the library’s search on: each request counts against its rate limit. */
const SERVICE_PAUSE_MS = 200;

/**
 * Waits until typing has paused for the service, unless its response to the search is known; fails with the signal’s
 * reason if other text is typed.
 */
export async function typingPause(
  { signal, client, queryKey }: QueryFunctionContext,
  search: string | null | undefined,
): Promise<void> {
  if (search == null || client.getQueryData(queryKey) !== undefined) return;
  await new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SERVICE_PAUSE_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The value, once it has been stable for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

/** A text field that is applied shortly after typing. */
export type TypedText = {
  text: string;
  /** Applies the text after the delay. */
  type: (text: string) => void;
  /** Applies the text at once. */
  commit: (text: string) => void;
};

/**
 * A field for a value stored elsewhere, such as in the URL: applied after `delay` milliseconds; outside changes replace
 * the text.
 */
export function useTypedText(
  value: string | undefined,
  onCommit: (value: string | undefined) => void,
  delay = LIBRARY_PAUSE_MS,
): TypedText {
  const [text, setText] = useState(value ?? "");
  const [seen, setSeen] = useState(value);
  const isCurrentRoute = useIsCurrentRoute();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (value !== seen) {
    setSeen(value);
    // Only a value from elsewhere replaces newer typing.
    if ((value ?? "") !== text.trim() && timer.current === undefined) setText(value ?? "");
  }

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setText(typed);
    const wanted = typed.trim() || undefined;
    if (wanted !== value) onCommit(wanted);
  };
  return {
    text,
    commit,
    type: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (isCurrentRoute()) commit(typed);
      }, delay);
    },
  };
}
