import { createContext, useContext } from "react";

/** The parts that toolbars give up for room, in this order. */
export const FOLDS = ["labels", "words", "counts", "fields", "search", "segments"] as const;

/** The parts that the bar of a selection gives up for room, in this order; then it has a second line. */
export const BAR_FOLDS = ["export", "privacy", "keys", "compare", "all", "delete", "icons"] as const;

/** How many of them a toolbar or bar has given up. */
export const FoldLevel = createContext(0);

type Part = (typeof FOLDS)[number] | (typeof BAR_FOLDS)[number];

/** True if the toolbar or bar around has no room for this. */
export function useIsFolded(part: Part): boolean {
  const parts: readonly Part[] = [FOLDS, BAR_FOLDS].find((some: readonly Part[]) => some.includes(part)) ?? [];
  return useContext(FoldLevel) > parts.indexOf(part);
}
