import { useQuery } from "@tanstack/react-query";
import { useHost } from "../../host";
import { totalOfChanges } from "../../shared/data/changes";
import { keys, wholeFixList } from "../../shared/data/queries";
import { useServiceStatus } from "../../shared/data/service-status";
import { useIsWhole, useSyncs } from "../../shared/data/sync";
import { Count } from "./Count";

/** Changes since the last session; counted once per sync, not with every report that it reads. */
export function UnseenChanges({ connection }: { connection: string }) {
  const host = useHost();
  const state = useSyncs()?.find((one) => one.connection === connection);
  const query = { connection, since: "last_time" } as const;
  const { data } = useQuery({
    queryKey: keys.unseen(connection, state?.synced_at),
    queryFn: ({ signal }) => host.call("changes_count", query, { signal }),
    enabled: state?.synced_at != null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Count of={(data && totalOfChanges(data)) || null} isNew />;
}

/** Problems on the fix list. */
export function FixCount({ connection }: { connection: string }) {
  const host = useHost();
  const isWhole = useIsWhole(connection);
  const query = wholeFixList(connection);
  const { data } = useQuery({
    queryKey: keys.library.fixList(query),
    queryFn: ({ signal }) => host.call("fix_list", query, { signal }),
    enabled: isWhole,
  });
  return <Count of={data?.checks.length || null} isPassing />;
}

/** Projects by the newest list of the service, or else by the library. */
export function ProjectCount({ connection }: { connection: string }) {
  const host = useHost();
  const { projects } = useServiceStatus(connection);
  const isWhole = useIsWhole(connection);
  const query = { per_page: 10 } as const;
  const { data } = useQuery({
    queryKey: keys.library.projects(connection, query),
    queryFn: () => host.call("library_projects", { connection, query }),
    enabled: isWhole && projects === null,
  });
  return <Count of={(projects ?? data?.total) || null} isPassing />;
}
