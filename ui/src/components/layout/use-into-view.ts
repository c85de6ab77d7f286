import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a new element into view, and again when `what` changes. */
export function useIntoView(what: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer webviews return a promise, which an effect must not.
    void ref.current?.scrollIntoView({ block: "nearest" });
  }, [what]);
  return ref;
}
