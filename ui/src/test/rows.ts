/** The row of a table with this key. */
export function rowOf(key: string): HTMLElement {
  const row = document.querySelector<HTMLElement>(`[role=row][data-key="${key}"]`);
  if (!row) throw new Error(`no row ${key}`);
  return row;
}
