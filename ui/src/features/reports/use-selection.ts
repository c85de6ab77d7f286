import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Selection } from "react-aria-components";
import type { ReportQuery, ReportRow } from "../../host/contract";
import { type ReportSearch, readReportSearch } from "./search";

/** How long the address of the screen waits for more before it takes a changed selection, in milliseconds. */
const DELAY = 200;

/** The selected rows of the page in view, and how to select others. */
export type ReportSelection = {
  rows: readonly ReportRow[];
  ids: Set<string>;
  select: (selection: Selection | readonly string[]) => void;
};

/**
 * The selection of a page of reports. It is of rows in view alone, since what happens to it is shown before it is done:
 * another page or filter starts without one, and going back brings back the one that was there, also at the next start.
 */
export function useSelection(query: ReportQuery, search: ReportSearch, rows: readonly ReportRow[]): ReportSelection {
  const navigate = useNavigate();
  const of = JSON.stringify(query);
  const [made, setMade] = useState<{ of: string; ids: readonly string[] } | null>(null);
  const here = made?.of === of ? made.ids : null;

  useEffect(() => {
    if (!here) return;
    const keep = () => {
      const selected = here.length > 0 ? [...here] : undefined;
      void navigate({ to: ".", search: (before) => readReportSearch({ ...before, selected }), replace: true });
    };
    const timer = setTimeout(keep, DELAY);
    return () => clearTimeout(timer);
  }, [here, navigate]);

  const wanted = new Set(here ?? search.selected);
  const selected = rows.filter(({ id }) => wanted.has(id));
  return {
    rows: selected,
    ids: new Set(selected.map(({ id }) => id)),
    select: (selection) =>
      setMade({ of, ids: selection === "all" ? rows.map(({ id }) => id) : [...selection].map(String) }),
  };
}
