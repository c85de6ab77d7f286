import { useEffect, useRef, useState } from "react";
import type { Selection } from "react-aria-components";
import { useIsCurrentRoute } from "../navigation/use-navigation";

/** Delay before the URL takes a changed selection, in milliseconds. */
const DELAY = 200;

/** The most ids that the URL takes. */
const MAX_IN_URL = 100;

export type RowSelection<Row> = {
  rows: readonly Row[];
  ids: Set<string>;
  /** The ids to select again later, whether loaded or not. */
  chosen: readonly string[];
  select: (selection: Selection | readonly string[]) => void;
  /** All matching rows are selected, also those that aren't loaded. */
  isAll: boolean;
  selectAll: () => void;
};

/** Options of `useRowSelection`. */
export type RowSelectionOptions<Row> = {
  /** Identifies the query: another one clears the selection. */
  query: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The ids in the URL. */
  wanted: readonly string[] | undefined;
  /** The ids when this place was left, which the URL may not have taken yet. */
  kept: readonly string[] | undefined;
  /** Writes ids to the URL. */
  keep: (ids: string[] | undefined) => void;
};

/** The selection of loaded rows, or of all that match; going back restores it. */
export function useRowSelection<Row>(options: RowSelectionOptions<Row>): RowSelection<Row> {
  const { query: of, rows, idOf, wanted, kept, keep } = options;
  const [made, setMade] = useState<{ of: string; ids: readonly string[]; isAll?: boolean } | null>(
    kept && kept.join() !== wanted?.join() ? { of, ids: kept } : null,
  );
  const here = made?.of === of ? made : null;
  const ids = here?.ids;

  const isCurrentRoute = useIsCurrentRoute();
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    if (!ids) return;
    const timer = setTimeout(() => {
      if (isCurrentRoute()) latest.current(ids.length > 0 && ids.length <= MAX_IN_URL ? [...ids] : undefined);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [ids, isCurrentRoute]);

  const isAll = here?.isAll ?? false;
  const chosen = new Set(ids ?? wanted);
  const selected = isAll ? rows : rows.filter((row) => chosen.has(idOf(row)));
  return {
    rows: selected,
    ids: new Set(selected.map(idOf)),
    chosen: isAll ? selected.map(idOf) : [...chosen],
    select: (selection) => setMade({ of, ids: selection === "all" ? rows.map(idOf) : [...selection].map(String) }),
    isAll,
    selectAll: () => setMade({ of, ids: rows.map(idOf), isAll: true }),
  };
}
