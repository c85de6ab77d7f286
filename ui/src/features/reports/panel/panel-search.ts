import { compact, readChoice, readText, readWhole } from "../../../shared/navigation/search-params";

/** The panel's parts; the first is the default. */
const PARTS = ["checks", "history", "details"] as const;

/** Search parameters of the panel. */
export type PanelSearch = {
  part?: (typeof PARTS)[number];
  /** The compared snapshots. */
  before?: number;
  after?: number;
  /** The snapshot that is shown as a whole. */
  snapshot?: number;
  /** The check to open. */
  check?: string;
};

/** Clears snapshots, which belong to one report. */
export const NO_SNAPSHOTS = { before: undefined, after: undefined, snapshot: undefined } satisfies PanelSearch;

/** Clears the panel's parameters. */
export const NO_PANEL = { ...NO_SNAPSHOTS, part: undefined, check: undefined } satisfies PanelSearch;

/** Parses the search parameters; invalid ones are dropped. */
export function readPanelSearch(raw: Record<string, unknown>): PanelSearch {
  return compact({
    part: readChoice(raw.part, PARTS),
    before: readWhole(raw.before, 0),
    after: readWhole(raw.after, 0),
    snapshot: readWhole(raw.snapshot, 0),
    check: readText(raw.check),
  });
}
