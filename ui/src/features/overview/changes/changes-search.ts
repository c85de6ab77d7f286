import type { Change, LibraryQuery, Preferences } from "../../../host/contract";
import { changesPath, reportsPath, searchString } from "../../../shared/navigation/routes";
import { compact, readChoice, readText } from "../../../shared/navigation/search-params";
import { readSince, type SinceParam, sinceOf } from "../../../shared/navigation/since";

/** Search parameters of the changes; default: all since the last visit. */
export type ChangesSearch = {
  since?: SinceParam;
  change?: Change;
  /** A text in the URL. */
  search?: string;
  project?: string;
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
  });
}

/** The library query: changes of one kind or all, latest first. */
export function toQuery(
  connection: string,
  search: ChangesSearch,
  { page_size }: Preferences,
  project = search.project,
): LibraryQuery {
  const { since = "last_time", change, search: text } = search;
  return compact({
    connection,
    project,
    search: text,
    changed: compact({ change, since: sinceOf(since) }),
    sort_by: "changed",
    per_page: page_size,
  } as const);
}

/** The path of one kind of changes since a time, of a connection or of all with `null`. */
export function placeOfChange(connection: string | null, since: SinceParam, change: Change): string {
  if (connection === null) return reportsPath(null, { changed: change, since });
  return `${changesPath(connection)}${searchString({ since, change })}`;
}
