import { Trans, useLingui } from "@lingui/react/macro";
import { CircleStop, RefreshCw } from "lucide-react";
import { Button } from "../../components";
import type { Sync } from "../../shared/data/sync";
import styles from "./OverviewScreen.module.css";

/** Starts or stops a sync. */
export function SyncButton({ sync: { state, start, stop } }: { sync: Sync }) {
  const { i18n } = useLingui();
  if (!state) return null;
  if (!state.running) {
    return (
      <Button icon={RefreshCw} onPress={() => start("light")}>
        <Trans>Sync</Trans>
      </Button>
    );
  }
  const { done, total } = state.running;
  return (
    <>
      <span className={styles.progress}>
        {total === null ? (
          <Trans>Syncing {i18n.number(done)}</Trans>
        ) : (
          <Trans>
            Syncing {i18n.number(done)} of {i18n.number(total)}
          </Trans>
        )}
      </span>
      <Button icon={CircleStop} onPress={stop}>
        <Trans>Stop</Trans>
      </Button>
    </>
  );
}
