import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type {
  Direction,
  LibraryProjectQuery,
  LibraryProjectSort,
  Page,
  PageSize,
  Preferences,
  Project,
  ProjectQuery,
  ProjectSort,
} from "../../host/contract";
import { compact, readChoice, readPage, readText } from "../../shared/navigation/search-params";

/** Search parameters of the project list; for absent ones see {@link sortOf}, and the preferred page size. */
export type ProjectSearch = {
  search?: string;
  sort_by?: LibraryProjectSort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
};

type Sort = Pick<LibraryProjectQuery, "sort_by" | "sort">;

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

/** How a list is sorted; without an order of its own by average, lowest first, if {@link inOrder} can sort its page. */
export function sortOf(
  { sort_by, sort }: Sort,
  page: Page<Project> | undefined,
): { sort_by: LibraryProjectSort; sort: Direction } {
  return page && isByAverage({ sort_by, sort }, page)
    ? { sort_by: "score", sort: "asc" }
    : { sort_by: sort_by ?? "created_at", sort: sort ?? "desc" };
}

/**
 * Sorts a page by average unless the list has an order of its own. The service can't do it, and the library may lack
 * projects that the service has, so only a page with all projects is sorted.
 */
export function inOrder(search: Sort, page: Page<Project>): Page<Project> {
  if (!isByAverage(search, page)) return page;
  const averageOf = ({ mean_score }: Project) => mean_score ?? Number.MAX_VALUE;
  const rows = [...page.rows].sort((a, b) => averageOf(a) - averageOf(b) || a.project.localeCompare(b.project));
  return { ...page, rows, sort_ignored: false };
}

function isByAverage({ sort_by, sort }: Sort, { rows, number, has_next }: Page<Project>): boolean {
  const hasAll = number === 1 && !has_next;
  return sort_by == null && sort == null && hasAll && rows.some(({ mean_score }) => mean_score !== null);
}

/** Applies a change of filter, sort, or page size and returns to page 1. */
export function changeSearch(search: ProjectSearch, change: ProjectSearch): ProjectSearch {
  return compact({ ...search, page: undefined, ...change });
}
