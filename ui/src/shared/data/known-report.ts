import type { UseQueryOptions } from "@tanstack/react-query";
import type { Host } from "../../host";
import type { KnownReport } from "../../host/contract";
import { keys } from "./queries";

/** Query options for a report's saved copy; `null` without one. */
export function askKnownReport(host: Host, connection: string, id: string) {
  return {
    queryKey: keys.library.known(connection, id),
    queryFn: () => host.call("library_report", { connection, id }),
    staleTime: 0,
  } satisfies UseQueryOptions<KnownReport | null>;
}
