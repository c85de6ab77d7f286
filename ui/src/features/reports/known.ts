import type { Host } from "../../host";
import type { LibraryQuery, LibrarySort, ReportQuery, ReportRow, ReportSort } from "../../host/contract";
import { asPage } from "../../shared/lists/library-list";
import type { KnownPage } from "../../shared/lists/use-list";

/** The library's sort for each of the service's (`interface.md` §4.1). */
const SORTS: Record<ReportSort, LibrarySort> = {
  id: "created",
  generated_at: "generated",
  url: "address",
  result: "score",
};

/** The question of a service's list as the library is asked it. */
export function toLibraryQuery(connection: string, query: ReportQuery): LibraryQuery {
  const { search, project, result, sort_by, sort, per_page, page } = query;
  return {
    connection,
    search: search ?? null,
    project: project ?? null,
    verdict: result ?? null,
    sort_by: sort_by ? SORTS[sort_by] : null,
    sort: sort ?? null,
    per_page,
    page: page ?? null,
  };
}

/** A page of reports as the library remembers them; `null` where it knows none of this connection. */
export async function knownReports(
  host: Host,
  connection: string,
  query: ReportQuery,
): Promise<KnownPage<ReportRow> | null> {
  const found = await host.call("library_list", toLibraryQuery(connection, query));
  const { rows } = found;
  // Nothing that fits is an answer, nothing at all is none.
  const seen = rows.length > 0 ? rows : (await host.call("library_list", { connection, per_page: 10 })).rows;
  const [seenAt] = seen.map(({ seen_at }) => seen_at).sort();
  if (seenAt === undefined) return null;
  return { page: { ...asPage(found, query.per_page), rows: rows.map(({ row }) => row) }, seenAt };
}
