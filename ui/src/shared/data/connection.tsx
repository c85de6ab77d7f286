import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useHost } from "../../host";
import type { Connection } from "../../host/contract";
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

const ConnectionContext = createContext<Connection | null>(null);

/** Gives the connection of the present route to everything below. */
export const ConnectionProvider = ConnectionContext.Provider;

/** The connection of the present route. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error("useConnection needs a route below /c/$connection");
  return connection;
}

/** Names a connection: the user's name for it, or what the sample workspace is called in the window's language. */
export function useConnectionName(): (connection: Connection) => string {
  const { t } = useLingui();
  return ({ sample, name }) => (sample ? t`Sample workspace` : name);
}
