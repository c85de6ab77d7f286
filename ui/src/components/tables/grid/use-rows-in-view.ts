import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { scrollerOf, startIn } from "./scroller";
import type { Item } from "./use-items";

/** Of the head and the gap below it, in pixels. */
const HEAD_HEIGHT = 36;

/** Of a group's heading: less than a row with two lines, more than one with one. */
const GROUP_HEIGHT = 40;

/** Rows that are drawn before and after those in view. */
const MORE_ROWS = 6;

/** The view of the rows, in pixels. */
type View = { width: number; height: number; top: number; scroller: Element | null };

export type RowsInView = {
  /** Room for the columns, in pixels; 0 until measured. */
  width: number;
  /** Where each row begins, and the end of the last, in pixels. */
  tops: readonly number[];
  /** The rows to draw: the first, and the one after the last. */
  first: number;
  end: number;
  /** The row at the top of the view. */
  firstInView: number;
  /** How many rows fit into the view. */
  fitting: number;
  /** The element that scrolls the rows; null until measured. */
  scroller: Element | null;
  /** Scrolls as far as needed to have a row in view. */
  reveal: (index: number) => void;
};

/** Which rows are in view; rows have one height, and headings another. */
export function useRowsInView(
  container: RefObject<HTMLElement | null>,
  items: readonly Item[],
  rowHeight: number,
): RowsInView {
  const [view, setView] = useState<View>({ width: 0, height: 0, top: 0, scroller: null });
  const measured = useRef<Element>(null);
  // Scrolling draws rows only after a few of them.
  const step = rowHeight * (MORE_ROWS / 2);
  const read = useCallback(() => {
    const { current } = container;
    const { current: scroller } = measured;
    if (!current || !scroller) return;
    const [width, height] = [current.clientWidth, scroller.clientHeight - coveredIn(scroller)];
    const top = Math.max(0, Math.floor((scroller.scrollTop - startIn(scroller, current)) / step) * step);
    setView((before) =>
      before.width === width && before.height === height && before.top === top && before.scroller === scroller
        ? before
        : { width, height, top, scroller },
    );
  }, [container, step]);
  const { scroller } = view;
  useLayoutEffect(() => {
    const { current } = container;
    if (!current) return;
    const measure = () => {
      // Another one in a window of another height.
      measured.current = scrollerOf(current);
      read();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (scroller && scroller !== current) observer.observe(scroller);
    return () => observer.disconnect();
  }, [container, scroller, read]);
  useEffect(() => {
    // Later than the scroll event is later than the picture with it.
    const onScroll = () => flushSync(read);
    scroller?.addEventListener("scroll", onScroll);
    return () => scroller?.removeEventListener("scroll", onScroll);
  }, [scroller, read]);

  const tops = useMemo(() => {
    let top = 0;
    return [0, ...items.map(({ isHeading }) => (top += isHeading ? GROUP_HEIGHT : rowHeight))];
  }, [items, rowHeight]);
  const { width, height, top } = view;
  // The rows may be fewer than when this was scrolled.
  const firstInView = Math.min(rowAt(tops, top), Math.max(0, items.length - 1));
  const isMeasured = width > 0;
  return {
    width,
    tops,
    first: isMeasured ? Math.max(0, firstInView - MORE_ROWS) : 0,
    end: isMeasured ? Math.min(items.length, rowAt(tops, top + height + step) + 1 + MORE_ROWS) : 0,
    firstInView,
    fitting: Math.max(1, Math.floor((height - HEAD_HEIGHT) / rowHeight)),
    scroller,
    reveal(index) {
      const { current } = container;
      const [start, end] = [tops[index], tops[index + 1]];
      if (!current || !scroller || start === undefined || end === undefined) return;
      const before = startIn(scroller, current);
      const least = before + end + HEAD_HEIGHT + coveredIn(scroller) - scroller.clientHeight;
      const wanted = Math.max(least, Math.min(before + start, scroller.scrollTop));
      if (wanted === scroller.scrollTop) return;
      scroller.scrollTop = wanted;
      read();
    },
  };
}

/** The height of what covers rows at the end of the view, such as the actions for selected ones, in pixels. */
function coveredIn(scroller: Element): number {
  return Number.parseFloat(getComputedStyle(scroller).scrollPaddingBlockEnd) || 0;
}

/** The row at a height. */
function rowAt(tops: readonly number[], height: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
