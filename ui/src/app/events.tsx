import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useHost } from "../host";
import type { Waiting } from "../host/contract";
import { keys, noteSync } from "./queries";

/** Calls of a connection that wait for their turn. */
export type Wait = Waiting & {
  /** When the next of them goes on, in milliseconds since 1970. */
  until: number;
};

const WaitsContext = createContext<readonly Wait[]>([]);

/** Takes note of what the core tells without being asked, for everything below. */
export function EventsProvider({ children }: { children: ReactNode }) {
  const host = useHost();
  const queries = useQueryClient();
  const [waits, setWaits] = useState<readonly Wait[]>([]);
  useEffect(
    () =>
      host.watch((event) => {
        if (event.kind === "connections") void queries.invalidateQueries({ queryKey: keys.connections() });
        else if (event.kind === "library") void queries.invalidateQueries({ queryKey: keys.library.all() });
        else if (event.kind === "sync") noteSync(queries, event.state);
        else if (event.kind === "waiting")
          setWaits(event.waiting.map((waiting) => ({ ...waiting, until: Date.now() + waiting.seconds * 1000 })));
      }),
    [host, queries],
  );
  return <WaitsContext value={waits}>{children}</WaitsContext>;
}

/** What of a connection waits for its turn now, if anything (`field-notes.md` 29). */
export function useWait(connection: string): Wait | undefined {
  return useContext(WaitsContext).find((wait) => wait.connection === connection);
}
