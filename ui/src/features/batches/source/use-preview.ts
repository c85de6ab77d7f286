import { useEffect, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { BatchSource, Problem, SourcePreview } from "../../../host/contract";

/** How long what is typed rests before it is looked into, in milliseconds. */
const DELAY = 300;

/** What a source holds, as far as it was looked into. */
export type Previewed = {
  /** What was found last, also while something newer is looked into. */
  preview: SourcePreview | null;
  /** Why nothing could be found out. */
  problem: Problem | null;
  isReading: boolean;
  /** Looks into it once more. */
  readAgain: () => void;
};

type Outcome = { of: BatchSource; preview: SourcePreview | null; problem: Problem | null };

/** Looks into a source a moment after it has become another one, and gives up looking into the one before. */
export function usePreview(source: BatchSource | null): Previewed {
  const host = useHost();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (source === null) {
      setOutcome(null);
      return;
    }
    // Not while it is looked into for the first time, but each time that it is asked for.
    void asked;
    const stop = new AbortController();
    const end = (found: Partial<Outcome>) => {
      if (!stop.signal.aborted) setOutcome({ of: source, preview: null, problem: null, ...found });
    };
    const timer = setTimeout(
      () =>
        host.call("source_preview", { source }, { signal: stop.signal }).then(
          (preview) => end({ preview }),
          (thrown) => end({ problem: problemOf(thrown) }),
        ),
      source.kind === "text" ? DELAY : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [host, source, asked]);
  const isSettled = outcome?.of === source;
  return {
    preview: (source && outcome?.preview) ?? null,
    problem: (isSettled && outcome?.problem) || null,
    isReading: source !== null && !isSettled,
    readAgain: () => {
      setOutcome(null);
      setAsked((times) => times + 1);
    },
  };
}
