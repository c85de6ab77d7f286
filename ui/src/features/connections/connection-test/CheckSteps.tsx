import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import type { CheckStep, ConnectionCheck, Problem, StepOutcome } from "../../../host/contract";
import { STEPS } from "../../../host/steps";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import styles from "./CheckSteps.module.css";
import type { TestLabels } from "./labels";

const ICONS: Record<StepOutcome, LucideIcon> = {
  passed: CircleCheck,
  absent: CircleMinus,
  failed: CircleX,
  skipped: CircleDashed,
};

/** The steps of a test: outcome, duration, findings, and problems. */
export function CheckSteps({ check, words }: { check: ConnectionCheck; words: TestLabels }) {
  return (
    <ul className={styles.steps}>
      {check.steps.map((step) => (
        <StepLine key={step.step} step={step} outcome={words.outcome(step, check)} words={words} />
      ))}
    </ul>
  );
}

/** Placeholders for the steps, as high as the real ones. */
export function NoStepsYet({ words }: { words: TestLabels }) {
  return (
    <ul className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step} className={styles.step} data-outcome="skipped">
          <CircleDashed size={15} strokeWidth={2} aria-hidden />
          <span className={styles.name}>{words.step(step)}</span>
        </li>
      ))}
    </ul>
  );
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

function StepProblem({ problem }: { problem: Problem }) {
  const textOf = useFieldTexts(problem);
  if (problem.fields.length === 0) return <ProblemInline problem={problem} />;
  return problem.fields.map(({ field }) => <p key={field}>{textOf(field)}</p>);
}
