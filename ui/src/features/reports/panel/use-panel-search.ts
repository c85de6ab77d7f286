import { useNavigate, useSearch } from "@tanstack/react-router";
import { compact, readText } from "../../../shared/navigation/search-params";
import { NO_PANEL, NO_SNAPSHOTS, type PanelSearch, readPanelSearch } from "./panel-search";

/** The panel's search parameters beside any list, and how to change them. */
export function usePanelSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const search = readPanelSearch(raw);
  const navigate = useNavigate();
  const go = (change: PanelSearch, replace: boolean) =>
    void navigate({ to: ".", search: (before) => compact({ ...before, ...change }), replace });
  return {
    search,
    /** The check to open, or the one that all listed reports fail. */
    wantedCheck: search.check ?? readText(raw.failing),
    /** Opens a check of the report; adds a history entry. */
    showCheck: (check: string) => go({ ...NO_PANEL, check }, false),
    /** Shows the report as it is now; adds a history entry. */
    showReport: () => go(NO_PANEL, false),
    /** Shows another part of the report. */
    showPart: (part: NonNullable<PanelSearch["part"]>) => go({ part: part === "checks" ? undefined : part }, true),
    /** Shows the timeline, a comparison, or a snapshot; adds a history entry. */
    showHistory: (what: Pick<PanelSearch, "before" | "after" | "snapshot">, replace = false) =>
      go({ ...NO_SNAPSHOTS, ...what, part: "history" }, replace),
  };
}
