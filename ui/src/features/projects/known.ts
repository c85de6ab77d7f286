import type { Host } from "../../host";
import type { Project, ProjectQuery } from "../../host/contract";
import type { KnownPage } from "../../shared/lists/use-list";

/** A page of projects as the library remembers their reports; `null` where it knows no report of this connection. */
export async function knownProjects(
  host: Host,
  connection: string,
  query: ProjectQuery,
): Promise<KnownPage<Project> | null> {
  const [page, reports] = await Promise.all([
    host.call("library_projects", { connection, query }),
    host.call("library_list", { connection, per_page: 10 }),
  ]);
  const [seenAt] = reports.rows.map(({ seen_at }) => seen_at).sort();
  return seenAt === undefined ? null : { page, seenAt };
}
