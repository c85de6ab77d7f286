import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { DateText, useClock } from "../../components";
import { useWait } from "../data/events";
import { useServiceStatus } from "../data/service-status";
import { useStart } from "../data/start";
import { useSync } from "../data/sync";
import styles from "./StatusText.module.css";
import { type Status, statusOf } from "./status";

export function useStatus(connection: string): Status {
  const service = useServiceStatus(connection);
  const { state } = useSync(connection);
  const resumesAt = useWait(connection)?.until ?? null;
  const { safe_mode } = useStart();
  return statusOf({ service, sync: state, resumesAt, isSafeMode: safe_mode });
}

/** The dot before a status. */
export function StatusDot({ status }: { status: Status }): ReactNode {
  return <span className={styles.dot} data-status={status.kind} data-passing />;
}

/** A status in words. */
export function StatusText({ status }: { status: Status }): ReactNode {
  const { i18n } = useLingui();
  switch (status.kind) {
    case "offline":
      return <Trans>Offline</Trans>;
    case "unreachable":
      return <Trans>Can’t connect</Trans>;
    case "key_missing":
      return <Trans>API key missing</Trans>;
    case "key_rejected":
      return <Trans>API key rejected</Trans>;
    case "forbidden":
      return <Trans>No permission</Trans>;
    case "fault":
      return <Trans>Service error</Trans>;
    case "limited":
      return (
        <>
          <Trans>Rate limited</Trans>
          <TimeLeft until={status.until} />
        </>
      );
    case "maintenance":
      return (
        <>
          <Trans>Maintenance</Trans>
          <TimeLeft until={status.until} />
        </>
      );
    case "safe_mode":
      return <Trans>Safe mode</Trans>;
    case "syncing": {
      const done = i18n.number(status.done);
      if (status.total === null) return <Trans>Syncing…</Trans>;
      const total = i18n.number(status.total);
      return (
        <Trans>
          Syncing {done} of {total}
        </Trans>
      );
    }
    case "failed":
      return <Trans>Sync failed</Trans>;
    case "stopped": {
      const count = i18n.number(status.done);
      return <Trans>Stopped at {count}</Trans>;
    }
    case "synced":
      return (
        <Trans>
          Synced <DateText value={status.at} isInText />
        </Trans>
      );
    case "connected":
      return <Trans>Connected</Trans>;
    case "unsynced":
      return <Trans>Not synced</Trans>;
  }
}

function TimeLeft({ until }: { until: number | null }): ReactNode {
  const time = useClock(until);
  // It would be read out every second.
  return time !== null && <span aria-hidden> · {time}</span>;
}
