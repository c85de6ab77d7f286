import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { PROBLEMS, reasonText } from "../../components";
import type { ConnectionCheck, Problem, Step, StepOutcome } from "../../host/contract";
import styles from "./CheckResults.module.css";
import { useIntoView } from "./use-into-view";

const ICONS: Record<StepOutcome, LucideIcon> = {
  passed: CircleCheck,
  absent: CircleMinus,
  failed: CircleX,
  skipped: CircleDashed,
};

/** What a connection check found: each step with how it ended, and why where it failed. */
export function CheckResults({ check }: { check: ConnectionCheck }) {
  const { t } = useLingui();
  const steps: Record<Step, string> = {
    address: t`Address`,
    reach: t`Service answers`,
    key: t`Key`,
    list: t`Reports can be read`,
    paging: t`Pages are announced`,
    throttle: t`Limit is announced`,
  };
  const words: Record<StepOutcome, string> = {
    passed: t`OK`,
    absent: t`Not offered`,
    failed: t`Failed`,
    skipped: t`Not tried`,
  };
  const hasFailed = check.steps.some(({ outcome }) => outcome === "failed");
  const { total, rate_limit } = check;
  return (
    <div className={styles.results} role="status" ref={useIntoView(check)}>
      <p className={styles.summary}>
        {hasFailed ? <Trans>This connection does not work yet.</Trans> : <Trans>This connection works.</Trans>}{" "}
        <span className={styles.address}>{check.base_url}</span>
      </p>
      <ul className={styles.steps}>
        {check.steps.map(({ step, outcome, problem }) => {
          const Icon = ICONS[outcome];
          return (
            <li key={step} className={styles.step} data-outcome={outcome}>
              <Icon size={15} strokeWidth={2} aria-hidden />
              <div>
                <span className={styles.name}>{steps[step]}</span>
                <span className={styles.outcome}>{words[outcome]}</span>
                {problem && <StepProblem problem={problem} />}
              </div>
            </li>
          );
        })}
      </ul>
      {total !== null && (
        <p className={styles.more}>
          <Plural value={total} one="The account has # report." other="The account has # reports." />
        </p>
      )}
      {rate_limit && (
        <p className={styles.more}>
          <Plural
            value={rate_limit.limit}
            one="The service announces a limit of # request, usually a minute."
            other="The service announces a limit of # requests, usually a minute."
          />
        </p>
      )}
    </div>
  );
}

function StepProblem({ problem }: { problem: Problem }) {
  const { i18n } = useLingui();
  const { title, next } = PROBLEMS[problem.code];
  if (problem.fields.length > 0) {
    const texts = problem.fields.map(({ reason }) => reasonText(reason, (text) => i18n._(text)));
    return <p className={styles.problem}>{texts.join(" ")}</p>;
  }
  return (
    <>
      <p className={styles.problem}>
        <b>{i18n._(title)}.</b> {i18n._(next)}
      </p>
      {problem.said && (
        <p className={styles.problem}>
          <Trans>
            The service says: <q>{problem.said}</q>
          </Trans>
        </p>
      )}
      {problem.detail && <p className={styles.detail}>{problem.detail}</p>}
    </>
  );
}
