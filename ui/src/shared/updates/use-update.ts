import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useHost } from "../../host";
import type { Release, UpdatePhase, UpdateState } from "../../host/contract";
import { keys } from "../data/queries";
import { useStart } from "../data/start";

/** How the app is updated, and how far that is: as it started, then as the core tells (`EventsProvider`). */
export function useUpdate(): UpdateState {
  const { update } = useStart();
  const { data = update } = useQuery<UpdateState>({ queryKey: keys.update(), queryFn: skipToken });
  return data;
}

/** Looks for a newer version. */
export function useLook() {
  const host = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => host.call("update_check", null),
    onSuccess: (state) => queries.setQueryData(keys.update(), state),
  });
}

const INSTALL = ["update_install"];

/** Has the newer version fetched and installed. */
export function useInstall() {
  const host = useHost();
  const install = useMutation({
    mutationKey: INSTALL,
    mutationFn: async (stopping: AbortController) => {
      try {
        await host.call("update_install", null, { signal: stopping.signal });
      } catch (thrown) {
        if (!stopping.signal.aborted) throw thrown;
      }
    },
  });
  // What began it may have been closed since.
  const [running] = useMutationState({
    filters: { mutationKey: INSTALL, status: "pending" },
    select: ({ state }) => state.variables as AbortController,
  });
  return {
    start: () => install.mutate(new AbortController()),
    /** Stops it; `null` while it was not begun. */
    stop: running ? () => running.abort() : null,
    error: install.error,
  };
}

/** The newer version that a phase is about, if it is about one. */
export function releaseOf(phase: UpdatePhase): Release | null {
  return "release" in phase ? phase.release : null;
}

/** What is fetched, or takes the place of this version. */
export function isUnderWay({ kind }: UpdatePhase): boolean {
  return kind === "fetching" || kind === "installing";
}
