import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { PROBLEMS, toast } from "../../components";
import { type Host, problemOf, useHost } from "../../host";
import type { SyncKind, SyncState } from "../../host/contract";
import { keys } from "./queries";
import { useStart } from "./start";

/** How the syncs of a connection are (undefined until that is known, and in safe mode), and how to begin and stop one. */
export type Sync = { state: SyncState | undefined; start: (kind: SyncKind) => void; stop: () => void };

/** The connections whose present sync the user began in this window. */
const begun = new Set<string>();

/** Whether the user began the sync that ended just now; told once. */
export function wasBegunHere(connection: string): boolean {
  return begun.delete(connection);
}

/** How the syncs of all connections are asked for: once, then they are as the core tells (`EventsProvider`). */
export function askForSyncs(host: Host) {
  return {
    queryKey: keys.library.syncs(),
    queryFn: ({ signal }: { signal: AbortSignal }) => host.call("syncs_list", null, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}

/** How the syncs of all connections are, once that is known. */
export function useSyncs(): SyncState[] | undefined {
  return useQuery(askForSyncs(useHost())).data;
}

/** Whether all reports of a connection have been read into the library once. */
export function useIsWhole(connection: string): boolean {
  return useSyncs()?.some((one) => one.connection === connection && one.full_at !== null) ?? false;
}

/** What reads a connection's reports into the library. One that was stopped goes on where it was. */
export function useSync(connection: string): Sync {
  const { t, i18n } = useLingui();
  const host = useHost();
  const { safe_mode } = useStart();
  const syncs = useSyncs();
  const state = safe_mode ? undefined : syncs?.find((one) => one.connection === connection);
  const acts = useMemo(() => {
    const tell = (thrown: unknown) => {
      begun.delete(connection);
      const { title } = PROBLEMS[problemOf(thrown).code];
      toast({ tone: "error", title: t`The sync could not be started`, description: i18n._(title) });
    };
    return {
      start: (kind: SyncKind) => {
        begun.add(connection);
        host.call("sync_start", { connection, kind }).catch(tell);
      },
      // What cannot be stopped ends by itself, and tells so.
      stop: () => void host.call("sync_stop", { id: connection }).catch(() => {}),
    };
  }, [host, connection, t, i18n]);
  return { state, ...acts };
}
