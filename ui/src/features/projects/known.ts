import type { Host } from "../../host";
import type { LibraryProjectQuery, Project } from "../../host/contract";
import type { KnownPage } from "../../shared/lists/use-list";

/** A page of projects from the library; `null` if it has no reports of this connection. */
export async function knownProjects(
  host: Host,
  connection: string,
  query: LibraryProjectQuery,
): Promise<KnownPage<Project> | null> {
  const [page, reports] = await Promise.all([
    host.call("library_projects", { connection, query }),
    host.call("library_list", { connection, per_page: 10 }),
  ]);
  const [seenAt] = reports.rows.map(({ seen_at }) => seen_at).sort();
  return seenAt === undefined ? null : { page, seenAt };
}
