import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useHost } from "../../../host";
import type { Connection, VerdictCounts } from "../../../host/contract";
import { useOverviewQuery } from "../../../shared/data/overview";
import { keys } from "../../../shared/data/queries";
import { useIsWhole } from "../../../shared/data/sync";
import type { List } from "../../../shared/lists/use-list";
import { isFiltered, type ListedReport, type ReportSearch } from "../search";

/** The reports by verdict; `all` includes those without one. */
export type ListCounts = Record<"all" | "good" | "decent" | "bad", number>;

/**
 * How many reports each verdict would list, from one read of the library; `null` unless it has all reports of the list.
 */
export function useVerdictCounts(
  connection: Connection,
  search: ReportSearch,
  list: List<ListedReport>,
): ListCounts | null {
  const host = useHost();
  const isWhole = useIsWhole(connection.id);
  const query = useOverviewQuery(connection.id);
  const { result, project, ...others } = search;
  // The list comes first.
  const isWanted = isWhole && list.page !== undefined && !isFiltered(others);
  const { data } = useQuery({
    queryKey: keys.library.overview(query),
    queryFn: ({ signal }) => host.call("overview_read", query, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  const known =
    project === undefined ? data?.verdicts : data?.projects.find((one) => one.project === project)?.verdicts;
  if (!isWanted || !known) return null;
  const counts = { ...known, all: sum(known) };
  const total = list.isCurrent ? list.page?.total : null;
  // Two totals that differ would only puzzle.
  return total != null && total !== counts[result ?? "all"] ? null : counts;
}

const sum = ({ good, decent, bad, unknown }: VerdictCounts) => good + decent + bad + unknown;
