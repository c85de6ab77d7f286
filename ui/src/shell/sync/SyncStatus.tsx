import { Trans } from "@lingui/react/macro";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { DialogTrigger, Popover, Button as RawButton, VisuallyHidden } from "react-aria-components";
import { Tooltip, useMinute } from "../../components";
import { classes } from "../../components/class-names";
import popover from "../../components/overlays/Popover.module.css";
import type { Connection } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useSync, useSyncedAt } from "../../shared/data/sync";
import { StatusDot, StatusText, useStatus } from "../../shared/sync/StatusText";
import type { Status } from "../../shared/sync/status";
import { useHold } from "../../shared/sync/use-hold";
import { SyncDetails } from "./SyncDetails";
import styles from "./SyncStatus.module.css";

type SyncStatusProps = {
  connection: Connection;
  /** The screen is of all connections, so that its data is as old as the oldest of them. */
  isOfAll: boolean;
  /** Only the dot fits. */
  isNarrow: boolean;
};

/** The connection’s status in one line; opens the sync’s details. */
export function SyncStatus({ connection, isOfAll, isNarrow }: SyncStatusProps): ReactNode {
  const sync = useSync(connection.id);
  const { state, start } = sync;
  const ownStatus = useStatus(connection.id);
  const oldest = useSyncedAt(null);
  const status: Status =
    isOfAll && ownStatus.kind === "synced" && oldest !== null ? { kind: "synced", at: oldest } : ownStatus;
  const title = useId();
  const [isOpen, setOpen] = useState(false);
  const hold = useHold(connection.id);
  const canStart = state && !state.running && hold === null;
  useMinute();
  useCommand("sync_new", canStart ? () => start("light") : null);
  useCommand("sync_all", canStart ? () => start("full") : null);
  // The banner or the screen says it.
  if (status.kind === "safe_mode") return null;
  const words = <StatusText status={status} />;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <WithTooltip text={isNarrow ? words : null}>
        <RawButton className={styles.button} aria-haspopup="dialog">
          <StatusDot status={status} />
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
        offset={6}
        aria-labelledby={title}
      >
        <SyncDetails
          titleId={title}
          connection={connection}
          sync={sync}
          hold={hold}
          saidAt={status.kind === "synced" && !isNarrow ? status.at : null}
          onClose={() => setOpen(false)}
        />
      </Popover>
    </DialogTrigger>
  );
}

function WithTooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return text === null ? children : <Tooltip text={text}>{children}</Tooltip>;
}
