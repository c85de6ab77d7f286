import { defaultParseSearch } from "@tanstack/react-router";
import type { LibraryQuery } from "../../../host/contract";
import { connectionOfPath } from "../../../shared/navigation/routes";
import { filtersOf, readReportSearch, toQuery } from "../search";
import { toLibraryQuery } from "./from-library";

/** The reports of a saved view's place, as the library's query; `null` if it isn't a report list. */
export function queryOfPlace(place: string): LibraryQuery | null {
  const [path = "", search = ""] = place.split("?");
  if (!/^(?:\/c\/[^/]+)?\/reports$/.test(path)) return null;
  const filters = filtersOf(readReportSearch(defaultParseSearch(`?${search}`)));
  return toLibraryQuery(connectionOfPath(path) ?? null, toQuery(filters, { page_size: 10 }));
}
