import type { KeyboardEvent } from "react";
import { cellOf, cellsOf, focusCell, moveInRow } from "./grid-focus";
import { rowFrom, type TabStopOptions, useTabStop } from "./use-tab-stop";
import { useTypeAhead } from "./use-type-ahead";

const TYPED_INTO = "input:not([type=checkbox]), textarea, select, [contenteditable]";

type TabStop = ReturnType<typeof useTabStop>;
type GridKeysOptions = TabStopOptions & { onOpen: ((id: string) => void) | undefined };

/** Where keys lead to from the row that had the focus last. */
function movesFrom({ grid, items, view, choosing }: TabStopOptions, { latestAt, focusRow }: TabStop) {
  /** Moves to a row, or to its cell in a column; with Shift, all rows on the way are selected. */
  function goTo(index: number | undefined, { shiftKey }: KeyboardEvent, column?: number) {
    const id = index === undefined ? undefined : items[index]?.id;
    if (index === undefined || id === undefined) return;
    const start = items[latestAt]?.id;
    focusRow(index, column);
    if (shiftKey) choosing?.extendTo(id, start);
  }

  function goToHead(column: number) {
    const head = grid.current?.querySelectorAll<HTMLElement>("[role=columnheader]")[column];
    if (head) focusCell(head);
  }

  /** Where a key leads to; undefined for one that leads nowhere. */
  function moveOf(event: KeyboardEvent): (() => void) | undefined {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>("[role=row]");
    const isInRow = row?.dataset.key !== undefined;
    const cell = cellOf(target);
    const column = isInRow && cell ? cellsOf(row).indexOf(cell) : undefined;
    const at = isInRow ? latestAt : -1;
    const last = items.length - 1;
    switch (event.key) {
      case "ArrowDown":
        return () => goTo(rowFrom(items, at + 1, 1), event, column);
      case "ArrowUp": {
        if (!isInRow) return undefined;
        const above = rowFrom(items, at - 1, -1);
        return above === undefined
          ? () => goToHead(column ?? Number(choosing !== null))
          : () => goTo(above, event, column);
      }
      case "ArrowLeft":
      case "ArrowRight": {
        const isRtl = getComputedStyle(target).direction === "rtl";
        return row ? () => moveInRow(row, target, (event.key === "ArrowRight") === isRtl ? -1 : 1) : undefined;
      }
      case "PageDown":
        return () => goTo(rowFrom(items, Math.min(at + view.fitting, last), -1), event);
      case "PageUp":
        return () => goTo(rowFrom(items, Math.max(at - view.fitting, 0), 1), event);
      case "Home":
        return () => goTo(rowFrom(items, 0, 1), event);
      case "End":
        return () => goTo(rowFrom(items, last, -1), event);
      default:
        return undefined;
    }
  }

  return moveOf;
}

/** The keyboard in a grid, by the pattern of the ARIA guide: one row takes Tab, the arrow keys lead on. */
export function useGridKeys({ onOpen, ...options }: GridKeysOptions) {
  const { grid, items, choosing } = options;
  const tabStop = useTabStop(options);
  const { at: tabIndexAt, latestAt, focusRow, leave, onFocus, onBlur } = tabStop;
  const { type, isTyping } = useTypeAhead(items, latestAt, focusRow);
  const moveOf = movesFrom(options, tabStop);

  /** The effect of a key on rows; undefined for one without. */
  function actOf(event: KeyboardEvent): (() => void) | undefined {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>("[role=row]");
    const id = row?.dataset.key;
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && !event.shiftKey && event.key.toLowerCase() === "a") return choosing?.selectAll;
    if (isMod && event.key !== "Home" && event.key !== "End") return undefined;
    if (id === undefined || (target !== row && target !== cellOf(target))) return moveOf(event);
    if (event.key === "Enter") return () => (onOpen ? onOpen(id) : choosing?.toggle(id));
    if (event.key === " " && choosing && !isTyping(event))
      return () => (event.shiftKey ? choosing.extendTo(id, undefined) : choosing.toggle(id));
    return moveOf(event);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    // Popovers of cells are elsewhere in the page.
    const isHere = grid.current?.contains(target) && !target.matches(TYPED_INTO);
    if (event.defaultPrevented || event.altKey || !isHere) return;
    if (event.key === "Tab") {
      if (!event.ctrlKey) leave(event.shiftKey);
      return;
    }
    if (event.key === "Escape") {
      if (!choosing || choosing.chosen.size === 0) return;
      choosing.clear();
      // Nothing else is closed by it.
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    const act = actOf(event);
    if (!act) {
      // Buttons and boxes of cells use Space themselves.
      if (target === grid.current || target.matches("[role=row]") || target === cellOf(target)) type(event);
      return;
    }
    event.preventDefault();
    act();
  }

  return { tabIndexAt, keyProps: { onFocus, onBlur, onKeyDown } };
}
