import { createContext, useContext } from "react";

const FOLDS = ["labels", "words", "counts", "search", "fields", "segments"] as const;

/** The steps in which toolbars give up parts for room. Counts alone are the first to go: labels and words say more. */
export const TOOLBAR_FOLDS: readonly (readonly Part[])[] = [
  [],
  ["counts"],
  ["labels"],
  ["labels", "counts"],
  ...FOLDS.slice(1).map((_, at) => FOLDS.slice(0, at + 2)),
];

/** The parts that the bar of a selection gives up for room, in this order; then it has a second line. */
export const BAR_FOLDS = ["export", "privacy", "keys", "compare", "all", "delete", "icons"] as const;

type Part = (typeof FOLDS)[number] | (typeof BAR_FOLDS)[number];

/** The parts that the toolbar or bar around has given up. */
export const FoldedParts = createContext<readonly Part[]>([]);

/** True if the toolbar or bar around has no room for this. */
export function useIsFolded(part: Part): boolean {
  return useContext(FoldedParts).includes(part);
}
