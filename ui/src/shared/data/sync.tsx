import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { toast, useIsSlow } from "../../components";
import { type Host, problemOf, useHost } from "../../host";
import type { SyncKind, SyncState } from "../../host/contract";
import { PROBLEMS } from "../problems";
import { usePreferences } from "./preferences";
import { keys } from "./queries";
import { useStart } from "./start";

/** The sync state (undefined until known, and in safe mode), with functions to start and stop a sync. */
export type Sync = { state: SyncState | undefined; start: (kind: SyncKind) => void; stop: () => void };

/** Connections whose current sync was started in this window. */
const begun = new Set<string>();

const DAY = 24 * 3600 * 1000;

/** How long a sync that starts automatically may take to start, in milliseconds. */
const START_PATIENCE_MS = 3000;

/** True, once, if the user started the sync that just ended. */
export function wasBegunHere(connection: string): boolean {
  return begun.delete(connection);
}

/** Asked once; then `EventsProvider` keeps it current. */
export function askForSyncs(host: Host) {
  return {
    queryKey: keys.library.syncs(),
    queryFn: ({ signal }: { signal: AbortSignal }) => host.call("syncs_list", null, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  };
}

/** The syncs of all connections; undefined until known. */
export function useSyncs(): SyncState[] | undefined {
  return useQuery(askForSyncs(useHost())).data;
}

/** True once the connection has had a full sync. */
export function useIsWhole(connection: string | null): boolean {
  // Only a change of the answer redraws a list, not each step of a sync.
  const isWhole = (syncs: SyncState[]) => syncs.some((one) => one.connection === connection && one.full_at !== null);
  return useQuery({ ...askForSyncs(useHost()), select: isWhole }).data ?? false;
}

/** Until when the library of a connection, or of all with `null`, has all that may have changed; `null` if unknown. */
export function useCompleteAt(connection: string | null): string | null {
  const completeAt = (syncs: SyncState[]) => {
    const shown = syncs.filter((one) => connection === null || one.connection === connection);
    const times = shown.map(({ completeness, looked_at, synced_at }) =>
      completeness === "whole" && looked_at === null ? synced_at : null,
    );
    return times.includes(null) ? null : (times.sort()[0] ?? null);
  };
  return useQuery({ ...askForSyncs(useHost()), select: completeAt }).data ?? null;
}

/** When a connection was synced last, or the one of all, with `null`, for which that is longest ago. */
export function useSyncedAt(connection: string | null): string | null {
  const syncedAt = (syncs: SyncState[]) =>
    syncs
      .filter((one) => connection === null || one.connection === connection)
      .flatMap(({ synced_at }) => synced_at ?? [])
      .sort()[0] ?? null;
  return useQuery({ ...askForSyncs(useHost()), select: syncedAt }).data ?? null;
}

/** True while a sync of the connection runs, or of any with `null`. */
export function useIsSyncing(connection: string | null): boolean {
  const isRunning = (syncs: SyncState[]) =>
    syncs.some((one) => one.running !== null && (connection === null || one.connection === connection));
  return useQuery({ ...askForSyncs(useHost()), select: isRunning }).data ?? false;
}

/** True if the last full sync is over a day old, or in the future. */
export function isOldSync({ full_at }: SyncState): boolean {
  const age = full_at === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(full_at);
  return age < 0 || age > DAY;
}

/** A connection's sync; a stopped one resumes where it was. */
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
      toast({ tone: "error", title: t`Couldn’t start the sync`, description: i18n._(title) });
    };
    return {
      start: (kind: SyncKind) => {
        begun.add(connection);
        host.call("sync_start", { connection, kind }).catch(tell);
      },
      // A sync that can't be stopped ends and reports it.
      stop: () => void host.call("sync_stop", { id: connection }).catch(() => {}),
    };
  }, [host, connection, t, i18n]);
  return { state, ...acts };
}

/** True while a connection’s first sync runs, or is about to start automatically. */
export function useIsFirstSync(connection: string): boolean {
  const { safe_mode } = useStart();
  const { state } = useSync(connection);
  const [{ sync_on_open }] = usePreferences();
  const isNew = !state || (state.synced_at === null && state.unfinished === null && state.problem === null);
  const isDue = isNew && !state?.running && sync_on_open && !safe_mode;
  const isLate = useIsSlow(isDue, START_PATIENCE_MS);
  return state?.running ? isNew : isDue && !isLate;
}
