import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf, useHost } from "../../../host";
import type { Connection, ConnectionDraft, Problem, ProblemCode } from "../../../host/contract";
import { forgetConnection, keys } from "../../../shared/data/queries";

/** The problems for which the key can be kept in memory instead. */
const KEYCHAIN_PROBLEMS: readonly ProblemCode[] = ["keychain_locked", "keychain_missing", "keychain_failed"];

/** Whether a problem is one of the system's keychain. */
export function isKeychainProblem(problem: Problem): boolean {
  return KEYCHAIN_PROBLEMS.includes(problem.code);
}

/**
 * Keeps a connection, and has everything that was read with the earlier one forgotten. `onKept` is called as soon as it
 * is kept; `onSaved` comes last, and not once the form is gone.
 */
export function useConnectionSave(onSaved: (connection: Connection) => void, onKept: () => void = () => {}) {
  const host = useHost();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (draft: ConnectionDraft) => host.call("connection_save", draft),
    // A draft holds the key, which must not outlast the form.
    gcTime: 0,
    onSuccess: async (saved) => {
      onKept();
      forgetConnection(queries, saved.id);
      queries.setQueryData(keys.connections(), await host.call("connections_list", null));
    },
  });
  const { mutate, reset } = saving;
  const save = (draft: ConnectionDraft, onRefused: (problem: Problem) => void = () => {}) =>
    mutate(draft, {
      onSuccess: (saved) => {
        reset();
        onSaved(saved);
      },
      onError: (thrown) => onRefused(problemOf(thrown)),
    });
  return { save, reset, isPending: saving.isPending, problem: saving.error ? problemOf(saving.error) : null };
}
