import { type RefObject, useEffect, useRef } from "react";

/** How far from an edge behind which there are more the line fades out: the token `--fade-far`, in pixels. */
const FADE = 40;

/**
 * Scrolls a line of entries sideways to its current one when `what` changes, and when the line or its entries get
 * another size; `data-more` says at which edges there are more, from left to right.
 */
export function useCurrentInView<E extends HTMLElement>(what: unknown): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const line = ref.current;
    if (!line) return;
    const mark = () => {
      const hidden = line.scrollWidth - line.clientWidth;
      // From right to left, it scrolls to negative places.
      const before = line.scrollLeft + (getComputedStyle(line).direction === "rtl" ? hidden : 0);
      const [isBefore, isAfter] = [before > 1, hidden - before > 1];
      line.dataset.more = isBefore && isAfter ? "both" : isBefore ? "before" : isAfter ? "after" : "none";
    };
    const reveal = () => {
      const current = line.querySelector("[aria-current]")?.getBoundingClientRect();
      if (current) {
        const { left, right } = line.getBoundingClientRect();
        // Scrolling into view would move the page, too.
        line.scrollLeft += Math.min(0, current.left - left - FADE) + Math.max(0, current.right - right + FADE);
      }
      mark();
    };
    reveal();
    line.addEventListener("scroll", mark);
    const sizes = new ResizeObserver(reveal);
    const observeAll = () => {
      for (const element of [line, ...line.children]) sizes.observe(element);
    };
    observeAll();
    const entries = new MutationObserver(observeAll);
    entries.observe(line, { childList: true });
    return () => {
      line.removeEventListener("scroll", mark);
      sizes.disconnect();
      entries.disconnect();
    };
  }, [what]);
  return ref;
}
