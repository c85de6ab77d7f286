import { renewedPlace } from "../navigation/old-places";

/** Search parameters that aren't part of a view. */
const PASSING = new Set(["page", "selected", "view", "part", "before", "after", "snapshot"]);

const KEEPABLE = /^(?:\/c\/[^/]+)?\/(?:reports|fix-list)(?=$|\/)/;

type Parts = { path: string; params: [string, string][] };

function partsOf(place: string): Parts | null {
  const [whole = "", query = ""] = renewedPlace(place).split("?");
  const path = KEEPABLE.exec(whole)?.[0];
  if (path === undefined) return null;
  const params = [...new URLSearchParams(query)].filter(([name]) => !PASSING.has(name)).sort();
  return { path, params };
}

/** True if a path shows the columns of the report list. */
export function hasReportColumns(place: string): boolean {
  return partsOf(place)?.path.endsWith("/reports") ?? false;
}

/** Normalizes a path for a view, with `size` as the default page size; `null` if it isn't a list. */
export function placeToKeep(place: string, size: number): string | null {
  const parts = partsOf(place);
  if (!parts) return null;
  const { path, params } = parts;
  const isSized = !hasReportColumns(place) || params.some(([name]) => name === "per_page");
  const all: [string, string][] = isSized ? params : [...params, ["per_page", String(size)]];
  const query = all
    .sort()
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** The path that opens a view. */
export function placeOfView({ id, place }: { id: string; place: string }): string {
  const present = renewedPlace(place);
  return `${present}${present.includes("?") ? "&" : "?"}view=${encodeURIComponent(id)}`;
}
