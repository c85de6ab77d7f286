import { useNavigate } from "@tanstack/react-router";
import type { ReportQuery, ReportRow } from "../../host/contract";
import { type RowSelection, useRowSelection } from "../../shared/lists/use-row-selection";
import { type ReportSearch, readReportSearch } from "./search";

/** The selection of a page of reports, which the address of the screen keeps. */
export function useSelection(
  query: ReportQuery,
  { selected: wanted }: ReportSearch,
  rows: readonly ReportRow[],
): RowSelection<ReportRow> {
  const navigate = useNavigate();
  return useRowSelection({
    query,
    rows,
    idOf,
    wanted,
    keep: (selected) =>
      void navigate({ to: ".", search: (before) => readReportSearch({ ...before, selected }), replace: true }),
  });
}

function idOf({ id }: ReportRow): string {
  return id;
}
