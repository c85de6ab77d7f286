import type {
  Change,
  Connection,
  Duplicates,
  LibrarySearchIn,
  OpenedLink,
  Privacy,
  ProblemCode,
  ReportRef,
  ReportSort,
  Start,
  Verdict,
} from "../../host/contract";

import type { SinceParam } from "./since";

/** The core stores no longer paths. */
const MAX_PATH_BYTES = 4096;

/** The filters of report lists and the fix list; absent ones don't filter. */
export type ReportFilters = {
  search?: string;
  search_in?: LibrarySearchIn;
  result?: Verdict;
  project?: string;
  privacy?: Privacy;
  score_min?: number;
  score_max?: number;
  stale_days?: number;
  changed?: Change;
  /** Start of the period. */
  since?: SinceParam;
  failing?: string;
  /** How the URL's path starts. */
  path?: string;
  /** A regular expression for the URL. */
  pattern?: string;
  duplicates?: Duplicates;
  /** One of the filters that only the library has is enough. */
  any?: boolean;
  gone?: boolean;
};

/** Sort keys of report lists: the interface's, and others that only the library has. */
export type ReportListSort = ReportSort | "changed" | "project";

/** A sort by the value of the check of this name, or by the length of the text that it found. */
export type CheckSortKey = `check:${string}` | `length:${string}`;

type ReportLink = ReportFilters & { sort_by?: ReportListSort | CheckSortKey; check?: string };

function connectionPath(connection: string | null): string {
  return connection === null ? "" : `/c/${encodeURIComponent(connection)}`;
}

/** The reports of a connection, or of all connections with `null`. */
export function reportsPath(connection: string | null, search: ReportLink = {}): string {
  return `${connectionPath(connection)}/reports${searchString(search)}`;
}

/** The differences of two states of a report, beside its connection's list or its project's. */
export function comparisonPath(
  connection: string,
  report: string,
  { before, after }: { before: number; after: number },
  search: ReportLink = {},
  project?: string,
): string {
  return reportPath(connection, report, { ...search, part: "history", before, after } as ReportLink, project);
}

/** The differences between two moments of the reports of a connection, or of all connections with `null`. */
export function momentsPath(
  connection: string | null,
  search: ReportFilters & { from?: SinceParam; to?: SinceParam } = {},
): string {
  return `${connectionPath(connection)}/moments${searchString(search)}`;
}

/** The differences of two reports: of one connection in its screens, or else in those of all. */
export function comparePath(before: ReportRef, after: ReportRef): string {
  const ids = { before: before.id, after: after.id };
  return before.connection === after.connection
    ? `${connectionPath(before.connection)}/compare${searchString(ids)}`
    : `/compare${searchString({ ...ids, before_in: before.connection, after_in: after.connection })}`;
}

/** A report beside its connection's list, or the list in a project's screen. */
export function reportPath(connection: string, report: string, search: ReportLink = {}, project?: string): string {
  const list = project === undefined ? reportsPath(connection) : projectPath(connection, project, "reports");
  return `${list}/${encodeURIComponent(report)}${searchString(search)}`;
}

export function projectsPath(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/projects`;
}

/** The lists in a project's screen; without one it shows the overview. */
export type ProjectTab = "reports" | "fix-list" | "changes";

/** The screen of a project. */
export function projectPath(connection: string, project: string, tab?: ProjectTab): string {
  return `${projectsPath(connection)}/${encodeURIComponent(project)}${tab === undefined ? "" : `/${tab}`}`;
}

/** The overview of a connection, or of all connections with `null`. */
export function overviewPath(connection: string | null): string {
  return `${connectionPath(connection)}/overview`;
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

/** The form for a new batch; for a planned one's, its number. */
export function newBatchPath(connection: string, plan?: number): string {
  return `${batchesPath(connection)}/new${searchString({ plan })}`;
}

/** The fix list of a connection, or of all with `null`, limited to reports that match. */
export function fixListPath(connection: string | null, search: ReportFilters = {}): string {
  return `${connectionPath(connection)}/fix-list${searchString(search)}`;
}

/** The public reports of a connection, or of all connections. */
export function publicReportsPath(connection?: string): string {
  return `/sweep${searchString({ connection })}`;
}

/** Search parameters as the router parses them: JSON-like text is quoted. */
export function searchString(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value == null
      ? []
      : `${name}=${encodeURIComponent(typeof value === "string" ? quoted(value) : JSON.stringify(value))}`,
  );
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

function quoted(text: string): string {
  try {
    JSON.parse(text);
    return JSON.stringify(text);
  } catch {
    return text;
  }
}

export function connectionTestPath(connection: string): string {
  return `/connections/${encodeURIComponent(connection)}/check`;
}

/** The fields that the form of a connection can open with. */
export const CONNECTION_FIELDS = ["key", "proxy", "ca_file", "connect_seconds", "read_seconds"] as const;

export type ConnectionField = (typeof CONNECTION_FIELDS)[number];

/** The network setting that may fix a problem. */
export const NETWORK_FIXES: Partial<Record<ProblemCode, ConnectionField>> = {
  untrusted: "ca_file",
  ca_file_unusable: "ca_file",
  proxy_failed: "proxy",
  connect_timed_out: "connect_seconds",
  timed_out: "read_seconds",
};

/** `focus` names the field that gets the focus. */
export function editConnectionPath(connection: string, focus?: ConnectionField): string {
  return `/connections/${encodeURIComponent(connection)}/edit${focus ? `?focus=${focus}` : ""}`;
}

/** The connection id in a path. */
export function connectionOfPath(place: string): string | undefined {
  return decoded(/^\/c\/([^/?#]+)/.exec(place)?.[1]);
}

/** The project whose screen a path is. */
export function projectOfPath(place: string): string | undefined {
  return decoded(/^\/c\/[^/?#]+\/projects\/([^/?#]+)/.exec(place)?.[1]);
}

/** The path of the screen at a place: reports open beside their list. */
export function screenOfPath(place: string): string {
  const [path = ""] = place.split("?");
  return /^(?:\/c\/[^/]+(?:\/projects\/[^/]+)?)?\/reports(?=\/)/.exec(path)?.[0] ?? path;
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** True if a path is a screen of all connections. */
export function isOfAll(place: string): boolean {
  return /^\/((overview|reports|fix-list|compare|moments|library)(?=$|[/?])|sweep(?!\?connection=))/.test(place);
}

/** The id of the saved view in a path. */
export function viewOfPath(place: string): string | undefined {
  return new URLSearchParams(place.split("?")[1]).get("view") ?? undefined;
}

export const DATA_PATH = "/settings?section=data";

export const ABOUT_PATH = "/settings?section=about";

/** `null` if none of the connections can open the link. */
export function linkedPath(link: OpenedLink, connections: readonly Connection[]): string | null {
  if (link.kind === "sample") return "/sample";
  const isHere = link.kind === "report" && connections.some(({ id }) => id === link.report.connection);
  return isHere ? reportPath(link.report.connection, link.report.id) : null;
}

/** The first path: from a link, the last session, the first connection, or the welcome screen; `null` to stay. */
export function startPath({ link, preferences: { place }, connections }: Start, present = "/"): string | null {
  const linked = link && linkedPath(link, connections);
  if (linked !== null) return linked;
  // After a reload.
  if (present !== "/") return null;
  const first = connections[0];
  if (!first) return "/welcome";
  if (place && isRestorable(place) && place !== "/welcome") {
    const wanted = connectionOfPath(place);
    if (!place.startsWith("/c/") || connections.some(({ id }) => id === wanted)) return place;
  }
  return reportsPath(first.id);
}

/** True if the app can start at this path next time. */
export function isRestorable(place: string): boolean {
  const isKnown =
    /^\/(c\/[^/]+\/(overview|reports|changes|fix-list|projects|batches|compare|moments)|overview|reports|fix-list|compare|moments|library|sweep|connections|settings|welcome)(?=$|[/?])/.test(
      place,
    );
  return isKnown && new TextEncoder().encode(place).length <= MAX_PATH_BYTES;
}
