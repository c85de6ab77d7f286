import { Trans, useLingui } from "@lingui/react/macro";
import { Hourglass } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button, LiveText } from "../../components";
import { classes } from "../../components/class-names";
import { useIsFirst } from "../../components/layout/Banner";
import inverse from "../../components/overlays/inverse.module.css";
import { useHost } from "../../host";
import { useWait, type Wait } from "../../shared/data/events";
import { useWaitReason, WaitTime } from "../../shared/problems/WaitText";
import { openDialog } from "../../shared/screen/focus";
import { useIsNarrow } from "../../shared/screen/use-is-narrow";
import { useStatus } from "../../shared/sync/StatusText";
import styles from "./WaitingBar.module.css";

/** Delay before the bar disappears, in milliseconds: calls often wait one after another. */
const LINGER = 1500;

/** Shows where the status line doesn’t that calls wait for the rate limit, for how long, and offers to stop them. */
export function WaitingBar({ connection }: { connection: string }) {
  const wait = useWait(connection);
  const told = useLingering(wait);
  const shown = useLingering(useIsInStatus(connection) ? undefined : wait);
  const reasonOf = useWaitReason();
  // Outside dialogs, but accessible beside them: a dialog's own call may be waiting.
  return createPortal(
    <div data-react-aria-top-layer>
      <LiveText>{told && reasonOf(told)}</LiveText>
      {shown && <Bar wait={shown} reason={reasonOf(shown)} />}
    </div>,
    document.body,
  );
}

function Bar({ wait, reason }: { wait: Wait; reason: string }) {
  const { t } = useLingui();
  const host = useHost();
  // Hides other notices.
  useIsFirst("wait");
  return (
    <section
      className={classes(inverse.ground, inverse.message, inverse.floating, styles.bar)}
      aria-label={t`Waiting`}
      data-rate-limit
    >
      <Hourglass size={15} strokeWidth={1.75} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <span className={styles.reason} title={reason}>
          {reason}
        </span>{" "}
        <span className={styles.time}>
          <WaitTime until={wait.until} />
        </span>
      </p>
      <Button
        onPress={() => {
          // The button disappears with the wait, so the focus moves to the content.
          (openDialog() ?? document.querySelector("main"))?.focus();
          // A failure needs no message: the wait ends anyway.
          host.call("pending_calls_cancel", { id: wait.connection }).catch(() => {});
        }}
      >
        <Trans>Cancel requests</Trans>
      </Button>
    </section>
  );
}

/** True if the sidebar’s status says that calls wait; it has no room in a narrow window, and dialogs cover it. */
function useIsInStatus(connection: string): boolean {
  const isSaid = useStatus(connection).kind === "limited";
  const isNarrow = useIsNarrow();
  const isCovered = useSyncExternalStore(watchDialogs, hasDialog);
  return isSaid && !isNarrow && !isCovered;
}

const hasDialog = () => document.querySelector("section:is([role=dialog], [role=alertdialog])") !== null;

function watchDialogs(changed: () => void) {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** The current wait, or the last one for a short time. */
function useLingering(wait: Wait | undefined): Wait | undefined {
  const [shown, setShown] = useState(wait);
  if (wait && wait !== shown) setShown(wait);
  useEffect(() => {
    if (wait) return;
    const timer = setTimeout(() => setShown(undefined), LINGER);
    return () => clearTimeout(timer);
  }, [wait]);
  return shown;
}
