import { Plural, Trans } from "@lingui/react/macro";
import { Banner, Button, DateText } from "../../components";
import type { SyncState } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import type { Sync } from "../../shared/data/sync";
import { isPart, KnownPart } from "../../shared/sync/KnownPart";

/** Offers a full sync if reports are missing. */
export function IncompleteNotice({ sync: { state, start } }: { sync: Sync }) {
  const [{ sync_declined }] = usePreferences();
  if (!state || state.running) return null;
  const all = (
    <Button onPress={() => start("full")}>
      <Trans>Sync all reports</Trans>
    </Button>
  );
  if (state.looked_at !== null && state.completeness !== "unknown") {
    return (
      <Banner tone="info" rank="sync" action={all}>
        <Plural
          value={state.looked_at}
          one="The last sync covered only the newest report. Others may have changed."
          other="The last sync covered only the # newest reports. Others may have changed."
        />
      </Banner>
    );
  }
  if (state.completeness === "outdated") {
    return (
      <Banner tone="info" rank="sync" action={all}>
        <Outdated state={state} />
      </Banner>
    );
  }
  if (state.completeness !== "unknown") return null;
  const wasStopped = state.unfinished !== null;
  // The banner above every screen already offers it.
  if (!wasStopped && state.full_at === null && !sync_declined.includes(state.connection)) return null;
  return (
    <Banner
      tone="info"
      rank="sync"
      action={
        <Button onPress={() => start("full")}>
          {wasStopped ? <Trans>Resume</Trans> : <Trans>Sync all reports</Trans>}
        </Button>
      }
    >
      {wasStopped ? (
        <Trans>The full sync was stopped early, so some reports are missing.</Trans>
      ) : (
        <Trans>Only reports you’ve opened are included. Sync to include all.</Trans>
      )}
    </Banner>
  );
}

/** Why reports may be missing after a full sync. */
function Outdated({ state }: { state: SyncState }) {
  if (isPart(state)) {
    return (
      <Trans>
        The library and the service don’t have the same reports: <KnownPart connection={state.connection} />.
      </Trans>
    );
  }
  return state.full_at ? (
    <Trans>
      All reports were last synced <DateText value={state.full_at} isInText />, so some may be missing.
    </Trans>
  ) : null;
}
