import { Trans, useLingui } from "@lingui/react/macro";
import { CircleX, TriangleAlert } from "lucide-react";
import type { Problem } from "../host/contract";
import { Button } from "./Button";
import styles from "./Problem.module.css";
import { type ProblemActions, useProblemAction } from "./ProblemView";
import { PROBLEMS } from "./problems";

/** A problem in a line or two, beside what it is about. */
export function ProblemInline({ problem, actions }: { problem: Problem; actions?: ProblemActions }) {
  const { i18n } = useLingui();
  const { title, next, tone } = PROBLEMS[problem.code];
  const action = useProblemAction(problem, actions);
  const Icon = tone === "error" ? CircleX : TriangleAlert;
  const { said } = problem;
  return (
    <div className={styles.inline} role="alert" data-tone={tone} data-problem={problem.code}>
      <Icon size={15} strokeWidth={1.75} aria-hidden className={styles.icon} data-tone={tone} />
      <div className={styles.inlineText}>
        <b>{i18n._(title)}.</b> {i18n._(next)}
        {said && (
          <>
            {" "}
            <Trans>
              The service says: <q>{said}</q>
            </Trans>
          </>
        )}
      </div>
      {action && <Button onPress={action.onPress}>{action.label}</Button>}
    </div>
  );
}
