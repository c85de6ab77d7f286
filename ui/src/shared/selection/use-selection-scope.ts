import { useState } from "react";
import type { Page } from "../../host/contract";

/** How far a selection reaches: over the chosen rows of the page, or over everything that the list has. */
export type Reach = {
  /** It is everything that fits, the other pages included. */
  isAll: boolean;
  /** Every row of the page is selected and there are other pages. */
  canBeAll: boolean;
  /** How many fit in all, where that is known. */
  total: number | null;
  setAll: (isAll: boolean) => void;
};

/**
 * How far the selection of `selected` rows of a page reaches. Another selection is one of rows again. `isAsked` tells that
 * the page answers the filters: no other list is meant by “all”.
 */
export function useReach(selected: number, page: Page<unknown> | undefined, isAsked: boolean): Reach {
  const [isWanted, setWanted] = useState(false);
  const hasMore =
    page !== undefined && (page.total === null ? page.has_next || page.number > 1 : page.total > page.rows.length);
  const canBeAll = isAsked && hasMore && selected > 0 && selected === page.rows.length;
  if (isWanted && !canBeAll) setWanted(false);
  return { isAll: isWanted && canBeAll, canBeAll, total: page?.total ?? null, setAll: setWanted };
}
