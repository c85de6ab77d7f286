import { PAGE_SIZES } from "../../../components/tables/page-sizes";
import type { Change, LibraryQuery, PageSize, Preferences } from "../../../host/contract";
import { changesPath, searchString } from "../../../shared/navigation/routes";
import { compact, readChoice, readPage, readText } from "../../../shared/navigation/search-params";
import { readSince, type SinceParam, sinceOf } from "../../../shared/navigation/since";

/** Search parameters of the changes; default: all since the last visit. */
export type ChangesSearch = {
  since?: SinceParam;
  change?: Change;
  /** A text in the URL. */
  search?: string;
  project?: string;
  per_page?: PageSize;
  page?: number;
};

/** Kinds of changes, most important first. */
export const CHANGES = ["worse", "better", "new", "gone"] as const satisfies Change[];

/** Parses the search parameters; invalid ones are dropped. */
export function readChangesSearch(raw: Record<string, unknown>): ChangesSearch {
  return compact({
    since: readSince(raw.since),
    change: readChoice(raw.change, CHANGES),
    search: readText(raw.search),
    project: readText(raw.project),
    per_page: readChoice(raw.per_page, PAGE_SIZES),
    page: readPage(raw.page),
  });
}

/** The library query: changes of one kind or all, latest first. */
export function toQuery(
  connection: string,
  search: ChangesSearch,
  { page_size }: Preferences,
  project = search.project,
): LibraryQuery {
  const { since = "last_time", change, search: text, per_page = page_size, page } = search;
  return compact({
    connection,
    project,
    search: text,
    changed: compact({ change, since: sinceOf(since) }),
    sort_by: "changed",
    per_page,
    page,
  } as const);
}

/** The path of one kind of changes since a time. */
export function placeOfChange(connection: string, since: SinceParam, change: Change): string {
  return `${changesPath(connection)}${searchString({ since, change })}`;
}
