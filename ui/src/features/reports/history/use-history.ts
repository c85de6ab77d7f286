import { useQuery } from "@tanstack/react-query";
import { useConnection } from "../../../app/connection";
import { keys } from "../../../app/queries";
import { useHost } from "../../../host";

/** What the library remembers of a report's past. */
export function useHistory(id: string) {
  const host = useHost();
  const { id: connection } = useConnection();
  return useQuery({
    queryKey: keys.library.history(connection, id),
    queryFn: () => host.call("report_history", { connection, id }),
    staleTime: 0,
  });
}
