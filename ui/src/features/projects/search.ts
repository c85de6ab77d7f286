import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type { Direction, PageSize, Preferences, ProjectQuery, ProjectSort } from "../../host/contract";
import { compact, readChoice, readPage, readText } from "../../shared/navigation/search-params";

/** What the address says of the projects list; what is absent is the service's default, or the preferred page size. */
export type ProjectSearch = {
  search?: string;
  sort_by?: ProjectSort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
};

/** The keys that a list can be sorted by; the first is the service's default (`interface.md` §4.6). */
export const SORTS = ["created_at", "project"] as const satisfies ProjectSort[];

/** Reads the search parameters of the projects list, leaving out what it does not understand. */
export function readProjectSearch(raw: Record<string, unknown>): ProjectSearch {
  return compact({
    search: readText(raw.search),
    sort_by: readChoice(raw.sort_by, SORTS),
    sort: readChoice(raw.sort, ["asc", "desc"] as const),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The query for the core (`interface.md` §4.6). */
export function toQuery(search: ProjectSearch, preferences: Preferences): ProjectQuery {
  return { ...compact(search), per_page: search.per_page ?? preferences.page_size };
}

/** The search after a change of filter, sort or page size, which starts again at the first page. */
export function changeSearch(search: ProjectSearch, change: ProjectSearch): ProjectSearch {
  return compact({ ...search, page: undefined, ...change });
}
