import { PAGE_SIZES } from "../../components/tables/page-sizes";
import type {
  Change,
  Direction,
  Duplicates,
  LibraryRow,
  PageSize,
  Preferences,
  Privacy,
  ReportQuery,
  ReportRow,
  ReportSort,
  ServiceCapabilities,
  Verdict,
} from "../../host/contract";
import type { CheckSortKey, ReportFilters, ReportListSort } from "../../shared/navigation/routes";
import { compact, readChoice, readIds, readText, readWhole } from "../../shared/navigation/search-params";
import { readSince } from "../../shared/navigation/since";
import { NO_PANEL, NO_SNAPSHOTS, type PanelSearch, readPanelSearch } from "./panel/panel-search";

/** Search parameters of report lists; absent ones have the service's defaults, or the preferred page size. */
export type ReportSearch = PanelSearch &
  ReportFilters & {
    sort_by?: ReportListSort | CheckSortKey;
    sort?: Direction;
    per_page?: PageSize;
    /** Keys of selected rows. */
    selected?: string[];
    /** The id of the open saved view. */
    view?: string;
  };

/** A list's query, for the service or the library. */
export type ListQuery = ReportFilters & {
  sort_by?: ReportListSort | CheckSortKey;
  sort?: Direction;
  /** From 2; absent for the first one. */
  page?: number;
  per_page: PageSize;
};

/** A listed report, with what only the library knows of it. */
export type ListedReport = ReportRow & { known?: Omit<LibraryRow, "row"> };

/** Verdicts that a list can be filtered by (`interface.md` §4.1). */
const VERDICTS = ["good", "decent", "bad"] as const satisfies Verdict[];
export const PRIVACIES = ["private", "public", "password"] as const satisfies Privacy[];
export const CHANGES = ["better", "worse", "new", "gone"] as const satisfies Change[];

export const DUPLICATES = ["every", "older"] as const satisfies Duplicates[];

/** The filters of which one may be enough, in groups that are one filter. */
const COMBINABLE = [
  ["privacy"],
  ["score_min", "score_max"],
  ["stale_days"],
  ["changed"],
  ["path"],
  ["pattern"],
  ["duplicates"],
] as const satisfies (keyof ReportFilters)[][];

/** The service's sort keys, its default first (`interface.md` §4.1). */
const SERVICE_SORTS = ["id", "generated_at", "url", "result"] as const satisfies ReportSort[];

/** Sort keys; only the library has the last ones. */
export const SORTS = [...SERVICE_SORTS, "changed", "project"] as const satisfies ReportListSort[];

/** The core's maximum for ages, in days. */
export const MAX_DAYS = 3650;

/** An alternative to an ignored sort key that isn't known to be ignored (`field-notes.md` 14). */
export function otherSort(
  ignored: ReportListSort | CheckSortKey,
  { sorts }: ServiceCapabilities,
): ReportSort | undefined {
  return SERVICE_SORTS.find((sort) => sort !== ignored && sorts[sort] !== false);
}

function readCheckSort(raw: unknown): CheckSortKey | undefined {
  const text = readText(raw);
  return text !== undefined && isCheckSort(text) && nameInSort(text) !== "" ? text : undefined;
}

/** True for a sort by what a check found. */
export function isCheckSort(sort: string): sort is CheckSortKey {
  return sort.startsWith("check:") || sort.startsWith("length:");
}

/** The name of the check to sort by. */
export function nameInSort(sort: CheckSortKey): string {
  return sort.slice(sort.indexOf(":") + 1);
}

/** Clears all filters. */
export const NO_FILTERS = {
  search: undefined,
  search_in: undefined,
  result: undefined,
  project: undefined,
  privacy: undefined,
  score_min: undefined,
  score_max: undefined,
  stale_days: undefined,
  changed: undefined,
  since: undefined,
  failing: undefined,
  path: undefined,
  pattern: undefined,
  duplicates: undefined,
  any: undefined,
  gone: undefined,
} satisfies ReportSearch;

/** Parses the search parameters; invalid ones are dropped. */
export function readReportSearch(raw: Record<string, unknown>): ReportSearch {
  const changed = readChoice(raw.changed, CHANGES);
  return compact({
    search: readText(raw.search),
    search_in: readChoice(raw.search_in, ["checks"] as const),
    result: readChoice(raw.result, VERDICTS),
    project: readText(raw.project),
    privacy: readChoice(raw.privacy, PRIVACIES),
    score_min: readWhole(raw.score_min, 0, 100),
    score_max: readWhole(raw.score_max, 0, 100),
    stale_days: readWhole(raw.stale_days, 1, MAX_DAYS),
    changed,
    since: changed && (readSince(raw.since) ?? "last_time"),
    failing: readText(raw.failing),
    path: readText(raw.path),
    pattern: readText(raw.pattern),
    duplicates: readChoice(raw.duplicates, DUPLICATES),
    any: raw.any === true || undefined,
    gone: raw.gone === true || undefined,
    // Links of earlier versions.
    sort_by: raw.sort_by === "score" ? "result" : (readChoice(raw.sort_by, SORTS) ?? readCheckSort(raw.sort_by)),
    sort: readChoice(raw.sort, ["asc", "desc"] as const),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    selected: readIds(raw.selected),
    view: readText(raw.view),
    ...readPanelSearch(raw),
  });
}

/** The list's query. */
export function toQuery(search: ReportSearch, { page_size }: Pick<Preferences, "page_size">): ListQuery {
  const { selected, view, part, before, after, snapshot, check, search_in, any, ...query } = search;
  // The search scope is meaningless without a search text, and so is a choice between fewer than two filters.
  return compact({
    ...query,
    ...(isOfDuplicates(search) && sortOf(search)),
    any: isAnyEnough(search) || undefined,
    search_in: query.search === undefined ? undefined : search_in,
    per_page: query.per_page ?? page_size,
  });
}

/** True if there are several filters of which one may be enough. */
export function isCombinable(search: ReportFilters): boolean {
  const isSet = (names: readonly (keyof ReportFilters)[]) => names.some((name) => search[name] !== undefined);
  return COMBINABLE.filter(isSet).length > 1;
}

/** True if there are several filters, and one of them is enough. */
export function isAnyEnough(search: ReportFilters): boolean {
  return search.any === true && isCombinable(search);
}

/** The parameters of the interface (`interface.md` §4.1). */
const SERVICE = ["search", "result", "project", "sort_by", "sort", "per_page", "page"];

/** The service's query, if it can answer this one. */
export function toServiceQuery(query: ListQuery): ReportQuery | null {
  const { sort_by = "id", search_in: _, ...rest } = query;
  const isServed = Object.keys(query).every((name) => SERVICE.includes(name));
  const sort = SERVICE_SORTS.find((one) => one === sort_by);
  if (!isServed || sort === undefined) return null;
  return query.sort_by === undefined ? rest : { ...rest, sort_by: sort };
}

/** Applies a change; clears the selection unless it sets one. */
export function changeSearch(search: ReportSearch, change: ReportSearch): ReportSearch {
  return compact({ ...search, selected: undefined, ...change });
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
const DEFAULT_SORT = { sort_by: "id", sort: "desc" } as const satisfies ReportSearch;

/** True for a list of duplicates alone. */
export function isOfDuplicates(search: ReportFilters): boolean {
  return search.duplicates !== undefined && !isAnyEnough(search);
}

/** How a list is sorted: reports of one page stand next to each other unless another order was chosen. */
export function sortOf(search: ReportSearch): Required<Pick<ReportSearch, "sort_by" | "sort">> {
  const usual = isOfDuplicates(search) ? ({ sort_by: "url", sort: "asc" } as const) : DEFAULT_SORT;
  const { sort_by, sort } = search;
  return sort_by === undefined ? { ...usual, ...(sort && { sort }) } : { sort_by, sort: sort ?? DEFAULT_SORT.sort };
}

/** True if the sort order isn't the default. */
export function isSortedOtherwise({ sort_by, sort }: ReportSearch): boolean {
  return (
    (sort_by ?? DEFAULT_SORT.sort_by) !== DEFAULT_SORT.sort_by || (sort ?? DEFAULT_SORT.sort) !== DEFAULT_SORT.sort
  );
}

/** True if any filter is active. */
export function isFiltered(search: ReportSearch): boolean {
  const { search_in: _, any: __, ...filters } = NO_FILTERS;
  return Object.keys(filters).some((name) => search[name as keyof typeof filters] !== undefined);
}

/** The filters alone. */
export function filtersOf(search: ReportSearch): ReportFilters {
  const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[];
  return compact(Object.fromEntries(names.map((name) => [name, search[name]])));
}

/** True for the unfiltered list in default order. */
export function isUsual(search: ReportSearch): boolean {
  return !isFiltered(search) && !isSortedOtherwise(search);
}

/** A row's key in the list of a connection, or of all. */
export function listKeyOf({ id, known }: ListedReport, isOfAll: boolean): string {
  return isOfAll && known ? keyOf(known.connection, id) : id;
}

/** A report's key across connections, since ids are unique only per service; also its path below a list's. */
export function keyOf(connection: string, id: string): string {
  return `${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
}
