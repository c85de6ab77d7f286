import type { SortDescriptor } from "react-aria-components";

/** How rows are sorted, as the service has it. */
type Sort<Key> = { sort_by: Key; sort: "asc" | "desc" };

/** What a table needs of how its rows are sorted. */
export type ColumnSort = {
  /** The column in view by which they are sorted; its id is empty where they are sorted by something else. */
  sort: SortDescriptor;
  onSort: (wanted: SortDescriptor) => void;
};

/**
 * Lets the heads of columns sort. The first press on one sorts texts (`rising`) from A, and dates and verdicts from the
 * newest and best; the next one turns that around.
 */
export function columnSort<Key extends string>(
  keys: Readonly<Record<string, Key>>,
  { sort_by, sort }: Sort<Key>,
  rising: Key | readonly Key[],
  onChange: (wanted: Sort<Key>) => void,
): ColumnSort {
  const column = Object.keys(keys).find((id) => keys[id] === sort_by) ?? "";
  return {
    sort: { column, direction: sort === "asc" ? "ascending" : "descending" },
    onSort: (wanted) => {
      const key = keys[wanted.column];
      if (key === undefined) return;
      const first = [rising].flat().includes(key) ? "asc" : "desc";
      onChange({ sort_by: key, sort: wanted.column !== column ? first : sort === "asc" ? "desc" : "asc" });
    },
  };
}
