import type { LibraryRow } from "../../../host/contract";

/** A row of changes; it may stand for several new reports. */
export type ChangesRow = LibraryRow & {
  /** The new reports of a project and a day, itself first. */
  folded?: readonly LibraryRow[];
};

/** Fewer of them are rows of their own. */
const LEAST = 3;

/** Folds new reports of the same project and day into one row each. */
export function foldNew(rows: readonly LibraryRow[]): ChangesRow[] {
  const groups = new Map<string, LibraryRow[]>();
  const keyOf = ({ row, change }: LibraryRow) =>
    change?.kind === "new" && row.project !== null ? `${new Date(change.at).toDateString()} ${row.project}` : null;
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return rows.flatMap((row) => {
    const group = groups.get(keyOf(row) ?? "") ?? [];
    if (group.length < LEAST) return row;
    return group[0] === row ? { ...row, folded: group } : [];
  });
}
