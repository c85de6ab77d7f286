/** What of a list's address is passing, and no part of a view: its page, selection and panel, and which view is open. */
const PASSING = new Set(["page", "selected", "view", "part", "before", "after", "snapshot"]);

/** The screens that can be kept as a view, whatever is open beside their lists. */
const KEEPABLE = /^\/c\/[^/]+\/(reports|fix-list)(?=$|\/)|^\/library(\/fix-list$)?(?=$|\/)/;

/** The list whose columns a place shows, by the name under which their arrangement is kept. */
export type ListOfPlace = "reports" | "library";

type Parts = { path: string; params: [string, string][] };

function partsOf(place: string): Parts | null {
  const [whole = "", query = ""] = place.split("?");
  const path = KEEPABLE.exec(whole)?.[0];
  if (path === undefined) return null;
  const params = [...new URLSearchParams(query)].filter(([name]) => !PASSING.has(name)).sort();
  return { path, params };
}

/** True if a path shows the columns of the report list. */
export function listOfPlace(place: string): ListOfPlace | null {
  const path = partsOf(place)?.path;
  if (path === undefined || path.endsWith("/fix-list")) return null;
  return path === "/library" ? "library" : "reports";
}

/** Normalizes a path for a view, with `size` as the default page size; `null` if it isn't a list. */
export function placeToKeep(place: string, size: number): string | null {
  const parts = partsOf(place);
  if (!parts) return null;
  const { path, params } = parts;
  const isSized = listOfPlace(place) === null || params.some(([name]) => name === "per_page");
  const all: [string, string][] = isSized ? params : [...params, ["per_page", String(size)]];
  const query = all
    .sort()
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? path : `${path}?${query}`;
}

/** The path that opens a view. */
export function placeOfView({ id, place }: { id: string; place: string }): string {
  return `${place}${place.includes("?") ? "&" : "?"}view=${encodeURIComponent(id)}`;
}
