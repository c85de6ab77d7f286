import { useRef } from "react";
import type { Selection } from "react-aria-components";
import type { Item } from "./use-items";

/** Selects rows: one, all from the one selected last, or all. */
export type Choosing = {
  /** The loaded rows that are selected. */
  chosen: ReadonlySet<string>;
  isAll: boolean;
  toggle: (id: string) => void;
  /** Selects all rows from the one selected last, or else from `start`. */
  extendTo: (id: string, start: string | undefined) => void;
  toggleAll: () => void;
  selectAll: () => void;
  clear: () => void;
};

/** Selects rows of a table; null for tables without. */
export function useChoosing(
  items: readonly Item[],
  selected: Selection | undefined,
  onSelect: ((selected: Selection) => void) | undefined,
): Choosing | null {
  const from = useRef<string>(undefined);
  const to = useRef<string>(undefined);
  if (!selected) return null;
  const ids = items.filter(({ isHeading }) => !isHeading).map(({ id }) => id);
  const chosen = new Set(selected === "all" ? ids : [...selected].map(String));
  const isAll = ids.length > 0 && ids.every((id) => chosen.has(id));
  const select = (next: Selection) => onSelect?.(next);

  function between(one: string, other: string): string[] {
    const [start, end] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b) as [number, number];
    return start < 0 ? [] : ids.slice(start, end + 1);
  }

  const clear = () => select(new Set());
  const selectAll = () => select("all");
  return {
    chosen,
    isAll,
    toggle(id) {
      [from.current, to.current] = [id, id];
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      select(next);
    },
    extendTo(id, start) {
      const anchor = from.current !== undefined && chosen.has(from.current) ? from.current : (start ?? id);
      const next = new Set(chosen);
      if (anchor === from.current) for (const other of between(anchor, to.current ?? anchor)) next.delete(other);
      for (const other of between(anchor, id)) next.add(other);
      [from.current, to.current] = [anchor, id];
      select(next);
    },
    toggleAll: isAll ? clear : selectAll,
    selectAll,
    clear,
  };
}
