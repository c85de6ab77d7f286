import { type RefObject, useCallback } from "react";

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
        const target = row ?? area.current?.querySelector<HTMLElement>("[role=grid]");
        (target ?? area.current?.querySelector("button"))?.focus();
      };
      requestAnimationFrame(() => requestAnimationFrame(focus));
    },
    [area],
  );
}
