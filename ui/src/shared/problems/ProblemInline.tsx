import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../components/buttons/Button";
import { useIntoView } from "../../components/layout/use-into-view";
import type { Problem } from "../../host/contract";
import { Pause } from "./Pause";
import styles from "./Problem.module.css";
import { type ProblemActions, ProblemDetails, TONE_ICONS, useProblemActions } from "./ProblemView";
import { nextStep, PROBLEMS, serviceMessage } from "./problems";

type ProblemInlineProps = {
  problem: Problem;
  actions?: ProblemActions;
  /** Only reading failed. */
  isRead?: boolean;
  /** Its place has the same icon already. */
  isBesideIcon?: boolean;
};

export function ProblemInline({ problem, actions, isRead = false, isBesideIcon = false }: ProblemInlineProps) {
  const { i18n } = useLingui();
  const { title, safety, tone } = PROBLEMS[problem.code];
  const [action] = useProblemActions(problem, actions);
  const Icon = TONE_ICONS[tone];
  const { detail, status } = problem;
  const said = serviceMessage(problem);
  return (
    <div
      ref={useIntoView(problem)}
      className={styles.inline}
      role={tone === "info" ? "status" : "alert"}
      data-tone={tone}
      data-problem={problem.code}
    >
      {!isBesideIcon && <Icon size={15} strokeWidth={1.75} aria-hidden className={styles.icon} data-tone={tone} />}
      <div className={styles.inlineText}>
        <b>{i18n._(title)}.</b> {!isRead && safety && `${i18n._(safety)} `}
        {said && (
          <Trans>
            The service says: <q>{said}</q>
          </Trans>
        )}{" "}
        {i18n._(nextStep(problem))} <Pause problem={problem} />
        {(detail !== null || status !== null) && <ProblemDetails problem={problem} />}
      </div>
      {action && <Button onPress={action.onPress}>{action.label}</Button>}
    </div>
  );
}
