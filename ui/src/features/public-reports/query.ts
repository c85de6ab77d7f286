import type { LibraryQuery } from "../../host/contract";

/** The public reports of a connection, as the library is asked for them. */
export function queryOf(connection: string): LibraryQuery {
  return { connection, privacy: "public", per_page: 10 };
}
