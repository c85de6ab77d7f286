import type { Page } from "../../host/contract";
import type { RowSelection } from "../lists/use-row-selection";

/** A selection means either the chosen rows or all matching ones. */
export type SelectionScope = {
  /** All matching rows, including those that aren't loaded. */
  isAll: boolean;
  /** Every loaded row is selected and there are others. */
  canBeAll: boolean;
  /** How many rows match, if known. */
  total: number | null;
  /** The list has filters. */
  isFiltered?: boolean;
  selectAll: () => void;
};

/** True if not all matching rows are loaded. */
export function hasMore(page: Page<unknown> | undefined): boolean {
  return page !== undefined && (page.total === null ? page.has_next : page.total > page.rows.length);
}

/** `isAsked`: the rows belong to the current filters, so “all” is unambiguous. */
export function selectionScope(
  { rows, isAll, selectAll }: RowSelection<unknown>,
  page: Page<unknown> | undefined,
  isAsked: boolean,
  isFiltered: boolean,
): SelectionScope {
  const isWhole = page !== undefined && rows.length > 0 && rows.length === page.rows.length;
  return {
    isAll: isAll && isAsked && rows.length > 0,
    canBeAll: isAsked && !isAll && hasMore(page) && isWhole,
    total: page?.total ?? null,
    isFiltered,
    selectAll,
  };
}
