import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactElement, type ReactNode, useEffect, useId, useReducer, useState } from "react";
import { DialogTrigger, Popover, Button as RawButton, VisuallyHidden } from "react-aria-components";
import { DateText, Tooltip, useClock } from "../../components";
import { classes } from "../../components/class-names";
import popover from "../../components/overlays/Popover.module.css";
import type { Connection } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useWait } from "../../shared/data/events";
import { useServiceStatus } from "../../shared/data/service-status";
import { useSync } from "../../shared/data/sync";
import { useNextRetry } from "../../shared/lists/use-outage-retry";
import { SyncDetails } from "./SyncDetails";
import styles from "./SyncStatus.module.css";
import { type Status, statusOf } from "./status";

/** Update interval of relative times, in milliseconds. */
const TICK = 60_000;

type SyncStatusProps = {
  connection: Connection;
  /** Only the dot fits. */
  isNarrow: boolean;
};

/** The connection’s status in one line; opens the sync’s details. */
export function SyncStatus({ connection, isNarrow }: SyncStatusProps): ReactNode {
  const sync = useSync(connection.id);
  const { state, start } = sync;
  const service = useServiceStatus(connection.id);
  const waitsUntil = useWait(connection.id)?.until;
  const retryAt = useNextRetry();
  const status = statusOf({ service, sync: state, waitsUntil, retryAt });
  const title = useId();
  const [isOpen, setOpen] = useState(false);
  const canStart = state && !state.running;
  useTick();
  useCommand("sync_new", canStart ? () => start("light") : null);
  useCommand("sync_all", canStart ? () => start("full") : null);
  const words = <Words status={status} />;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <WithTooltip text={isNarrow ? words : null}>
        <RawButton className={styles.button} aria-haspopup="dialog">
          <span className={styles.dot} data-status={status.kind} data-passing />
          <span className={styles.text} data-passing>
            {words}
          </span>{" "}
          <VisuallyHidden>
            <Trans>Sync details</Trans>
          </VisuallyHidden>
        </RawButton>
      </WithTooltip>
      <Popover
        className={classes(popover.popover, styles.details)}
        placement="top start"
        offset={2}
        aria-labelledby={title}
      >
        <SyncDetails titleId={title} connection={connection} sync={sync} onClose={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  );
}

function Words({ status }: { status: Status }) {
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
    case "fault":
      return <Trans>Service error</Trans>;
    case "limited":
    case "maintenance":
      return <Paused status={status} />;
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

function Paused({ status: { kind, until } }: { status: Extract<Status, { until: number | null }> }) {
  const time = useClock(until);
  if (kind === "limited") return time === null ? <Trans>Rate limited</Trans> : <Trans>Rate limited · {time}</Trans>;
  return time === null ? <Trans>Maintenance</Trans> : <Trans>Maintenance · {time}</Trans>;
}

function WithTooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return text === null ? children : <Tooltip text={text}>{children}</Tooltip>;
}

function useTick(): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK);
    return () => clearInterval(timer);
  }, []);
}
