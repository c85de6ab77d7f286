import { compact, readChoice, readWhole } from "../../../shared/navigation/search-params";

/** The parts of a report in its panel; the first is in view unless another is asked for. */
const PARTS = ["checks", "history", "other", "raw"] as const;

/** What the address says of the panel beside a list. */
export type PanelSearch = {
  part?: (typeof PARTS)[number];
  /** The numbers of the snapshots that its history compares. */
  before?: number;
  after?: number;
  /** The number of the snapshot that its history shows as a whole. */
  snapshot?: number;
};

/** The change that leaves the history of a report for that of another one. */
export const NO_SNAPSHOTS = { before: undefined, after: undefined, snapshot: undefined } satisfies PanelSearch;

/** The change that comes with closing the panel. */
export const NO_PANEL = { ...NO_SNAPSHOTS, part: undefined } satisfies PanelSearch;

/** Reads the search parameters of the panel, leaving out what it does not understand. */
export function readPanelSearch(raw: Record<string, unknown>): PanelSearch {
  return compact({
    part: readChoice(raw.part, PARTS),
    before: readWhole(raw.before, 0),
    after: readWhole(raw.after, 0),
    snapshot: readWhole(raw.snapshot, 0),
  });
}
