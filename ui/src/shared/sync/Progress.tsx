import { Trans, useLingui } from "@lingui/react/macro";
import { useDuration } from "../../components";
import type { SyncProgress } from "../../host/contract";
import { useWait } from "../data/events";

type ProgressProps = {
  connection: string;
  running: SyncProgress;
  /** The look of each of the two lines. */
  lineClass?: string | undefined;
};

export function Progress({ connection, running, lineClass }: ProgressProps) {
  const { i18n } = useLingui();
  const isWaiting = useWait(connection) !== undefined;
  const durationOf = useDuration();
  const { kind, phase, seconds_left } = running;
  const done = i18n.number(running.done);
  const total = running.total === null || kind === "light" ? null : i18n.number(running.total);
  const time = seconds_left ? durationOf(seconds_left) : null;
  return (
    <>
      <span className={lineClass}>
        {phase === "looking" ? (
          <Trans>Checking for missing reports</Trans>
        ) : kind === "light" ? (
          <Trans>Syncing…</Trans>
        ) : total === null ? (
          <Trans>{done} synced</Trans>
        ) : (
          <Trans>
            {done} of {total} synced
          </Trans>
        )}
      </span>{" "}
      <span className={lineClass}>
        {isWaiting ? <Trans>Waiting for the service</Trans> : time !== null && <Trans>About {time} left</Trans>}
      </span>
    </>
  );
}
