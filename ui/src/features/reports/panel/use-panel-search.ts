import { useNavigate, useSearch } from "@tanstack/react-router";
import { compact } from "../../../shared/navigation/search-params";
import { NO_SNAPSHOTS, type PanelSearch, readPanelSearch } from "./panel-search";

/** The panel's search parameters beside any list, and how to change them. */
export function usePanelSearch() {
  const search = readPanelSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: PanelSearch, replace: boolean) =>
    void navigate({ to: ".", search: (before) => compact({ ...before, ...change }), replace });
  return {
    search,
    /** Shows another part of the report. */
    showPart: (part: NonNullable<PanelSearch["part"]>) => go({ part: part === "checks" ? undefined : part }, true),
    /** Shows the timeline, a comparison, or a snapshot; adds a history entry. */
    showHistory: (what: Pick<PanelSearch, "before" | "after" | "snapshot">, replace = false) =>
      go({ ...NO_SNAPSHOTS, ...what, part: "history" }, replace),
  };
}
