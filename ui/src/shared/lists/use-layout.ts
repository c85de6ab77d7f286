import { useRouterState } from "@tanstack/react-router";
import { DEFAULT_LAYOUT } from "../../components";
import type { ColumnLayout } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import { viewOfPath } from "../navigation/routes";

/** Lists with configurable columns, by their stored names. */
export type ListName = "reports" | "projects";

/** The column layout of a list, or the default one without its name; a saved view has its own. */
export function useLayout(list: ListName | undefined): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [{ columns, views }, save] = usePreferences();
  const openId = useRouterState({ select: ({ location }) => viewOfPath(location.href) });
  if (list === undefined) return [DEFAULT_LAYOUT, () => {}];
  const view = views.find(({ id }) => id === openId);
  if (!view) return [columns[list] ?? DEFAULT_LAYOUT, (layout) => save({ columns: { ...columns, [list]: layout } })];
  const arranged = (layout: ColumnLayout) => views.map((one) => (one === view ? { ...view, columns: layout } : one));
  return [view.columns, (layout) => save({ views: arranged(layout) })];
}
