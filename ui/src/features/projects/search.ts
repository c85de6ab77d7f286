import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type {
  Direction,
  LibraryProjectQuery,
  LibraryProjectSort,
  PageSize,
  Preferences,
  ProjectQuery,
  ProjectSort,
} from "../../host/contract";
import { compact, readChoice, readPage, readText } from "../../shared/navigation/search-params";

/** Search parameters of the project list; absent ones have the service's defaults, or the preferred page size. */
export type ProjectSearch = {
  search?: string;
  sort_by?: LibraryProjectSort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
};

/** The service's sort keys, its default first (`interface.md` §4.6). */
const SERVICE_SORTS = ["created_at", "project"] as const satisfies ProjectSort[];

/** Sort keys; only the library has the last ones. */
export const SORTS = [
  ...SERVICE_SORTS,
  "reports",
  "verdicts",
  "score",
  "trend",
  "failing",
  "checked",
] as const satisfies LibraryProjectSort[];

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

/** The library's query. */
export function toQuery(search: ProjectSearch, preferences: Preferences): LibraryProjectQuery & { per_page: PageSize } {
  return { ...compact(search), per_page: search.per_page ?? preferences.page_size };
}

/** The service's query (`interface.md` §4.6), if it can answer this one. */
export function toServiceQuery({ sort_by, ...query }: LibraryProjectQuery): ProjectQuery | null {
  if (sort_by == null) return query;
  const served = SERVICE_SORTS.find((sort) => sort === sort_by);
  return served === undefined ? null : { ...query, sort_by: served };
}

/** Applies a change of filter, sort, or page size and returns to page 1. */
export function changeSearch(search: ProjectSearch, change: ProjectSearch): ProjectSearch {
  return compact({ ...search, page: undefined, ...change });
}
