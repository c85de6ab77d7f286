/** The element of a report that its privacy is changed at: its value where the focus is, in the panel, or in its row. */
export function privacyAnchor(id: string): HTMLElement | null {
  const key = CSS.escape(id);
  const values = [...document.querySelectorAll<HTMLElement>(`[data-privacy-of="${key}"]`)];
  const focused = document.activeElement;
  return (
    values.find((value) => value === focused) ??
    values.find((value) => value.closest("aside") !== null) ??
    values[0] ??
    document.querySelector<HTMLElement>(`[role=row][data-key="${key}"]`) ??
    (focused instanceof HTMLElement ? focused : null)
  );
}
