/** Sort keys that had other names. */
const SORTS: Readonly<Record<string, string>> = { created: "id", generated: "generated_at", address: "url" };

/** A stored place under its present path and names: the library once had a screen of its own. */
export function renewedPlace(place: string): string {
  const [path = "", query] = place.split("?");
  const params = new Map(new URLSearchParams(query));
  rename(params, "verdict", "result");
  const sort = SORTS[params.get("sort_by") ?? ""];
  if (sort !== undefined) params.set("sort_by", sort);
  const [, rest] = /^\/library(?=$|\/)(.*)$/.exec(path) ?? [];
  if (rest === undefined) return withParams(path, params);

  const connection = params.get("connection")?.replace(/^"(.*)"$/, "$1");
  params.delete("connection");
  const base = connection === undefined ? "" : `/c/${encodeURIComponent(connection)}`;
  if (rest === "/fix-list") return withParams(base + rest, params);
  // Rows of one connection have other keys.
  if (connection !== undefined) params.delete("selected");
  const [, of = "", report] = rest.split("/");
  if (report === undefined) return withParams(`${base}/reports`, params);
  return withParams(of === base.slice("/c/".length) ? `${base}/reports/${report}` : `/reports/${of}/${report}`, params);
}

function rename(params: Map<string, string>, before: string, now: string): void {
  const value = params.get(before);
  params.delete(before);
  if (value !== undefined && !params.has(now)) params.set(now, value);
}

function withParams(path: string, params: ReadonlyMap<string, string>): string {
  const query = [...params].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}
