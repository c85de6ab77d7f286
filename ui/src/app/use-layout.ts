import { USUAL_LAYOUT } from "../components";
import type { ColumnLayout } from "../host/contract";
import { usePreferences } from "./preferences";

/** The lists whose columns can be arranged, by the names under which that is kept. */
export type ListName = "reports" | "projects";

/** How the user arranged the columns of a list, and how to arrange them. */
export function useLayout(list: ListName): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [{ columns }, save] = usePreferences();
  return [columns[list] ?? USUAL_LAYOUT, (layout) => save({ columns: { ...columns, [list]: layout } })];
}
