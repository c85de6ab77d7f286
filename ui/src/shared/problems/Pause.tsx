import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "react-aria-components";
import { useClock, useDuration, useSecondsUntil } from "../../components/text/countdown";
import type { Problem } from "../../host/contract";
import styles from "./Problem.module.css";

// A problem that is rendered again doesn't restart its pause.
const seenAt = new WeakMap<Problem, number>();

/** End of the pause the service asked for, in milliseconds since 1970. */
function endOf(problem: Problem): number {
  const seen = seenAt.get(problem) ?? Date.now();
  seenAt.set(problem, seen);
  return seen + (problem.retry_after ?? 0) * 1000;
}

/** The time until an automatic retry, on its button. */
export function Countdown({ until }: { until: number | null }) {
  const time = useClock(until);
  // Not part of the name: it would be read out every second.
  return (
    time !== null && (
      <>
        {" "}
        <span aria-hidden className={styles.countdown}>
          {time}
        </span>
      </>
    )
  );
}

export function Pause({ problem }: { problem: Problem }) {
  const left = useSecondsUntil(endOf(problem));
  const durationOf = useDuration();
  if (problem.retry_after === null) return null;
  const [whole, rest] = [durationOf(problem.retry_after), durationOf(left)];
  return (
    <>
      {/* Announced once: a countdown would be read out every second. */}
      <VisuallyHidden elementType="span">
        <Trans>The service asked Assay to wait {whole}.</Trans>
      </VisuallyHidden>
      <span aria-hidden>{left > 0 ? <Trans>Try again in {rest}.</Trans> : <Trans>You can try again now.</Trans>}</span>
    </>
  );
}
