import { PAGE_SIZES } from "../../../../components/tables/page-sizes";
import type { BatchFilter, PageSize, RowAction, RowState } from "../../../../host/contract";
import { compact, readChoice, readPage, readText } from "../../../../shared/navigation/search-params";

/** Search parameters of a batch's rows; absent ones don't filter. */
export type BatchSearch = {
  search?: string;
  act?: RowAction;
  state?: RowState;
  per_page?: PageSize;
  page?: number;
};

/** Actions and states, in display order. */
export const ACTS = ["create", "refresh", "privacy", "delete", "skip"] as const satisfies RowAction[];
export const STATES = [
  "done",
  "failed",
  "waiting",
  "running",
  "confirming",
  "unknown",
  "skipped",
  "canceled",
] as const satisfies RowState[];

/** Parses a batch's search parameters; invalid ones are dropped. */
export function readBatchSearch(raw: Record<string, unknown>): BatchSearch {
  return compact({
    search: readText(raw.search),
    act: readChoice(raw.act, ACTS),
    state: readChoice(raw.state, STATES),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The core's filter for the rows. */
export function filterOf({ search, act, state }: BatchSearch): BatchFilter {
  return compact({ search, act, state });
}

export function isFiltered(filter: BatchFilter): boolean {
  return Object.keys(filter).length > 0;
}
