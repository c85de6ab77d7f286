import { useState } from "react";
import type { Page } from "../../host/contract";

/** A selection means either the chosen rows or all matching ones. */
export type SelectionScope = {
  /** All matching rows, including other pages. */
  isAll: boolean;
  /** Every row of the page is selected and there are other pages. */
  canBeAll: boolean;
  /** How many rows match, if known. */
  total: number | null;
  setAll: (isAll: boolean) => void;
};

/** `isAsked`: the page belongs to the current filters, so “all” is unambiguous. */
export function useSelectionScope(selected: number, page: Page<unknown> | undefined, isAsked: boolean): SelectionScope {
  const [isWanted, setWanted] = useState(false);
  const hasMore =
    page !== undefined && (page.total === null ? page.has_next || page.number > 1 : page.total > page.rows.length);
  const canBeAll = isAsked && hasMore && selected > 0 && selected === page.rows.length;
  if (isWanted && !canBeAll) setWanted(false);
  return { isAll: isWanted && canBeAll, canBeAll, total: page?.total ?? null, setAll: setWanted };
}
