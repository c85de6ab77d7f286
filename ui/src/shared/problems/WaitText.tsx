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
  const { t, i18n } = useLingui();
  return ({ limit: most }) => {
    if (most === null) return t`Rate limit reached.`;
    const limit = i18n.number(most);
    return t`Rate limit: ${limit} per minute.`;
  };
}

/** How long calls wait. */
export function WaitTime({ until }: Pick<Wait, "until">) {
  const time = useClock(until);
  return time !== null ? <Trans>Resuming in {time}.</Trans> : <Trans>Resuming…</Trans>;
}
