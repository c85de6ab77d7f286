import { type RefObject, useCallback } from "react";

/**
 * Puts the focus on a row of the table in an element, by the row's id; where that row is not drawn, on the table, and
 * without a table on its first button. Waits for the pictures that a dialog or a panel needs to go away, which move the
 * focus themselves.
 */
export function useFocusRow(area: RefObject<HTMLElement | null>): (id: string | undefined) => void {
  return useCallback(
    (id) => {
      const focus = () => {
        const row =
          id === undefined ? null : area.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
        const target = row ?? area.current?.querySelector<HTMLElement>("[role=grid]");
        (target ?? area.current?.querySelector("button"))?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(focus));
    },
    [area],
  );
}
