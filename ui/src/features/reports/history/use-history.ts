import { useQuery } from "@tanstack/react-query";
import { useHost } from "../../../host";
import { useConnection } from "../../../shared/data/connection";
import { keys } from "../../../shared/data/queries";

export function useHistory(id: string) {
  const host = useHost();
  const { id: connection } = useConnection();
  return useQuery({
    queryKey: keys.library.history(connection, id),
    queryFn: () => host.call("report_history", { connection, id }),
    staleTime: 0,
  });
}
