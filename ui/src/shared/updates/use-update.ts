import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useHost } from "../../host";
import type { Release, UpdatePhase, UpdateState } from "../../host/contract";
import { keys } from "../data/queries";
import { useStart } from "../data/start";

/** The update state, kept current by `EventsProvider`. */
export function useUpdate(): UpdateState {
  const { update } = useStart();
  const { data = update } = useQuery<UpdateState>({ queryKey: keys.update(), queryFn: skipToken });
  return data;
}

export function useUpdateCheck() {
  const host = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => host.call("update_check", null),
    onSuccess: (state) => queries.setQueryData(keys.update(), state),
  });
}

const INSTALL = ["update_install"];

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
  // The component that started it may be unmounted.
  const [running] = useMutationState({
    filters: { mutationKey: INSTALL, status: "pending" },
    select: ({ state }) => state.variables as AbortController,
  });
  return {
    start: () => install.mutate(new AbortController()),
    /** `null` unless an install was started here. */
    stop: running ? () => running.abort() : null,
    error: install.error,
  };
}

/** The release of a phase, if it has one. */
export function releaseOf(phase: UpdatePhase): Release | null {
  return "release" in phase ? phase.release : null;
}

/** True while downloading or installing. */
export function isUnderWay({ kind }: UpdatePhase): boolean {
  return kind === "fetching" || kind === "installing";
}
