import { i18n } from "@lingui/core";
import type { Host } from "../../../host";
import type { ChangedSince, CheckSort, LibraryQuery, LibrarySort } from "../../../host/contract";
import { LANGUAGES } from "../../../i18n";
import { asPage } from "../../../shared/lists/as-page";
import type { KnownPage, List } from "../../../shared/lists/use-list";
import type { CheckSortKey, ReportListSort } from "../../../shared/navigation/routes";
import { compact } from "../../../shared/navigation/search-params";
import { sinceOf } from "../../../shared/navigation/since";
import { isCheckSort, type ListedReport, type ListQuery, nameInSort, toServiceQuery } from "../search";

/** The library's sort key for each of the lists' (`interface.md` §4.1). */
const SORTS: Record<ReportListSort, LibrarySort> = {
  id: "created",
  generated_at: "generated",
  url: "address",
  result: "score",
  changed: "changed",
  project: "project",
};

/** A list's query as the library's, for a connection or all with `null`. */
export function toLibraryQuery(connection: string | null, query: ListQuery): LibraryQuery {
  const { result, sort_by, changed, since = "last_time", ...rest } = query;
  const asked: ChangedSince | undefined = changed && {
    change: changed,
    since: sinceOf(since),
  };
  return compact({
    ...rest,
    connection: connection ?? undefined,
    verdict: result,
    ...(sort_by && (isCheckSort(sort_by) ? { sort_check: checkSortOf(sort_by) } : { sort_by: SORTS[sort_by] })),
    changed: asked,
  });
}

function checkSortOf(sort: CheckSortKey): CheckSort {
  const language = LANGUAGES.find(({ id }) => id === i18n.locale)?.id ?? "en";
  return { name: nameInSort(sort), by_length: sort.startsWith("length:"), language };
}

/** The whole list to export: the service's, or the library's if that is shown. */
export function wholeList(connection: string | null, query: ListQuery, { knownAt, isOfLibrary }: List<unknown>) {
  const served = connection === null || isOfLibrary || knownAt !== null ? null : toServiceQuery(query);
  if (connection !== null && served) return { kind: "list", connection, query: served } as const;
  return { kind: "library", query: toLibraryQuery(connection, query) } as const;
}

/** A page of saved reports; `null` if the library has none of this connection. */
export async function savedReports(
  host: Host,
  connection: string | null,
  query: ListQuery,
): Promise<KnownPage<ListedReport> | null> {
  const found = await host.call("library_list", toLibraryQuery(connection, query));
  const any = { ...(connection !== null && { connection }), per_page: 10 } as const;
  // No match is a result, but an empty library isn't.
  const seen = found.rows.length > 0 ? found.rows : (await host.call("library_list", any)).rows;
  const [seenAt] = seen.map(({ seen_at }) => seen_at).sort();
  if (seenAt === undefined) return null;
  // Rows that the service's will replace have the same columns.
  const isInstead = connection !== null && toServiceQuery(query) !== null;
  const rows = found.rows.map(({ row, ...known }): ListedReport => (isInstead ? row : { ...row, known }));
  return { page: { ...asPage(found, query.per_page), rows }, seenAt };
}
