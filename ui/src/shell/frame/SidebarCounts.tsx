import { skipToken, useQuery } from "@tanstack/react-query";
import { useHost } from "../../host";
import type { FixList } from "../../host/contract";
import { keys } from "../../shared/data/queries";
import { useSyncs } from "../../shared/data/sync";
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
  const sum = data ? data.worse + data.better + data.new + data.gone : 0;
  return <Count of={sum || null} isNew />;
}

/** Problems on the fix list, once another screen has read it. */
export function FixCount({ connection }: { connection: string }) {
  const query = { connection, per_page: 10 } as const;
  const { data } = useQuery<FixList>({ queryKey: keys.library.fixList(query), queryFn: skipToken });
  return <Count of={data?.checks.length || null} isPassing />;
}
