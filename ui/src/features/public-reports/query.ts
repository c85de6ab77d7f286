import type { LibraryQuery } from "../../host/contract";

/** The library query for a connection's public reports. */
export function queryOf(connection: string): LibraryQuery {
  return { connection, privacy: "public", per_page: 10 };
}
