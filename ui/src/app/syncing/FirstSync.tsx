import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner, Button } from "../../components";
import { usePreferences } from "../preferences";
import { useSync } from "../sync";

/** Offers to read all reports of a connection into the library, until that was begun or declined once. */
export function FirstSync({ connection }: { connection: string }): ReactNode {
  const { state, start } = useSync(connection);
  const [{ sync_declined }, save] = usePreferences();
  const isBegun = !state || state.full_at !== null || state.unfinished !== null || state.running?.kind === "full";
  if (isBegun || sync_declined.includes(connection)) return null;
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
