import { useRouterState } from "@tanstack/react-router";
import { DEFAULT_LAYOUT } from "../../components";
import type { SavedView } from "../../host/contract";
import { useConnections } from "../data/connection";
import { usePreferences } from "../data/preferences";
import { connectionOfPath, viewOfPath } from "../navigation/routes";
import { useGoTo } from "../navigation/use-navigation";
import { hasReportColumns, placeOfView, placeToKeep } from "./view-place";

/** Maximum number of views, and of characters in a name and a path. */
const MAX_VIEWS = 100;
const LONGEST_PLACE = 4096;

/** The saved views and their actions. */
export type Views = {
  /** Views of existing connections, in the user's order. */
  views: readonly SavedView[];
  open: SavedView | undefined;
  /** The list differs from the open view. */
  isChanged: boolean;
  /** The current screen has views. */
  isList: boolean;
  /** The current screen can be saved as a view. */
  canKeep: boolean;
  /** The maximum number of views is reached. */
  isFull: boolean;
  /** Saves the screen as a view and opens it. */
  add: (name: string) => void;
  /** Updates the open view to the current list. */
  update: () => void;
  rename: (id: string, name: string) => void;
  /** Deletes a view; returns an undo function. */
  remove: (id: string) => () => void;
  /** Reorders the views. */
  reorder: (ids: readonly string[]) => void;
};

export function useViews(): Views {
  const place = useRouterState({ select: ({ location }) => location.href });
  const connections = useConnections();
  const [preferences, save] = usePreferences();
  const go = useGoTo();
  const { views: all, page_size, columns } = preferences;
  // A late undo must not restore outdated views.
  const set = (change: (views: readonly SavedView[]) => SavedView[]) => save((now) => ({ views: change(now.views) }));

  const isThere = (view: SavedView) => {
    const wanted = connectionOfPath(view.place);
    return wanted === undefined || connections.some(({ id }) => id === wanted);
  };
  const views = all.filter(isThere);
  const openId = viewOfPath(place);
  const open = views.find(({ id }) => id === openId);
  const kept = placeToKeep(place, page_size);
  const canKeep = kept !== null && kept.length <= LONGEST_PLACE;
  return {
    views,
    open,
    isChanged: open !== undefined && kept !== placeToKeep(open.place, page_size),
    isList: kept !== null,
    canKeep,
    isFull: all.length >= MAX_VIEWS,
    add: (name) => {
      if (!canKeep) return;
      const layout = open?.columns ?? (hasReportColumns(place) ? columns.reports : undefined) ?? DEFAULT_LAYOUT;
      const view: SavedView = { id: `v${Date.now().toString(36)}`, name, place: kept, columns: layout };
      set((before) => [...before, view]);
      go(placeOfView(view), { replace: true });
    },
    update: () => {
      if (!open || !canKeep) return;
      set((before) => before.map((view) => (view.id === open.id ? { ...view, place: kept } : view)));
    },
    rename: (id, name) => set((before) => before.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id) => {
      const at = all.findIndex((view) => view.id === id);
      const view = all[at];
      set((before) => before.filter((other) => other.id !== id));
      return () => {
        if (view) set((before) => [...before.slice(0, at), view, ...before.slice(at)]);
      };
    },
    reorder: (ids) => {
      const moved = ids.flatMap((id) => views.find((view) => view.id === id) ?? []);
      // Hidden views keep their positions.
      set((before) => before.map((view) => (isThere(view) ? (moved.shift() ?? view) : view)));
    },
  };
}
