import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { Item } from "./use-items";

/** Of the head and the gap below it, in pixels. */
const HEAD_HEIGHT = 36;

/** Of a group's heading: less than a row with two lines, more than one with one. */
const GROUP_HEIGHT = 40;

/** Rows that are drawn before and after those in view. */
const MORE_ROWS = 6;

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
  /** Reads where the rows are scrolled to. */
  read: () => void;
  /** Scrolls as far as needed to have a row in view. */
  reveal: (index: number) => void;
};

/** Which rows are in view; rows have one height, and headings another. */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  items: readonly Item[],
  rowHeight: number,
): RowsInView {
  const [view, setView] = useState({ width: 0, height: 0, top: 0 });
  // Scrolling draws rows only after a few of them.
  const step = rowHeight * (MORE_ROWS / 2);
  const read = useCallback(() => {
    const { clientWidth: width, clientHeight: height, scrollTop } = scroller.current ?? document.body;
    const top = Math.floor(scrollTop / step) * step;
    setView((before) =>
      before.width === width && before.height === height && before.top === top ? before : { width, height, top },
    );
  }, [scroller, step]);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    read();
    const observer = new ResizeObserver(read);
    observer.observe(current);
    return () => observer.disconnect();
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
    read,
    reveal(index) {
      const { current } = scroller;
      const [start, end] = [tops[index], tops[index + 1]];
      if (!current || start === undefined || end === undefined) return;
      // The head and the actions for selected rows cover rows.
      const covered = Number.parseFloat(getComputedStyle(current).scrollPaddingBlockEnd) || 0;
      const least = end + HEAD_HEIGHT + covered - current.clientHeight;
      const wanted = Math.max(least, Math.min(start, current.scrollTop));
      if (wanted === current.scrollTop) return;
      current.scrollTop = wanted;
      read();
    },
  };
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
