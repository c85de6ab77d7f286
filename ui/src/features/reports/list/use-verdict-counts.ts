import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useHost } from "../../../host";
import type { VerdictCounts } from "../../../host/contract";
import { keys } from "../../../shared/data/queries";
import { useIsWhole } from "../../../shared/data/sync";
import type { List } from "../../../shared/lists/use-list";
import { filtersOf, type ListedReport, type ReportSearch, toQuery } from "../search";

/** The reports by verdict; `all` includes those without one. */
export type ListCounts = Record<"all" | "good" | "decent" | "bad", number>;

/**
 * How many reports each verdict would list, from one read of the library; `null` unless it has all reports of the list.
 */
export function useVerdictCounts(
  connection: string | null,
  search: ReportSearch,
  list: List<ListedReport>,
): ListCounts | null {
  const host = useHost();
  const isWhole = useIsWhole(connection);
  const query = toQuery(filtersOf({ ...search, result: undefined }), { page_size: 10 });
  // Without the service, the library can still count the rows that are shown.
  const isCountable = list.problem === null || (list.isCurrent && !list.isOfLibrary);
  // The list comes first.
  const isWanted = (isWhole || list.isOfLibrary) && list.page !== undefined && isCountable;
  const { data } = useQuery({
    queryKey: keys.library.counts([connection, query]),
    queryFn: async ({ signal }) => {
      const { toLibraryQuery } = await import("./from-library");
      return host.call("library_counts", [toLibraryQuery(connection, query)], { signal });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  const known = data?.[0];
  if (!isWanted || known?.kind !== "counted") return null;
  const counts = { ...known, all: sum(known) };
  const total = list.isCurrent ? list.page?.total : null;
  // Two totals that differ would only puzzle.
  return total != null && total !== counts[search.result ?? "all"] ? null : counts;
}

const sum = ({ good, decent, bad, unknown }: VerdictCounts) => good + decent + bad + unknown;
