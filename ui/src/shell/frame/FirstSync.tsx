import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Banner, Button } from "../../components";
import { usePreferences } from "../../shared/data/preferences";
import { useServiceStatus } from "../../shared/data/service-status";
import { useStart } from "../../shared/data/start";
import { useIsFirstSync, useSync, useSyncs } from "../../shared/data/sync";
import { useHold } from "../../shared/sync/use-hold";

/**
 * Offers a full sync until one was started or declined; decided before the first paint or after the first sync, so that
 * it never moves controls.
 */
export function FirstSync({ connection }: { connection: string }): ReactNode {
  const isKnown = useSyncs() !== undefined;
  const { safe_mode } = useStart();
  const { state, start } = useSync(connection);
  const { link } = useServiceStatus(connection);
  const hold = useHold(connection);
  const [{ sync_declined }, save] = usePreferences();
  // An unknown one was just created.
  const isBegun = state && (state.full_at !== null || state.unfinished !== null || state.running?.kind === "full");
  const isFirst = useIsFirstSync(connection);
  const isWanted = isKnown && !safe_mode && !isBegun && !isFirst && !sync_declined.includes(connection);
  const [isOffered, setOffered] = useState(isWanted);
  const [wasFirst, setWasFirst] = useState(isFirst);
  if (wasFirst !== isFirst) {
    setWasFirst(isFirst);
    if (isWanted && !state?.problem) setOffered(true);
  }
  if (isOffered && !isWanted) setOffered(false);
  // Otherwise a sync would fail right away, or wait.
  const canSync = (link === null || link === "connected") && hold === null;
  if (!isOffered || !canSync) return null;
  /** The button disappears with the banner, so the focus moves to the screen. */
  const leave = () => document.querySelector("main")?.focus();
  return (
    // Below the rows, so that appearing moves nothing.
    <div data-below-foot>
      <Banner
        tone="info"
        rank="sync"
        action={
          <>
            <Button
              onPress={() => {
                start("full");
                leave();
              }}
            >
              <Trans>Sync all reports</Trans>
            </Button>
            <Button
              variant="quiet"
              onPress={() => {
                save({ sync_declined: [...sync_declined, connection] });
                leave();
              }}
            >
              <Trans>Not now</Trans>
            </Button>
          </>
        }
      >
        <Trans>Sync all reports once to turn on history, the fix list, and offline use.</Trans>
      </Banner>
    </div>
  );
}
