import { useLingui } from "@lingui/react";
import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { VisuallyHidden } from "react-aria-components";
import { Foldable } from "../../../components";
import type { CheckStep, ConnectionCheck, Finding, Problem, Step, StepOutcome } from "../../../host/contract";
import { PROBLEMS, ProblemInline, useFieldTexts } from "../../../shared/problems";
import styles from "./CheckSteps.module.css";
import type { StepGroup, TestLabels } from "./labels";
import type { Limit, TestSummary } from "./test-summary";

const ICONS: Record<StepOutcome, LucideIcon> = {
  passed: CircleCheck,
  absent: CircleMinus,
  failed: CircleX,
  skipped: CircleDashed,
};

/** A limit, also of a step that passed. */
const LIMIT_ICON = TriangleAlert;

const GROUPS: Record<StepGroup, readonly Step[]> = {
  network: ["settings", "proxy", "name", "connect", "tls", "interface"],
  account: ["key", "reports", "projects"],
  features: ["paging", "sorting", "throttle"],
};

/** Milliseconds from which a time matters. */
const SLOW = 500;

const NAMES = Object.keys(GROUPS) as StepGroup[];

/** The step at which a limit shows. */
const LIMITED: Record<Limit["kind"], Step> = {
  certificate: "tls",
  insecure: "tls",
  projects: "projects",
  paging: "paging",
  sort: "sorting",
  sorting_untried: "sorting",
  throttle: "throttle",
};

type CheckStepsProps = {
  check: ConnectionCheck;
  summary: TestSummary;
  words: TestLabels;
};

/** The steps of a test in groups, open where one isn’t OK: outcome, duration, findings, limits, and problems. */
export function CheckSteps(props: CheckStepsProps) {
  return (
    <div className={styles.groups}>
      {NAMES.map((name) => (
        <Group key={name} name={name} {...props} />
      ))}
    </div>
  );
}

/** The groups before their outcomes. */
export function NoStepsYet({ words }: { words: TestLabels }) {
  return (
    <ul className={styles.pending}>
      {NAMES.map((name) => (
        <li key={name}>
          <CircleDashed size={16} strokeWidth={1.9} aria-hidden />
          {words.group(name)}
        </li>
      ))}
    </ul>
  );
}

function Group({ name, check, summary: { kind, limits }, words }: CheckStepsProps & { name: StepGroup }) {
  const steps = check.steps.filter(({ step }) => GROUPS[name].includes(step));
  const { i18n } = useLingui();
  const limitCount = limits.filter(({ kind }) => GROUPS[name].includes(LIMITED[kind])).length;
  const isLimited = limitCount > 0;
  const outcome = isLimited ? "absent" : outcomeOf(steps);
  const [isOpen, setOpen] = useState(outcome === "failed" || outcome === "absent");
  const Icon = isLimited ? LIMIT_ICON : ICONS[outcome];
  const problem = steps.find(({ problem }) => problem !== null)?.problem;
  const facts = {
    passed: words.groupFacts(steps),
    absent: words.limitCount(limitCount),
    failed: problem && problem.fields.length === 0 ? i18n._(PROBLEMS[problem.code].title) : "",
    skipped: "",
  }[outcome];
  return (
    <Foldable
      isOpen={isOpen}
      onToggle={setOpen}
      title={
        <span className={styles.group} data-outcome={outcome}>
          <Icon size={16} strokeWidth={1.9} aria-hidden />
          <span>{words.group(name)}</span>{" "}
          <span className={styles.summary}>
            <Outcome isHidden={facts !== ""}>{words.groupOutcome(outcome)}</Outcome>{" "}
            {/* Its step says why it failed. */}
            {facts !== "" && !(isOpen && outcome === "failed") && (
              <span className={outcome === "failed" ? styles.outcome : styles.finding}>{facts}</span>
            )}
          </span>
        </span>
      }
    >
      <ul className={styles.steps}>
        {steps.map((step) => (
          <StepLine
            key={step.step}
            step={step}
            outcome={words.outcome(step, check)}
            limits={limits.filter(({ kind }) => LIMITED[kind] === step.step)}
            words={words}
          />
        ))}
        {name === "features" && kind !== "fails" && <Rating check={check} words={words} />}
      </ul>
    </Foldable>
  );
}

/** How the service rates, which no step says. */
function Rating({ check, words }: Pick<CheckStepsProps, "check" | "words">) {
  const { name, value } = words.rating(check.generation);
  const outcome = check.generation.rating === null ? "skipped" : "passed";
  const Icon = ICONS[outcome];
  return (
    <li className={styles.step} data-outcome={outcome}>
      <Icon size={16} strokeWidth={1.9} aria-hidden />
      <span className={styles.name}>{name}</span> <span className={styles.finding}>{value}</span>
    </li>
  );
}

/** The worst outcome; what is absent without being a limit is normal. */
function outcomeOf(steps: readonly CheckStep[]): StepOutcome {
  if (steps.some(({ outcome }) => outcome === "failed")) return "failed";
  return steps.every(({ outcome }) => outcome === "skipped") ? "skipped" : "passed";
}

function isAddress({ kind }: Finding): boolean {
  return kind === "addresses" || kind === "proxy";
}

type StepLineProps = { step: CheckStep; outcome: string; limits: readonly Limit[]; words: TestLabels };

function StepLine({ step, outcome, limits, words }: StepLineProps) {
  const Icon = limits.length > 0 ? LIMIT_ICON : ICONS[step.outcome];
  return (
    <li className={styles.step} data-step={step.step} data-outcome={step.outcome}>
      <Icon size={16} strokeWidth={1.9} aria-hidden />
      <span className={styles.name}>{words.step(step.step)}</span>{" "}
      <span className={styles.facts}>
        {step.finding && (
          <span className={styles.finding} dir={isAddress(step.finding) ? "ltr" : undefined}>
            {words.finding(step.finding, step.step)}{" "}
          </span>
        )}
        {/* A limit says it. */}
        {(limits.length === 0 || step.outcome === "passed") && (
          <Outcome isHidden={step.problem !== null || (step.outcome === "passed" && step.finding !== null)}>
            {outcome}
          </Outcome>
        )}
        {step.millis !== null && step.millis >= SLOW && <span className={styles.time}> {words.time(step.millis)}</span>}
      </span>
      {limits.map((limit) => (
        <p key={JSON.stringify(limit)} className={styles.limit}>
          {words.limit(limit)}
        </p>
      ))}
      {step.problem && (
        <div className={styles.problem}>
          <StepProblem problem={step.problem} />
        </div>
      )}
    </li>
  );
}

/** Hidden where the icon and what was found, or the problem, show it. */
function Outcome({ isHidden, children }: { isHidden: boolean; children: string }) {
  if (isHidden) return <VisuallyHidden elementType="span">{children}</VisuallyHidden>;
  return <span className={styles.outcome}>{children}</span>;
}

/** A step's problem, or its invalid fields. */
export function StepProblem({ problem }: { problem: Problem }) {
  const textOf = useFieldTexts(problem);
  if (problem.fields.length === 0) return <ProblemInline isRead isBesideIcon problem={problem} />;
  return problem.fields.map(({ field }) => <p key={field}>{textOf(field)}</p>);
}
