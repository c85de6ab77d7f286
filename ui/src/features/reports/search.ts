import { PAGE_SIZES } from "../../components/tables/page-sizes";
import { compact, readChoice, readIds, readPage, readText } from "../../shared/navigation/search-params";
import type {
  Direction,
  ServiceCapabilities,
  PageSize,
  Preferences,
  ReportQuery,
  ReportSort,
  Verdict,
} from "../../host/contract";
import { NO_PANEL, NO_SNAPSHOTS, type PanelSearch, readPanelSearch } from "./panel/panel-search";

/** Search parameters of report lists; absent ones have the service's defaults, or the preferred page size. */
export type ReportSearch = PanelSearch & {
  search?: string;
  result?: Verdict;
  project?: string;
  sort_by?: ReportSort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
  /** The ids of the selected rows of this page. */
  selected?: string[];
  /** The id of the saved view that is open. */
  view?: string;
};

/** The verdicts that a list can be restricted to (`interface.md` §4.1). */
const VERDICTS = ["good", "decent", "bad"] as const satisfies Verdict[];

/** The service's sort keys, its default first (`interface.md` §4.1). */
export const SORTS = ["id", "generated_at", "url", "result"] as const satisfies ReportSort[];

/** Sort keys; only the library has the last ones. */
export function otherSort(ignored: ReportSort, { sorts }: ServiceCapabilities): ReportSort | undefined {
  return SORTS.find((sort) => sort !== ignored && sorts[sort] !== false);
}

/** Clears all filters. */
export const NO_FILTERS = { search: undefined, result: undefined, project: undefined } satisfies ReportSearch;

/** Clears all filters and restores the default sort order. */
export const NOTHING_CHOSEN = { ...NO_FILTERS, sort_by: undefined, sort: undefined } satisfies ReportSearch;

/** Parses the search parameters; invalid ones are dropped. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  return compact({
    search: readText(raw.search),
    result: readChoice(raw.result, VERDICTS),
    project: readText(raw.project),
    sort_by: readChoice(raw.sort_by, SORTS),
    sort: readChoice(raw.sort, ["asc", "desc"] as const),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
    selected: readIds(raw.selected),
    view: readText(raw.view),
    ...readPanelSearch(raw),
  });
}

/** The list's query. */
export function toQuery(search: ReportSearch, preferences: Preferences): ReportQuery {
  const { selected, view, part, before, after, snapshot, ...query } = search;
  return { ...compact(query), per_page: search.per_page ?? preferences.page_size };
}

/** The search after a change, which starts again at the first page and selects nothing unless it says otherwise. */
export function changeSearch(search: ReportSearch, change: ReportSearch): ReportSearch {
  return compact({ ...search, page: undefined, selected: undefined, ...change });
}

/** The search with another report in the panel, showing the same part. */
export function searchBeside(raw: Record<string, unknown>): ReportSearch {
  return compact({ ...readReportSearch(raw), ...NO_SNAPSHOTS });
}

/** The search without the panel. */
export function searchAlone(raw: Record<string, unknown>): ReportSearch {
  return compact({ ...readReportSearch(raw), ...NO_PANEL });
}

/** The default sort order (`interface.md` §4.1). */
export const DEFAULT_SORT = { sort_by: "id", sort: "desc" } as const satisfies ReportSearch;

/** True if the sort order isn't the default. */
export function isSortedOtherwise({ sort_by, sort }: ReportSearch): boolean {
  return (sort_by ?? DEFAULT_SORT.sort_by) !== DEFAULT_SORT.sort_by || (sort ?? DEFAULT_SORT.sort) !== DEFAULT_SORT.sort;
}

/** True if any filter is active. */
export function isFiltered(search: ReportSearch): boolean {
  return search.search !== undefined || search.result !== undefined || search.project !== undefined;
}

/** Whether it is the first page of the whole list in its usual order. */
export function isUsual(search: ReportSearch): boolean {
  return !isFiltered(search) && !isSortedOtherwise(search) && search.page === undefined;
}
