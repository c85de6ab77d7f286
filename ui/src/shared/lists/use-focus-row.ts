import { type RefObject, useCallback } from "react";
import { focusTable } from "../screen/focus";

/**
 * Focuses a row by id, or else the table or its first button; waits for exit animations, which move the focus
 * themselves.
 */
export function useFocusRow(area: RefObject<HTMLElement | null>): (id: string | undefined) => void {
  return useCallback(
    (id) => {
      const focus = () => {
        const row =
          id === undefined ? null : area.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`);
        const grid = area.current?.querySelector<HTMLElement>("[role=grid]");
        if (!row && grid) focusTable(grid);
        else (row ?? area.current?.querySelector("button"))?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(focus));
    },
    [area],
  );
}
