import type { Connection, LibraryQuery, OpenedLink, Start } from "../../host/contract";

/** The core stores no longer paths. */
const LONGEST_PLACE = 4096;

/** The filters of report lists and the fix list; absent ones don't filter. */
export function reportsOf(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/reports`;
}

/** The reports of a connection, or of all connections with `null`. */
export function reportOf(connection: string, report: string): string {
  return `${reportsOf(connection)}/${encodeURIComponent(report)}`;
}

/** A report beside its connection's list. */
export function projectsOf(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/projects`;
}

/** A connection at a glance. */
export function overviewOf(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/overview`;
}

export function changesPath(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/changes`;
}

export function batchesPath(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/batches`;
}

export function batchPath(connection: string, batch: number): string {
  return `${batchesPath(connection)}/${batch}`;
}

/** Where addresses are gathered for a new batch. */
export function newBatchOf(connection: string): string {
  return `${batchesPath(connection)}/new`;
}

/** The fix list of a connection, or of all with `null`, limited to reports that match. */
const NO_LIST = { connection: null, sort_by: null, sort: null, per_page: null, page: null };

/** What to mend first in the reports of a connection (`null`: of all), or in those of them that the query asks for. */
export function fixListPath(connection: string | null, query?: Partial<LibraryQuery>): string {
  const path = connection === null ? "/library" : `/c/${encodeURIComponent(connection)}`;
  return `${path}/fix-list${searchOf({ ...valuesOf(query ?? {}), ...NO_LIST })}`;
}

/** The public reports of a connection, or of all connections. */
export function libraryOf(query: Partial<LibraryQuery>): string {
  return `/library${searchOf(valuesOf(query))}`;
}

/** Search parameters as the router parses them: JSON-like text is quoted. */
export function sweepOf(connection?: string): string {
  return `/sweep${searchOf({ connection })}`;
}

/** A report of the library, beside the list that the query asks for. */
export function knownReportOf(connection: string, report: string, query: Partial<LibraryQuery>): string {
  const ids = [connection, report].map(encodeURIComponent).join("/");
  return `/library/${ids}${searchOf(valuesOf(query))}`;
}

/** Values as the search of an address, as the router reads it: texts that look like something else are in quotes. */
export function searchOf(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value == null
      ? []
      : `${name}=${encodeURIComponent(typeof value === "string" ? quoted(value) : JSON.stringify(value))}`,
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** A query of the library as the values of an address's search. */
function valuesOf({ changed, ...query }: Partial<LibraryQuery>) {
  const since = changed?.since;
  return { ...query, changed: changed?.change, since: typeof since === "object" ? since.days : since };
}

function quoted(text: string): string {
  try {
    JSON.parse(text);
    return JSON.stringify(text);
  } catch {
    return text;
  }
}

/** The check of a connection. */
export function checkOf(connection: string): string {
  return `/connections/${encodeURIComponent(connection)}/check`;
}

/** `focus` names the field that gets the focus. */
export function editConnectionPath(connection: string, focus?: "key"): string {
  return `/connections/${encodeURIComponent(connection)}/edit${focus ? `?focus=${focus}` : ""}`;
}

/** The connection id in a path. */
export function connectionOf(place: string): string | undefined {
  const part = /^\/c\/([^/?#]+)/.exec(place)?.[1];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The id of the saved view in a path. */
export function viewOfPlace(place: string): string | undefined {
  return new URLSearchParams(place.split("?")[1]).get("view") ?? undefined;
}

/** What this app is, in the settings. */
export const ABOUT = "/settings?section=about";

/** `null` if none of the connections can open the link. */
export function linkedPlace(link: OpenedLink, connections: readonly Connection[]): string | null {
  if (link.kind === "sample") return "/sample";
  const isHere = link.kind === "report" && connections.some(({ id }) => id === link.report.connection);
  return isHere ? reportOf(link.report.connection, link.report.id) : null;
}

/** The first path: from a link, the last session, the first connection, or the welcome screen; `null` to stay. */
export function startPath({ link, preferences: { place }, connections }: Start, present = "/"): string | null {
  const linked = link && linkedPlace(link, connections);
  if (linked !== null) return linked;
  // After a reload.
  if (present !== "/") return null;
  const first = connections[0];
  if (!first) return "/welcome";
  if (place && isRestorable(place) && place !== "/welcome") {
    const wanted = connectionOf(place);
    if (!place.startsWith("/c/") || connections.some(({ id }) => id === wanted)) return place;
  }
  return reportsOf(first.id);
}

/** True if the app can start at this path next time. */
export function isRestorable(place: string): boolean {
  const isKnown =
    /^\/(c\/[^/]+\/(overview|reports|changes|fix-list|projects|batches)|library|sweep|connections|settings|welcome)(?=$|[/?])/.test(
      place,
    );
  return isKnown && new TextEncoder().encode(place).length <= LONGEST_PLACE;
}
