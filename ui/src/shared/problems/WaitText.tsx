import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useClock } from "../../components";
import type { Wait } from "../data/events";

/** Why calls wait, and for how long. */
export function WaitText({ wait }: { wait: Wait }) {
  const reasonOf = useWaitReason();
  return (
    <>
      {reasonOf(wait)} <WaitTime until={wait.until} />
    </>
  );
}

/** Words why calls wait. */
export function useWaitReason(): (wait: Wait) => string {
  const { t } = useLingui();
  return ({ limit }) =>
    limit === null
      ? t`Rate limit reached.`
      : t`${plural(limit, { one: "Rate limit: # request per minute.", other: "Rate limit: # requests per minute." })}`;
}

/** How long calls wait. */
export function WaitTime({ until }: Pick<Wait, "until">) {
  const time = useClock(until);
  return time !== null ? <Trans>Resuming in {time}.</Trans> : <Trans>Resuming…</Trans>;
}
