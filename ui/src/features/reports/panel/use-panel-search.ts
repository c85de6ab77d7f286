import { useNavigate, useSearch } from "@tanstack/react-router";
import { compact } from "../../../shared/navigation/search-params";
import { NO_SNAPSHOTS, type PanelSearch, readPanelSearch } from "./panel-search";

/** What the address says of the panel, beside whatever list it is, and how to change that. */
export function usePanelSearch() {
  const search = readPanelSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (change: PanelSearch, replace: boolean) =>
    void navigate({ to: ".", search: (before) => compact({ ...before, ...change }), replace });
  return {
    search,
    /** Brings another part of the report into view. */
    showPart: (part: NonNullable<PanelSearch["part"]>) => go({ part: part === "checks" ? undefined : part }, true),
    /** Shows all of the history, or of it a comparison or a snapshot, from where Back leads back. */
    showHistory: (what: Pick<PanelSearch, "before" | "after" | "snapshot">, replace = false) =>
      go({ ...NO_SNAPSHOTS, ...what, part: "history" }, replace),
  };
}
