import { useEffect, useState } from "react";
import { problemOf, useHost } from "../../../host";
import type { BatchSource, Problem, SourcePreview } from "../../../host/contract";

/** Delay before typing is previewed, in milliseconds. */
const DELAY = 300;

export type Previewed = {
  /** The latest preview, kept while a newer one loads. */
  preview: SourcePreview | null;
  /** The text that it is of. */
  text: string | null;
  /** Why there is no preview. */
  problem: Problem | null;
  isReading: boolean;
  /** Previews again. */
  reload: () => void;
};

type Outcome = { of: BatchSource; preview: SourcePreview | null; problem: Problem | null };

/** Previews a source shortly after it changes; cancels the previous preview. */
export function usePreview(source: BatchSource | null): Previewed {
  const host = useHost();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (source === null) {
      setOutcome(null);
      return;
    }
    // Runs on each request, but not on mount.
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
    text: outcome?.of.kind === "text" ? outcome.of.text : null,
    problem: (isSettled && outcome?.problem) || null,
    isReading: source !== null && !isSettled,
    reload: () => {
      setOutcome(null);
      setAsked((times) => times + 1);
    },
  };
}
