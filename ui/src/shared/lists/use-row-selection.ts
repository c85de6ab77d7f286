import { useEffect, useRef, useState } from "react";
import type { Selection } from "react-aria-components";
import { useStays } from "../navigation/use-navigation";

/** How long the address of the screen waits for more before it takes a changed selection, in milliseconds. */
const DELAY = 200;

/** The selected rows of the page in view, and how to select others. */
export type RowSelection<Row> = {
  rows: readonly Row[];
  ids: Set<string>;
  select: (selection: Selection | readonly string[]) => void;
};

/** What a selection is of. */
export type RowSelectionOptions<Row> = {
  /** The question that the rows answer: another one starts without a selection. */
  query: unknown;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The ids that the address says. */
  wanted: readonly string[] | undefined;
  /** Has the address say these. */
  keep: (ids: string[] | undefined) => void;
};

/**
 * The selection of a page of rows. It is of rows in view alone, since what happens to it is shown before it is done:
 * another page or filter starts without one, and going back brings back the one that was there, also at the next start.
 */
export function useRowSelection<Row>({ query, rows, idOf, wanted, keep }: RowSelectionOptions<Row>): RowSelection<Row> {
  const of = JSON.stringify(query);
  const [made, setMade] = useState<{ of: string; ids: readonly string[] } | null>(null);
  const here = made?.of === of ? made.ids : null;

  const stays = useStays();
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    if (!here) return;
    const timer = setTimeout(() => {
      if (stays()) latest.current(here.length > 0 ? [...here] : undefined);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [here, stays]);

  const chosen = new Set(here ?? wanted);
  const selected = rows.filter((row) => chosen.has(idOf(row)));
  return {
    rows: selected,
    ids: new Set(selected.map(idOf)),
    select: (selection) => setMade({ of, ids: selection === "all" ? rows.map(idOf) : [...selection].map(String) }),
  };
}
