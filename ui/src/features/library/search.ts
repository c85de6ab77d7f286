import { PAGE_SIZES } from "../../components/tables/page-sizes";
import { searchOf } from "../../shared/navigation/routes";
import { compact, readChoice, readIds, readPage, readText, readWhole } from "../../shared/navigation/search-params";
import type {
  Change,
  ChangedSince,
  Direction,
  LibraryQuery,
  LibraryRow,
  LibrarySearchIn,
  LibrarySort,
  PageSize,
  Preferences,
  Privacy,
  Verdict,
} from "../../host/contract";
import type { PanelSearch } from "../reports";

/** What the address says of the library's list; what is absent restricts nothing, or is as usual. */
export type LibrarySearch = {
  connection?: string;
  search?: string;
  search_in?: LibrarySearchIn;
  project?: string;
  verdict?: Verdict;
  privacy?: Privacy;
  score_min?: number;
  score_max?: number;
  stale_days?: number;
  changed?: Change;
  /** Since when it changed so: a number of days, or the last time. */
  since?: "last_time" | number;
  failing?: string;
  gone?: boolean;
  sort_by?: LibrarySort;
  sort?: Direction;
  per_page?: PageSize;
  page?: number;
  /** The keys of the selected rows of this page. */
  selected?: string[];
  /** The id of the saved view that is open. */
  view?: string;
};

/** The verdicts that the list can be restricted to; the kinds of privacy, and the changes. */
const VERDICTS = ["good", "decent", "bad"] as const satisfies Verdict[];
export const PRIVACIES = ["public", "private", "password"] as const satisfies Privacy[];
export const CHANGES = ["better", "worse", "new", "gone"] as const satisfies Change[];

/** The keys that the library can be sorted by; the first is the usual one. */
export const SORTS = [
  "created",
  "generated",
  "changed",
  "score",
  "address",
  "project",
] as const satisfies LibrarySort[];

/** How the library is sorted where nothing is chosen. */
export const DEFAULT_SORT = { sort_by: "created", sort: "desc" } as const satisfies LibrarySearch;

/** The most days that the core takes as an age or a time ago. */
export const MOST_DAYS = 3650;

/** The change that takes all restrictions away. */
export const NO_FILTERS = {
  connection: undefined,
  search: undefined,
  search_in: undefined,
  project: undefined,
  verdict: undefined,
  privacy: undefined,
  score_min: undefined,
  score_max: undefined,
  stale_days: undefined,
  changed: undefined,
  since: undefined,
  failing: undefined,
  gone: undefined,
} satisfies LibrarySearch;

/** The change that takes away all restrictions and brings back the usual order. */
export const NOTHING_CHOSEN = { ...NO_FILTERS, sort_by: undefined, sort: undefined } satisfies LibrarySearch;

/** Reads the search parameters of the library, leaving out what it does not understand. */
export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  const changed = readChoice(raw.changed, CHANGES);
  return compact({
    connection: readText(raw.connection),
    search: readText(raw.search),
    search_in: readChoice(raw.search_in, ["checks"] as const),
    project: readText(raw.project),
    verdict: readChoice(raw.verdict, VERDICTS),
    privacy: readChoice(raw.privacy, PRIVACIES),
    score_min: readWhole(raw.score_min, 0, 100),
    score_max: readWhole(raw.score_max, 0, 100),
    stale_days: readWhole(raw.stale_days, 1, MOST_DAYS),
    changed,
    since: changed && (readWhole(raw.since, 1, MOST_DAYS) ?? "last_time"),
    failing: readText(raw.failing),
    gone: raw.gone === true || undefined,
    sort_by: readChoice(raw.sort_by, SORTS),
    sort: readChoice(raw.sort, ["asc", "desc"] as const),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
    selected: readIds(raw.selected),
    view: readText(raw.view),
  });
}

/** The query for the core. */
export function toQuery(search: LibrarySearch, { page_size }: Pick<Preferences, "page_size">): LibraryQuery {
  const { changed, since = "last_time", selected: _, view: __, per_page = page_size, search_in, ...rest } = search;
  const asked: ChangedSince | undefined = changed && {
    change: changed,
    since: since === "last_time" ? since : { days: since },
  };
  // Where to search says nothing as long as there is nothing to search for.
  return compact({ ...rest, search_in: rest.search === undefined ? undefined : search_in, changed: asked, per_page });
}

/** The search after a change, which starts again at the first page and selects nothing unless it says otherwise. */
export function changeSearch(search: LibrarySearch, change: LibrarySearch): LibrarySearch {
  return compact({ ...search, page: undefined, selected: undefined, ...change });
}

/** Whether anything restricts the list. */
export function isFiltered(search: LibrarySearch): boolean {
  const { search_in: _, ...filters } = NO_FILTERS;
  return Object.keys(filters).some((name) => search[name as keyof typeof filters] !== undefined);
}

/** Whether the list is sorted in another way than the usual one. */
export function isSortedOtherwise({ sort_by, sort }: LibrarySearch): boolean {
  return (sort_by ?? DEFAULT_SORT.sort_by) !== DEFAULT_SORT.sort_by || (sort ?? DEFAULT_SORT.sort) !== DEFAULT_SORT.sort;
}

/** What a report is called among those of all connections: ids are each service's own. */
export function keyOf({ connection, row }: Pick<LibraryRow, "connection"> & { row: { id: string } }): string {
  return `${encodeURIComponent(connection)}/${encodeURIComponent(row.id)}`;
}

/** The library as the search says, with the report of this key open beside it. */
export function libraryPlace(search: LibrarySearch & PanelSearch, open?: string): string {
  return `/library${open === undefined ? "" : `/${open}`}${searchOf(search)}`;
}
