import { PAGE_SIZES } from "../../../../components/tables/page-sizes";
import type { RowAction, BatchFilter, PageSize, RowState } from "../../../../host/contract";
import { compact, readChoice, readPage, readText } from "../../../../shared/navigation/search-params";

/** What the address says of a batch's rows; what is absent restricts nothing, or is as usual. */
export type BatchSearch = {
  search?: string;
  act?: RowAction;
  state?: RowState;
  per_page?: PageSize;
  page?: number;
};

/** What can be done with rows, and how they can stand, in the order in which that is shown. */
export const ACTS = ["create", "refresh", "privacy", "delete", "skip"] as const satisfies RowAction[];
export const STATES = [
  "done",
  "failed",
  "waiting",
  "running",
  "unknown",
  "skipped",
  "cancelled",
] as const satisfies RowState[];

/** Reads the search parameters of a batch, leaving out what it does not understand. */
export function readBatchSearch(raw: Record<string, unknown>): BatchSearch {
  return compact({
    search: readText(raw.search),
    act: readChoice(raw.act, ACTS),
    state: readChoice(raw.state, STATES),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** Which rows the core is asked for. */
export function filterOf({ search, act, state }: BatchSearch): BatchFilter {
  return compact({ search, act, state });
}

/** Whether anything restricts the rows. */
export function isFiltered(filter: BatchFilter): boolean {
  return Object.keys(filter).length > 0;
}
