import { PAGE_SIZES } from "../../../../components/tables/page-sizes";
import type { BatchFilter, PageSize, RowAction, RowState } from "../../../../host/contract";
import { compact, readChoice, readPage, readText, readWhole } from "../../../../shared/navigation/search-params";

/** Search parameters of a batch's rows; absent ones don't filter. */
export type BatchSearch = {
  search?: string;
  act?: RowAction;
  state?: RowState;
  /** The number of a row that failed for the wanted reason. */
  failed_like?: number;
  per_page?: PageSize;
  page?: number;
};

/** Actions and states, in display order. */
export const ACTS = ["create", "refresh", "privacy", "delete", "skip"] as const satisfies RowAction[];
export const STATES = [
  "waiting",
  "running",
  "confirming",
  "done",
  "failed",
  "unknown",
  "skipped",
  "canceled",
] as const satisfies RowState[];

/** The core's numbers have 32 bits. */
const MAX_ROW = 2 ** 32 - 1;

/** Parses a batch's search parameters; invalid ones are dropped. */
export function readBatchSearch(raw: Record<string, unknown>): BatchSearch {
  return compact({
    search: readText(raw.search),
    act: readChoice(raw.act, ACTS),
    state: readChoice(raw.state, STATES),
    failed_like: readWhole(raw.failed_like, 1, MAX_ROW),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The core's filter for the rows. */
export function filterOf({ search, act, state, failed_like }: BatchSearch): BatchFilter {
  return compact({ search, act, state, failed_like });
}

export function isFiltered(filter: BatchFilter): boolean {
  return Object.keys(filter).length > 0;
}
