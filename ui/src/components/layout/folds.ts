import { createContext, useContext } from "react";

/** The parts that toolbars give up for room, in this order. */
export const FOLDS = ["labels", "words", "counts", "fields", "search", "segments"] as const;

/** How many of them a toolbar has given up. */
export const FoldLevel = createContext(0);

/** True if the toolbar around has no room for this. */
export function useIsFolded(part: (typeof FOLDS)[number]): boolean {
  return useContext(FoldLevel) > FOLDS.indexOf(part);
}
