import { type RefObject, useEffect, useRef } from "react";

/** Brings what has just appeared into view, and again when `what` changes. */
export function useIntoView(what: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer webviews answer with a promise, which is nothing for an effect to return.
    void ref.current?.scrollIntoView({ block: "nearest" });
  }, [what]);
  return ref;
}
