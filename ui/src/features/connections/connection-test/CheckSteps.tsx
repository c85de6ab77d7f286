import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Foldable } from "../../../components";
import type { CheckStep, ConnectionCheck, Problem, Step, StepOutcome } from "../../../host/contract";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import styles from "./CheckSteps.module.css";
import type { StepGroup, TestLabels } from "./labels";

const ICONS: Record<StepOutcome, LucideIcon> = {
  passed: CircleCheck,
  absent: CircleMinus,
  failed: CircleX,
  skipped: CircleDashed,
};

const GROUPS: Record<StepGroup, readonly Step[]> = {
  network: ["settings", "proxy", "name", "connect", "tls", "interface"],
  account: ["key", "reports", "projects"],
  features: ["paging", "sorting", "throttle"],
};

const NAMES = Object.keys(GROUPS) as StepGroup[];

type CheckStepsProps = {
  check: ConnectionCheck;
  words: TestLabels;
  /** Details of the service's features. */
  children?: ReactNode;
};

/** The steps of a test in groups, open where one isn’t OK: outcome, duration, findings, and problems. */
export function CheckSteps({ check, words, children }: CheckStepsProps) {
  return NAMES.map((name) => (
    <Group key={name} name={name} check={check} words={words}>
      {name === "features" && children}
    </Group>
  ));
}

/** The groups before their outcomes. */
export function NoStepsYet({ words }: { words: TestLabels }) {
  return (
    <ul className={styles.pending}>
      {NAMES.map((name) => (
        <li key={name} className={styles.group}>
          <CircleDashed size={15} strokeWidth={2} aria-hidden />
          {words.group(name)}
        </li>
      ))}
    </ul>
  );
}

function Group({ name, check, words, children }: CheckStepsProps & { name: StepGroup }) {
  const steps = check.steps.filter(({ step }) => GROUPS[name].includes(step));
  const outcome = outcomeOf(name, steps);
  const [isOpen, setOpen] = useState(outcome === "failed" || outcome === "absent");
  const Icon = ICONS[outcome];
  return (
    <Foldable
      isOpen={isOpen}
      onToggle={setOpen}
      title={
        <span className={styles.group} data-outcome={outcome}>
          <Icon size={15} strokeWidth={2} aria-hidden />
          {words.group(name)} <span className={styles.outcome}>{words.groupOutcome(outcome)}</span>
        </span>
      }
    >
      <ul className={styles.steps}>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} outcome={words.outcome(step, check)} words={words} />
        ))}
      </ul>
      {children}
    </Foldable>
  );
}

/** The worst outcome; only features can be absent without being normal. */
function outcomeOf(name: StepGroup, steps: readonly CheckStep[]): StepOutcome {
  if (steps.some(({ outcome }) => outcome === "failed")) return "failed";
  if (steps.every(({ outcome }) => outcome === "skipped")) return "skipped";
  return name === "features" && steps.some(({ outcome }) => outcome !== "passed") ? "absent" : "passed";
}

function StepLine({ step, outcome, words }: { step: CheckStep; outcome: string; words: TestLabels }) {
  const Icon = ICONS[step.outcome];
  return (
    <li className={styles.step} data-step={step.step} data-outcome={step.outcome}>
      <Icon size={15} strokeWidth={2} aria-hidden />
      <span className={styles.name}>{words.step(step.step)}</span>{" "}
      <span className={styles.finding}>{step.finding && words.finding(step.finding, step.step)}</span>{" "}
      <span className={styles.time}>{step.millis !== null && words.time(step.millis)}</span>{" "}
      <span className={styles.outcome}>{outcome}</span>
      {step.problem && (
        <div className={styles.problem}>
          <StepProblem problem={step.problem} />
        </div>
      )}
    </li>
  );
}

/** A step's problem, or its invalid fields. */
export function StepProblem({ problem }: { problem: Problem }) {
  const textOf = useFieldTexts(problem);
  if (problem.fields.length === 0) return <ProblemInline problem={problem} />;
  return problem.fields.map(({ field }) => <p key={field}>{textOf(field)}</p>);
}
