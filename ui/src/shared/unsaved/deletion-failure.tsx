import { Trans, useLingui } from "@lingui/react/macro";
import { toast } from "../../components";
import type { Problem } from "../../host/contract";
import { useConnectionActions } from "../navigation/connection-actions";
import { ACTION_LABELS, PROBLEMS, serviceMessage } from "../problems";
import type { ProblemActions } from "../problems/ProblemView";

export type DeletionActions = {
  /** Deletes again. */
  retry: () => void;
  /** Checks the outcome. */
  check: () => void;
  show: () => void;
};

/** Explains in a message why a deletion failed, with actions. */
export function useDeletionFailure(connection: string) {
  const { t, i18n } = useLingui();
  const connectionActions = useConnectionActions(connection);

  return (name: string, problem: Problem, actions: DeletionActions) => {
    const { title, safety, next, action } = PROBLEMS[problem.code];
    const all: ProblemActions = { ...actions, ...connectionActions };
    const said = serviceMessage(problem);
    const onPress = action ? all[action] : undefined;
    toast({
      tone: "error",
      title: i18n._(title),
      description: (
        <>
          <p>
            {problem.code === "outcome_unknown" ? (
              <b>{name}</b>
            ) : (
              <Trans>
                Not deleted: <b>{name}</b>
              </Trans>
            )}
          </p>
          <p>
            {safety && i18n._(safety)} {i18n._(next)}
          </p>
          {said && (
            <p>
              <Trans>
                The service says: <q>{said}</q>
              </Trans>
            </p>
          )}
        </>
      ),
      action:
        action && onPress
          ? { label: i18n._(ACTION_LABELS[action]), onPress: () => onPress(problem.code) }
          : { label: t`View report`, onPress: actions.show },
    });
  };
}
