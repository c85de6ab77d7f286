import { useEffect, useRef, useState } from "react";
import type { Selection } from "react-aria-components";
import { useIsCurrentRoute } from "../navigation/use-navigation";

/** Delay before the URL takes a changed selection, in milliseconds. */
const DELAY = 200;

export type RowSelection<Row> = {
  rows: readonly Row[];
  ids: Set<string>;
  select: (selection: Selection | readonly string[]) => void;
};

/** Options of `useRowSelection`. */
export type RowSelectionOptions<Row> = {
  /** Identifies the query: another one clears the selection. */
  query: unknown;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The ids in the URL. */
  wanted: readonly string[] | undefined;
  /** Writes ids to the URL. */
  keep: (ids: string[] | undefined) => void;
};

/** The selection on the visible page; it lives in the URL, so going back restores it. */
export function useRowSelection<Row>({ query, rows, idOf, wanted, keep }: RowSelectionOptions<Row>): RowSelection<Row> {
  const of = JSON.stringify(query);
  const [made, setMade] = useState<{ of: string; ids: readonly string[] } | null>(null);
  const here = made?.of === of ? made.ids : null;

  const isCurrentRoute = useIsCurrentRoute();
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    if (!here) return;
    const timer = setTimeout(() => {
      if (isCurrentRoute()) latest.current(here.length > 0 ? [...here] : undefined);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [here, isCurrentRoute]);

  const chosen = new Set(here ?? wanted);
  const selected = rows.filter((row) => chosen.has(idOf(row)));
  return {
    rows: selected,
    ids: new Set(selected.map(idOf)),
    select: (selection) => setMade({ of, ids: selection === "all" ? rows.map(idOf) : [...selection].map(String) }),
  };
}
