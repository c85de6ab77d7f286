import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import { useHost } from "../../host";
import type { Connection } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import { keys } from "./queries";

/** In the order in which they were added; available from the first render. */
export function useConnections(): Connection[] {
  const host = useHost();
  const { data } = useQuery({
    queryKey: keys.connections(),
    queryFn: ({ signal }) => host.call("connections_list", null, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}

/** The current route's connection. */
export const [ConnectionProvider, useConnection] = createRequiredContext<Connection>("Connection");

/** The id of the sidebar's connection: the current route's, or else the last one used. */
export const SidebarConnection = createContext<string | undefined>(undefined);

/** The name the user gave a connection, or the localized name of the sample workspace. */
export function useConnectionName(): (connection: Connection) => string {
  const { t } = useLingui();
  return ({ sample, name }) => (sample ? t`Sample workspace` : name);
}
