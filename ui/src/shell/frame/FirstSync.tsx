import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Banner, Button } from "../../components";
import { usePreferences } from "../../shared/data/preferences";
import { useStart } from "../../shared/data/start";
import { useSync, useSyncs } from "../../shared/data/sync";

/**
 * Offers to read all reports of a connection into the library, until that was begun or declined once. It is there with the
 * first picture of a screen or not at all, since what it moves may be about to be pressed: the start reads what it asks for.
 */
export function FirstSync({ connection }: { connection: string }): ReactNode {
  const isKnown = useSyncs() !== undefined;
  const { safe_mode } = useStart();
  const { state, start } = useSync(connection);
  const [{ sync_declined }, save] = usePreferences();
  // One that nothing is known of was just made.
  const isBegun = state && (state.full_at !== null || state.unfinished !== null || state.running?.kind === "full");
  const isWanted = isKnown && !safe_mode && !isBegun && !sync_declined.includes(connection);
  const [isOffered, setOffered] = useState(isWanted);
  if (isOffered && !isWanted) setOffered(false);
  if (!isOffered) return null;
  /** The buttons go with the banner: the focus goes to the screen. */
  const leave = () => document.querySelector("main")?.focus();
  return (
    // It comes after the rows: down there, nothing that somebody is about to press moves away for it.
    <div data-below-foot>
      <Banner
        tone="info"
        action={
          <>
            <Button
              onPress={() => {
                start("full");
                leave();
              }}
            >
              <Trans>Read all reports</Trans>
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
        <Trans>Read all reports into the library once, so that history, the fix list and offline work.</Trans>
      </Banner>
    </div>
  );
}
