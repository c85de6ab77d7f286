import { Trans, useLingui } from "@lingui/react/macro";
import { Banner, Button, DateText, PROBLEMS } from "../../components";
import type { SyncState } from "../../host/contract";
import { usePreferences } from "../../shared/data/preferences";
import type { Sync } from "../../shared/data/sync";
import styles from "./OverviewScreen.module.css";

/** Offers a full sync if reports are missing. */
export function Missing({ sync: { state, start } }: { sync: Sync }) {
  const [{ sync_declined }] = usePreferences();
  if (!state || state.running || state.completeness !== "unknown") return null;
  const wasStopped = state.unfinished !== null;
  // The banner above every screen already offers it.
  if (!wasStopped && state.full_at === null && !sync_declined.includes(state.connection)) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button onPress={() => start("full")}>
          {wasStopped ? <Trans>Go on</Trans> : <Trans>Read all reports</Trans>}
        </Button>
      }
    >
      {wasStopped ? (
        <Trans>Reading all reports was stopped before its end: not every one is counted here.</Trans>
      ) : (
        <Trans>Assay counts only the reports that it came across.</Trans>
      )}
    </Banner>
  );
}

/** Why reports may be missing after a full sync. */
export function Standing({ state: { synced_at, completeness, problem, running } }: { state: SyncState }) {
  const { i18n } = useLingui();
  return (
    <p className={styles.standing}>
      {synced_at ? (
        <Trans>
          Synced <DateText value={synced_at} isInText />.
        </Trans>
      ) : (
        <Trans>Not synced yet.</Trans>
      )}{" "}
      <Complete completeness={completeness} />
      {problem && !running && (
        <>
          {" "}
          <Trans>The last sync ended early: {i18n._(PROBLEMS[problem.code].title)}.</Trans>
        </>
      )}
    </p>
  );
}

function Complete({ completeness }: Pick<SyncState, "completeness">) {
  switch (completeness) {
    case "whole":
      return <Trans>Every report is counted.</Trans>;
    case "first_page_only":
      return <Trans>The service shows no more than the first page of its list: there may be more reports.</Trans>;
    case "unsettled":
      return <Trans>The list changed while it was read: a report may be missing.</Trans>;
    case "unknown":
      return null;
  }
}
