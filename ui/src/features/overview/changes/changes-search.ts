import { PAGE_SIZES } from "../../../components/tables/page-sizes";
import type { Change, LibraryQuery, PageSize, Preferences, Since } from "../../../host/contract";
import { changesPath } from "../../../shared/navigation/routes";
import { compact, readChoice, readPage, readWhole } from "../../../shared/navigation/search-params";

/** A named time: the previous start, or a connection's last sync. */
export type NamedTime = Extract<Since, string>;

/** Search parameters of the changes; default: all since the last visit. */
export type ChangesSearch = {
  /** A named time, or days ago (1–3,650). */
  since?: NamedTime | number;
  change?: Change;
  per_page?: PageSize;
  page?: number;
};

/** Kinds of changes, most important first. */
export const CHANGES = ["worse", "better", "new", "gone"] as const satisfies Change[];

/** Parses the search parameters; invalid ones are dropped. */
export function readChangesSearch(raw: Record<string, unknown>): ChangesSearch {
  return compact({
    since: readChoice(raw.since, ["last_time", "last_sync"] as const) ?? readWhole(raw.since, 1, 3650),
    change: readChoice(raw.change, CHANGES),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The library's form of the start time. */
export function sinceOf({ since = "last_time" }: ChangesSearch): Since {
  return typeof since === "number" ? { days: since } : since;
}

/** The library query: changes of one kind or all, latest first. */
export function toQuery(
  connection: string,
  search: ChangesSearch,
  { page_size }: Preferences,
  project?: string,
): LibraryQuery {
  const { change, per_page = page_size, page } = search;
  return compact({
    connection,
    project,
    changed: compact({ change, since: sinceOf(search) }),
    sort_by: "changed",
    per_page,
    page,
  } as const);
}

/** The path of one kind of changes since a time. */
export function placeOfChange(connection: string, since: NamedTime | number, change: Change): string {
  return `${changesPath(connection)}?since=${since}&change=${change}`;
}
