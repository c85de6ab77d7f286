import { Trans, useLingui } from "@lingui/react/macro";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button, LiveText, useClock } from "../../components";
import { classes } from "../../components/class-names";
import { useIsFirst } from "../../components/layout/Banner";
import inverse from "../../components/overlays/inverse.module.css";
import { useHost } from "../../host";
import { useWait, type Wait } from "../../shared/data/events";
import { openDialog } from "../../shared/screen/focus";
import styles from "./WaitingBar.module.css";

/** Delay before the bar disappears, in milliseconds: calls often wait one after another. */
const LINGER = 1500;

/** Shows that calls wait for the rate limit, for how long, and offers to stop them. */
export function WaitingBar({ connection }: { connection: string }) {
  const wait = useLingering(useWait(connection));
  const whyOf = useWhy();
  // Outside dialogs, but accessible beside them: a dialog's own call may be waiting.
  return createPortal(
    <div data-react-aria-top-layer>
      <LiveText>{wait && whyOf(wait)}</LiveText>
      {wait && <Bar wait={wait} why={whyOf(wait)} />}
    </div>,
    document.body,
  );
}

function Bar({ wait, why }: { wait: Wait; why: string }) {
  const { t } = useLingui();
  const host = useHost();
  const time = useClock(wait.until);
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
        <span className={styles.why} title={why}>
          {why}
        </span>{" "}
        <span className={styles.time}>
          {time !== null ? <Trans>Resuming in {time}.</Trans> : <Trans>Resuming…</Trans>}
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
        <Trans>Stop waiting</Trans>
      </Button>
    </section>
  );
}

function useWhy(): (wait: Wait) => string {
  const { t, i18n } = useLingui();
  return ({ limit }) => {
    if (limit === null) return t`Rate limit reached.`;
    const most = i18n.number(limit);
    return t`Rate limit: ${most} per minute.`;
  };
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
