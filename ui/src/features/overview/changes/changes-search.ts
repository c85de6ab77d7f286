import { PAGE_SIZES } from "../../../components/tables/page-sizes";
import type { Change, LibraryQuery, PageSize, Preferences, Since } from "../../../host/contract";
import { changesPath } from "../../../shared/navigation/routes";
import { compact, readChoice, readPage, readWhole } from "../../../shared/navigation/search-params";

/** What the address says of the changes; what is absent is usual: what got worse since the last time. */
export type ChangesSearch = {
  /** Since the last time, or so many days ago, 1–3,650. */
  since?: "last_time" | number;
  change?: Change;
  per_page?: PageSize;
  page?: number;
};

/** The kinds of changes, those first that one wants to know of first. */
export const CHANGES = ["worse", "better", "new", "gone"] as const satisfies Change[];

/** Reads the search parameters of the changes, leaving out what it does not understand. */
export function readChangesSearch(raw: Record<string, unknown>): ChangesSearch {
  return compact({
    since: readChoice(raw.since, ["last_time"] as const) ?? readWhole(raw.since, 1, 3650),
    change: readChoice(raw.change, CHANGES),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** Since when, as the library is asked. */
export function sinceOf({ since = "last_time" }: ChangesSearch): Since {
  return since === "last_time" ? since : { days: since };
}

/** What the library is asked for: the changes of one kind, the latest first. */
export function toQuery(connection: string, search: ChangesSearch, { page_size }: Preferences): LibraryQuery {
  const { change = "worse", per_page = page_size, page } = search;
  return compact({
    connection,
    changed: { change, since: sinceOf(search) },
    sort_by: change === "new" ? "created" : "changed",
    per_page,
    page,
  } as const);
}

/** The changes of one kind, since the last time or so many days ago. */
export function placeOfChange(connection: string, since: "last_time" | number, change: Change): string {
  return `${changesPath(connection)}?since=${since}&change=${change}`;
}
