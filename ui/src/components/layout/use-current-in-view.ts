import { type RefObject, useEffect, useRef } from "react";

/** How far from an edge the line fades out: the token `--fade`, in pixels. */
const FADE = 12;

/** Scrolls a line of entries sideways to its current one when `what` changes, and when there is another room for it. */
export function useCurrentInView<E extends Element>(what: unknown): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const line = ref.current;
    if (!line) return;
    const reveal = () => {
      const current = line.querySelector("[aria-current]")?.getBoundingClientRect();
      if (!current) return;
      const { left, right } = line.getBoundingClientRect();
      // Scrolling into view would move the page, too.
      line.scrollLeft += Math.min(0, current.left - left - FADE) + Math.max(0, current.right - right + FADE);
    };
    reveal();
    const observer = new ResizeObserver(reveal);
    observer.observe(line);
    return () => observer.disconnect();
  }, [what]);
  return ref;
}
