import type { SortDescriptor } from "react-aria-components";

/** The service's sort parameters. */
type Sort<Key> = { sort_by: Key; sort: "asc" | "desc" };

export type ColumnSort = {
  /** The sorted column; its id is empty if the list is sorted by something else. */
  sort: SortDescriptor;
  onSort: (wanted: SortDescriptor) => void;
};

/**
 * Makes column heads sort: the first press sorts `rising` columns ascending, such as texts and scores, and others
 * descending, such as dates; the next one reverses the order.
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
