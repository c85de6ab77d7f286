import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cellsOf, focusCell } from "./grid-focus";
import type { Choosing } from "./use-choosing";
import type { Item } from "./use-items";
import type { RowsInView } from "./use-rows-in-view";

/** Options of `useTabStop`. */
export type TabStopOptions = {
  grid: RefObject<HTMLElement | null>;
  /** An element after the grid that takes Tab, as the grid does: controls in cells would take it themselves. */
  end: RefObject<HTMLElement | null>;
  items: readonly Item[];
  view: RowsInView;
  choosing: Choosing | null;
};

/** The row that takes Tab: the one with the latest focus, or else the first that is selected or in view. */
export function useTabStop({ grid, end, items, view, choosing }: TabStopOptions) {
  const [id, setId] = useState<string>();
  const isWithin = useRef(false);
  const isLeaving = useRef(false);

  const latestAt = items.findIndex((item) => item.id === id);
  const chosenAt = choosing ? items.findIndex((item) => choosing.chosen.has(item.id)) : -1;
  const at = [latestAt, chosenAt].find((index) => index >= 0) ?? rowFrom(items, view.firstInView, 1) ?? -1;

  const rowOf = (key: string) => grid.current?.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(key)}"]`);

  // A row that is gone leaves the focus to the one in its place.
  const before = useRef(-1);
  useLayoutEffect(() => {
    if (id === undefined || latestAt >= 0) {
      before.current = latestAt;
      return;
    }
    const next = rowFrom(items, Math.min(before.current, items.length - 1), -1) ?? rowFrom(items, 0, 1);
    const key = next === undefined ? undefined : items[next]?.id;
    setId(key);
    const isLost = isWithin.current && (document.activeElement ?? document.body) === document.body;
    if (key !== undefined && isLost) rowOf(key)?.focus({ preventScroll: true });
  });

  /** Focuses a row, or its cell in a column, and scrolls it into view. */
  function focusRow(index: number, column?: number) {
    const item = items[index];
    if (!item) return;
    flushSync(() => {
      view.reveal(index);
      setId(item.id);
    });
    const row = rowOf(item.id);
    const cell = row && column !== undefined ? cellsOf(row)[column] : undefined;
    if (cell) focusCell(cell);
    else row?.focus({ preventScroll: true });
  }

  return {
    /** −1 if there is no row. */
    at,
    /** The row with the latest focus; −1 if none had it. */
    latestAt,
    focusRow,
    /** For Tab, before the browser moves on from here. */
    leave(isBackward: boolean) {
      isLeaving.current = true;
      (isBackward ? grid : end).current?.focus({ preventScroll: true });
      isLeaving.current = false;
    },
    /** Of the grid and of the element after it. */
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (isLeaving.current) return;
      if (target === grid.current || target === end.current) {
        focusRow(at);
        return;
      }
      // Popovers of cells are elsewhere in the page.
      if (!grid.current?.contains(target)) return;
      isWithin.current = true;
      const key = target.closest<HTMLElement>("[role=row][data-key]")?.dataset.key;
      if (key !== undefined) setId(key);
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!grid.current?.contains(relatedTarget)) isWithin.current = false;
    },
  };
}

/** The nearest row from an index on, past headings. */
export function rowFrom(items: readonly Item[], index: number, by: 1 | -1): number | undefined {
  let at = index;
  while (items[at]?.isHeading) at += by;
  return items[at] && at;
}
