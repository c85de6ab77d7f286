import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Button, LiveText, useDuration, useSecondsUntil } from "../../components";
import { useHost } from "../../host";
import { useWait, type Wait } from "../../shared/data/events";
import { openDialog } from "../../shared/screen/focus";
import styles from "./WaitingBar.module.css";

/** How long the bar stays after the last wait, in milliseconds: one of many calls waits after the other. */
const LINGER = 1500;

/** Says that calls of a connection wait since its service allows only so many, for how long, and ends that on demand. */
export function WaitingBar({ connection }: { connection: string }) {
  const wait = useLingering(useWait(connection));
  // Above dialogs and open to screen readers beside them: what waits may well be what a dialog asked for.
  return createPortal(
    <div data-react-aria-top-layer>
      <LiveText>{wait && <Why limit={wait.limit} />}</LiveText>
      {wait && <Bar wait={wait} />}
    </div>,
    document.body,
  );
}

function Bar({ wait }: { wait: Wait }) {
  const { t } = useLingui();
  const host = useHost();
  const left = useSecondsUntil(wait.until);
  const time = useDuration()(left);
  return (
    <section className={styles.bar} aria-label={t`Waiting`}>
      <Hourglass size={15} strokeWidth={1.75} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <Why limit={wait.limit} />{" "}
        <span className={styles.time}>
          {left > 0 ? <Trans>Continuing in {time}.</Trans> : <Trans>Continuing…</Trans>}
        </span>
        {wait.calls > 1 && (
          <>
            {" "}
            <Plural value={wait.calls} one="# request waits." other="# requests wait." />
          </>
        )}
      </p>
      <Button
        onPress={() => {
          // The button goes with the wait: the focus stays where reading goes on.
          (openDialog() ?? document.querySelector("main"))?.focus();
          // There is nothing to do about a failure: the wait ends by itself.
          host.call("waiting_stop", { id: wait.connection }).catch(() => {});
        }}
      >
        <Trans>Stop waiting</Trans>
      </Button>
    </section>
  );
}

function Why({ limit }: { limit: number | null }) {
  if (limit === null) return <Trans>The service asks for a pause.</Trans>;
  return (
    <Plural
      value={limit}
      one="The service allows # request a minute."
      other="The service allows # requests a minute."
    />
  );
}

/** The last wait, also for a moment after it ended. */
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
