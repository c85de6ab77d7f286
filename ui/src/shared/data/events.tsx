import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useHost } from "../../host";
import type { QueuedCalls } from "../../host/contract";
import { keys, noteBatch, noteSync } from "./queries";

/** Minimum time between reads of a running batch's rows, in milliseconds. */
const ROWS_EVERY = 250;

export type Wait = QueuedCalls & {
  /** When the next call resumes, in milliseconds since 1970. */
  until: number;
};

const WaitsContext = createContext<readonly Wait[]>([]);

/** Applies the core's events to the query cache. */
export function EventsProvider({ children }: { children: ReactNode }) {
  const host = useHost();
  const queries = useQueryClient();
  const [waits, setWaits] = useState<readonly Wait[]>([]);
  useEffect(() => {
    const pauses = new Map<number, ReturnType<typeof setTimeout>>();
    const due = new Set<number>();
    // At once, so that rows agree with the counts beside them.
    const readRows = (batch: number) => {
      if (pauses.has(batch)) {
        due.add(batch);
        return;
      }
      void queries.invalidateQueries({ queryKey: keys.batches.allRows(batch) });
      const goOn = () => {
        pauses.delete(batch);
        if (due.delete(batch)) readRows(batch);
      };
      pauses.set(batch, setTimeout(goOn, ROWS_EVERY));
    };
    const stop = host.watch((event) => {
      if (event.kind === "connections") void queries.invalidateQueries({ queryKey: keys.connections() });
      else if (event.kind === "library") void queries.invalidateQueries({ queryKey: keys.library.all() });
      else if (event.kind === "sync") noteSync(queries, event.state);
      else if (event.kind === "batch") noteBatch(queries, event.batch, readRows);
      else if (event.kind === "update") queries.setQueryData(keys.update(), event.state);
      else if (event.kind === "waiting")
        setWaits(event.waiting.map((waiting) => ({ ...waiting, until: Date.now() + waiting.seconds * 1000 })));
    });
    // They were read before events could arrive.
    void queries.invalidateQueries({ queryKey: keys.library.syncs() });
    return () => {
      stop();
      for (const timer of pauses.values()) clearTimeout(timer);
    };
  }, [host, queries]);
  return <WaitsContext value={waits}>{children}</WaitsContext>;
}

/** The connection's waiting calls, if any (`field-notes.md` 29). */
export function useWait(connection: string): Wait | undefined {
  return useContext(WaitsContext).find((wait) => wait.connection === connection);
}
