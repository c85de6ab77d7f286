import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf, useHost } from "../../../host";
import type { Connection, ConnectionDraft, Problem, ProblemCode } from "../../../host/contract";
import { forgetConnection, keys } from "../../../shared/data/queries";

/** Problems for which the key can be kept in memory. */
const KEYCHAIN_PROBLEMS: readonly ProblemCode[] = ["keychain_locked", "keychain_missing", "keychain_failed"];

/** True for keychain problems. */
export function isKeychainProblem(problem: Problem): boolean {
  return KEYCHAIN_PROBLEMS.includes(problem.code);
}

/**
 * Saves a connection and clears data of the previous one; `onKept` runs at once and is awaited, `onSaved` last and only
 * while mounted.
 */
export function useConnectionSave(
  onSaved: (connection: Connection, draft: ConnectionDraft) => void,
  onKept: (connection: Connection) => Promise<void> | void = () => {},
) {
  const host = useHost();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (draft: ConnectionDraft) => host.call("connection_save", draft),
    // A draft holds the key, which mustn't outlive the form.
    gcTime: 0,
    onSuccess: async (saved) => {
      const kept = onKept(saved);
      forgetConnection(queries, saved.id);
      queries.setQueryData(keys.connections(), await host.call("connections_list", null));
      await kept;
    },
  });
  const { mutate, reset } = saving;
  const save = (draft: ConnectionDraft, onRefused: (problem: Problem) => void = () => {}) =>
    mutate(draft, {
      onSuccess: (saved) => {
        reset();
        onSaved(saved, draft);
      },
      onError: (thrown) => onRefused(problemOf(thrown)),
    });
  const problem = saving.error ? problemOf(saving.error) : null;
  // The user declined the system's prompt, so there is nothing to show.
  return { save, reset, isPending: saving.isPending, problem: problem?.code === "canceled" ? null : problem };
}
