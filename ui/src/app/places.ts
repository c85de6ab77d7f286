import type { Start } from "../host/contract";

/** The longest place that the core keeps, in bytes. */
const LONGEST_PLACE = 4096;

/** The reports of a connection. */
export function reportsOf(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/reports`;
}

/** A report of a connection, beside the list. */
export function reportOf(connection: string, report: string): string {
  return `${reportsOf(connection)}/${encodeURIComponent(report)}`;
}

/** The projects of a connection. */
export function projectsOf(connection: string): string {
  return `/c/${encodeURIComponent(connection)}/projects`;
}

/** The check of a connection. */
export function checkOf(connection: string): string {
  return `/connections/${encodeURIComponent(connection)}/check`;
}

/** The form of a connection; with `focus` it begins at its key. */
export function editOf(connection: string, focus?: "key"): string {
  return `/connections/${encodeURIComponent(connection)}/edit${focus ? `?focus=${focus}` : ""}`;
}

/** The connection that a place is about, if it is about one. */
export function connectionOf(place: string): string | undefined {
  const part = /^\/c\/([^/?#]+)/.exec(place)?.[1];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Where the app starts: the sample workspace if asked for, the last place, the first connection, or the welcome. */
export function firstPlace({ open_sample, preferences: { place }, connections }: Start): string {
  if (open_sample) return "/sample";
  const first = connections[0];
  if (!first) return "/welcome";
  if (place && isWorthKeeping(place) && place !== "/welcome") {
    const wanted = connectionOf(place);
    if (!place.startsWith("/c/") || connections.some(({ id }) => id === wanted)) return place;
  }
  return reportsOf(first.id);
}

/** Whether a place can be returned to at the next start. */
export function isWorthKeeping(place: string): boolean {
  const isKnown = /^\/(c\/[^/]+\/(reports|projects)|connections|settings|welcome)(?=$|[/?])/.test(place);
  return isKnown && new TextEncoder().encode(place).length <= LONGEST_PLACE;
}
