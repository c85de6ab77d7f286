import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { VisuallyHidden } from "react-aria-components";
import { LiveText } from "../../../components";
import type { ConnectionCheck, Step } from "../../../host/contract";
import panel from "./CheckPanel.module.css";
import { StepProblem } from "./CheckSteps";
import styles from "./ConnectSteps.module.css";
import { summarizeTest } from "./test-summary";

type Stage = "reach" | "key" | "read";
type StageState = "done" | "running" | "failed" | "waiting";

const STAGES: readonly Stage[] = ["reach", "key", "read"];

const ICONS: Record<StageState, LucideIcon> = {
  done: CircleCheck,
  running: LoaderCircle,
  failed: CircleX,
  waiting: CircleDashed,
};

type ConnectStepsProps = {
  /** The test's result, once available. */
  check: ConnectionCheck | undefined;
  /** The steps of the test that ended well so far. */
  ended: readonly Step[];
  /** The connection is saved. */
  isDone: boolean;
};

/** How connecting goes, in three lines. */
export function ConnectSteps({ check, ended, isDone }: ConnectStepsProps) {
  const { t } = useLingui();
  const failed = check && summarizeTest(check).failed;
  const failedAt = failed && (failed.step === "key" ? "key" : failed.step === "reports" ? "read" : "reach");
  const current = failedAt ?? (check ? "read" : stageAfter(ended));
  const labels: Record<Stage, string> = {
    reach: t`Reaching the service`,
    key: t`Checking your key`,
    read: t`Reading your reports`,
  };
  const stateOf = (stage: Stage): StageState => {
    if (isDone) return "done";
    if (stage === current) return failed ? "failed" : "running";
    return STAGES.indexOf(stage) < STAGES.indexOf(current) ? "done" : "waiting";
  };
  const states: Record<StageState, string | null> = {
    done: t`OK`,
    running: null,
    failed: t`Failed`,
    waiting: null,
  };
  return (
    <>
      <ul className={styles.stages} aria-label={t`Connecting to the service`}>
        {STAGES.map((stage) => {
          const state = stateOf(stage);
          const Icon = ICONS[state];
          return (
            <li
              key={stage}
              className={styles.stage}
              data-stage={stage}
              data-outcome={state}
              aria-current={state === "running" ? "step" : undefined}
            >
              <Icon size={16} strokeWidth={2} aria-hidden {...(state === "running" && { className: panel.spinner })} />
              {labels[stage]} <VisuallyHidden>{states[state]}</VisuallyHidden>
              {state === "failed" && failed?.problem && (
                <div className={styles.problem}>
                  <StepProblem problem={failed.problem} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <LiveText>{!failed && labels[current]}</LiveText>
    </>
  );
}

/** Through a proxy, the service is reached only once it answers. */
function stageAfter(ended: readonly Step[]): Stage {
  if (ended.includes("key")) return "read";
  return ended.includes("tls") || ended.includes("interface") ? "key" : "reach";
}
