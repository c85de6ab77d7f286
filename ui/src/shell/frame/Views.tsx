import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryOfPlace } from "../../features/reports/list/view-query";
import { useHost } from "../../host";
import type { LibraryQuery } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { useSyncs } from "../../shared/data/sync";
import { renewedPlace } from "../../shared/navigation/old-places";
import { SavedViews, type SavedViewsProps, type ViewCounts } from "../../shared/views/SavedViews";
import { useViews } from "../../shared/views/use-views";

const NONE: ViewCounts = new Map();

/** The saved views with how many reports each has, if it is of the screen's connections. */
export function Views(props: Omit<SavedViewsProps, "counts">) {
  return <SavedViews {...props} counts={useCounts(props.here)} />;
}

/** The numbers of the library, by view, from one call; without those of connections that it may not have whole. */
function useCounts(here: string | null): ViewCounts {
  const host = useHost();
  const { views } = useViews();
  const whole = useSyncs()?.flatMap(({ connection, full_at }) => (full_at === null ? [] : [connection]));
  const isKnown = ({ connection }: LibraryQuery) => connection == null || whole?.includes(connection);
  const counted = views.flatMap(({ id, place }) => {
    const query = queryOfPlace(renewedPlace(place));
    return query && (query.connection ?? null) === here && isKnown(query) ? [{ id, query }] : [];
  });
  const { data } = useQuery({
    queryKey: keys.library.counts(counted),
    queryFn: async ({ signal }) => {
      const queries = counted.map(({ query }) => query);
      const counts = await host.call("library_counts", queries, { signal });
      return counted.map(({ id }, at) => [id, counts[at]] as const);
    },
    select: (counts) =>
      new Map(
        counts.flatMap(([id, it]): [string, number | "slow"][] => {
          if (it?.kind === "slow_pattern") return [[id, "slow"]];
          return it?.kind === "counted" ? [[id, it.good + it.decent + it.bad + it.unknown]] : [];
        }),
      ),
    enabled: counted.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}
