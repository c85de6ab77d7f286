import type { LibraryQuery, SyncState } from "../../host/contract";

const DAY = 24 * 3600 * 1000;

/** The library query for a connection's public reports. */
export function queryOf(connection: string): LibraryQuery {
  return { connection, privacy: "public", per_page: 10 };
}

/** True if the last full sync is over a day old, or in the future. */
export function isOld({ full_at }: SyncState): boolean {
  const age = full_at === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(full_at);
  return age < 0 || age > DAY;
}
