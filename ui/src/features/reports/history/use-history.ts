import { useQuery } from "@tanstack/react-query";
import { useHost } from "../../../host";
import type { Snapshot } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";
import { usePanelSearch } from "../panel/use-panel-search";

export function useHistory(id: string, isWanted = true) {
  const host = useHost();
  const { id: connection } = useConnection();
  return useQuery({
    queryKey: keys.library.history(connection, id),
    queryFn: () => host.call("report_history", { connection, id }),
    staleTime: 0,
    enabled: isWanted,
  });
}

/** The snapshot of a report that the panel shows instead of the report as it is now. */
export function useShownSnapshot(id: string): Snapshot | undefined {
  const { part, snapshot } = usePanelSearch().search;
  const { data } = useHistory(id, part === "history" && snapshot !== undefined);
  return part === "history" ? data?.snapshots.find(({ number }) => number === snapshot) : undefined;
}
