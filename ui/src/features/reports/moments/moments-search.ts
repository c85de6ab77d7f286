import type { CompareMoments, Preferences } from "../../../host/contract";
import type { ReportFilters } from "../../../shared/navigation/routes";
import { compact } from "../../../shared/navigation/search-params";
import { type MomentText, readMoment, readSince, type SinceParam, sinceOf } from "../../../shared/navigation/since";
import { toLibraryQuery } from "../list/from-library";
import { filtersOf, readReportSearch, toQuery } from "../search";

/** Search parameters of a comparison of two moments. */
export type MomentsSearch = ReportFilters & {
  /** The earlier moment; 30 days ago by default. */
  from?: SinceParam;
  /** The later moment; now by default. */
  to?: MomentText;
};

export const DEFAULT_FROM = 30;

/** Parses the search parameters; invalid ones are dropped. */
export function readMomentsSearch(raw: Record<string, unknown>): MomentsSearch {
  return compact({ ...filtersOf(readReportSearch(raw)), from: readSince(raw.from), to: readMoment(raw.to) });
}

/** The library’s query, for a connection or all with `null`. */
export function toMoments(
  connection: string | null,
  { from = DEFAULT_FROM, to, ...filters }: MomentsSearch,
  preferences: Preferences,
): CompareMoments {
  const query = toLibraryQuery(connection, toQuery(filters, preferences));
  return { query, before: sinceOf(from), ...(to !== undefined && { after: to }) };
}
