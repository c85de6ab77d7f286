import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type { Direction, PageSize, Preferences, ProjectQuery, ProjectSort } from "../../host/contract";
import { compact, readChoice, readPage, readText } from "../../shared/navigation/search-params";

/** Search parameters of the project list; absent ones have the service's defaults, or the preferred page size. */
export type ProjectSearch = {
  search?: string;
  sort_by?: ProjectSort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
};

/** Sort keys, the service's default first (`interface.md` §4.6). */
export const SORTS = ["created_at", "project"] as const satisfies ProjectSort[];

/** Parses the search parameters; invalid ones are dropped. */
export function readProjectSearch(raw: Record<string, unknown>): ProjectSearch {
  return compact({
    search: readText(raw.search),
    sort_by: readChoice(raw.sort_by, SORTS),
    sort: readChoice(raw.sort, ["asc", "desc"] as const),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The core's query (`interface.md` §4.6). */
export function toQuery(search: ProjectSearch, preferences: Preferences): ProjectQuery {
  return { ...compact(search), per_page: search.per_page ?? preferences.page_size };
}

/** Applies a change of filter, sort, or page size and returns to page 1. */
export function changeSearch(search: ProjectSearch, change: ProjectSearch): ProjectSearch {
  return compact({ ...search, page: undefined, ...change });
}
