import { useMemo, useState } from "react";
import type { TableProps } from "../Table";

/** Everything that determines how a row is drawn, except columns. */
export type Item = {
  row: object;
  id: string;
  text: string;
  badge: string | undefined;
  isPending: boolean;
  isOpen: boolean;
  /** It is of another part than the row before. */
  isApart: boolean;
  /** The heading of a group, instead of a row. */
  isHeading?: boolean;
  /** Beside a heading. */
  note?: string | undefined;
};

type Readers<T> = Pick<TableProps<T>, "rows" | "idOf" | "rowLabel" | "pendingOf" | "noteOf" | "openId"> & {
  groupOf?: TableProps<T>["groupOf"] | undefined;
  groupNoteOf?: TableProps<T>["groupNoteOf"];
  partOf?: TableProps<T>["partOf"];
};

/** Rows as drawn, with the headings of their groups; unchanged ones keep their identity, so that they aren't redrawn. */
export function useItems<T extends object>({
  rows,
  idOf,
  rowLabel,
  pendingOf,
  noteOf,
  openId,
  groupOf,
  groupNoteOf,
  partOf,
}: Readers<T>): Item[] {
  const [known] = useState(() => new WeakMap<T, Item>());
  const parts = partOf && rows.map(partOf);
  const isApartAt = (at: number) => at > 0 && parts !== undefined && parts[at] !== parts[at - 1];
  const marks = rows.map((row, at) => `${pendingOf?.(row) ?? ""}\t${noteOf?.(row) ?? ""}\t${isApartAt(at)}`).join("\n");
  const groups = groupOf && rows.map(groupOf);
  const notes = groups && [...new Set(groups)].map((group) => groupNoteOf?.(group));
  // Not on the functions: they change on every render, but return the same.
  const items = useMemo(
    () =>
      rows.map((row, at) => {
        const pending = pendingOf?.(row);
        const id = idOf(row);
        const badge = pending ?? noteOf?.(row);
        const [isPending, isOpen, isApart] = [pending !== undefined, id === openId, isApartAt(at)];
        const before = known.get(row);
        const isSame = before?.isPending === isPending && before.isOpen === isOpen && before.isApart === isApart;
        if (isSame && before.badge === badge) return before;
        const item = { row, id, text: rowLabel(row), badge, isPending, isOpen, isApart };
        known.set(row, item);
        return item;
      }),
    [rows, marks, openId, known],
  );
  return useMemo(
    () => (groups ? withHeadings(items, groups, groupNoteOf) : items),
    [items, groups?.join("\n"), notes?.join("\n")],
  );
}

/** A heading above the first item of each group. */
function withHeadings(
  items: readonly Item[],
  groups: readonly string[],
  noteOf: ((group: string) => string | undefined) | undefined,
): Item[] {
  return items.flatMap((item, at) => {
    const text = groups[at] ?? "";
    if (text === groups[at - 1]) return [item];
    const marks = { badge: undefined, isPending: false, isOpen: false, isApart: false };
    const heading = { row: {}, id: `\n${text}`, text, ...marks };
    return [{ ...heading, isHeading: true, note: noteOf?.(text) }, item];
  });
}
