import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "react-aria-components";
import { useDuration, useSecondsUntil } from "../../components/text/countdown";
import type { Problem } from "../../host/contract";

// A problem that is drawn anew does not start its pause again.
const seenAt = new WeakMap<Problem, number>();

/** Until when a service asks to wait, in milliseconds since 1970. */
function endOf(problem: Problem): number {
  const seen = seenAt.get(problem) ?? Date.now();
  seenAt.set(problem, seen);
  return seen + (problem.retry_after ?? 0) * 1000;
}

/** How long a service still asks to wait (`field-notes.md` 29, 31). Nothing keeps the user from trying before. */
export function Pause({ problem }: { problem: Problem }) {
  const left = useSecondsUntil(endOf(problem));
  const durationOf = useDuration();
  if (problem.retry_after === null) return null;
  const [whole, rest] = [durationOf(problem.retry_after), durationOf(left)];
  return (
    <>
      {/* Said once: a number that changes each second would be read out each second. */}
      <VisuallyHidden elementType="span">
        <Trans>The service asks to wait for {whole}.</Trans>
      </VisuallyHidden>
      <span aria-hidden>{left > 0 ? <Trans>Try again in {rest}.</Trans> : <Trans>You can try again now.</Trans>}</span>
    </>
  );
}
