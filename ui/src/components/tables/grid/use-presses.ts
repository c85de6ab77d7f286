import type { MouseEvent, RefObject } from "react";
import type { Choosing } from "./use-choosing";
import { useLatest } from "./use-latest";

/** The elements that take a press themselves, instead of their row. */
const CONTROLS = "a, button, input, label, select, textarea, [role=link], [role=grid]";

/** Presses in a grid: they open rows, or select them where some are selected or nothing opens. */
export function usePresses(
  grid: RefObject<HTMLDivElement | null>,
  choosing: Choosing | null,
  onOpen: ((id: string) => void) | undefined,
) {
  const toggle = useLatest((box: HTMLInputElement) => {
    const id = box.closest<HTMLElement>("[data-key]")?.dataset.key;
    if (id === undefined) choosing?.toggleAll();
    else choosing?.toggle(id);
  });

  function onClick({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) {
    // Popovers of cells are elsewhere in the page.
    if (!(target instanceof Element) || target.closest(CONTROLS) !== grid.current) return;
    const id = target.closest<HTMLElement>("[role=row][data-key]")?.dataset.key;
    if (id === undefined) return;
    if (choosing && shiftKey) choosing.extendTo(id, undefined);
    else if (choosing && (ctrlKey || metaKey || choosing.chosen.size > 0 || !onOpen)) choosing.toggle(id);
    else onOpen?.(id);
  }

  function onMouseDown(event: MouseEvent) {
    // Rows from one to another are selected, not their texts.
    if (event.shiftKey) event.preventDefault();
  }

  return { toggle, onClick, onMouseDown };
}
