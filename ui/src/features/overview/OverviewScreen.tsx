import { Trans, useLingui } from "@lingui/react/macro";
import { ChartNoAxesCombined } from "lucide-react";
import type { ReactNode } from "react";
import { useCommand } from "../../app/commands";
import { useConnection } from "../../app/connection";
import { usePreferences } from "../../app/preferences";
import { keys } from "../../app/queries";
import { Screen } from "../../app/Screen";
import { type Sync, useSync } from "../../app/sync";
import { Button, EmptyState, ProblemView, Skeleton } from "../../components";
import type { Overview } from "../../host/contract";
import { ChangesCard } from "./ChangesCard";
import { FixFirst } from "./FixFirst";
import { GlanceCard } from "./GlanceCard";
import { OverTimeCard } from "./OverTimeCard";
import styles from "./OverviewScreen.module.css";
import { ProjectsCard } from "./ProjectsCard";
import { ScoresCard } from "./ScoresCard";
import { Missing, Standing } from "./Standing";
import { SyncButton } from "./SyncButton";
import { useRemembered } from "./use-remembered";
import { VerdictsCard } from "./VerdictsCard";
import { totalOf } from "./verdicts";

/** A connection at a glance, as far as this computer remembers. */
export function OverviewScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const [{ stale_days }] = usePreferences();
  const sync = useSync(connection);
  const query = { connection, stale_days, utc_offset: -new Date().getTimezoneOffset() };
  const { data, problem, read } = useRemembered(keys.library.overview(query), "overview_read", query);
  useCommand("read_again", () => sync.start("light"));
  return (
    <Screen title={t`Overview`} actions={<SyncButton sync={sync} />}>
      {!data && (problem ? <ProblemView problem={problem} actions={{ retry: read }} /> : <Skeleton rows={8} />)}
      {data &&
        (isEmpty(data) ? (
          <Nothing sync={sync} />
        ) : (
          <>
            <Missing sync={sync} />
            <div className={styles.content}>
              {sync.state && <Standing state={sync.state} />}
              <div className={styles.cards}>
                <VerdictsCard connection={connection} verdicts={data.verdicts} />
                <ChangesCard connection={connection} />
                <GlanceCard connection={connection} overview={data} staleDays={stale_days} />
                <OverTimeCard connection={connection} overview={data} />
                <ScoresCard connection={connection} overview={data} />
                <FixFirst connection={connection} />
                <ProjectsCard connection={connection} overview={data} />
              </div>
            </div>
          </>
        ))}
    </Screen>
  );
}

/** There is nothing now, and there was nothing before. */
function isEmpty({ verdicts, over_time }: Overview): boolean {
  return totalOf(verdicts) === 0 && over_time.every((day) => totalOf(day.verdicts) === 0);
}

function Nothing({ sync: { state, start } }: { sync: Sync }) {
  const wasRead = state?.synced_at != null;
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={<Trans>Nothing to show yet</Trans>}
      action={
        state &&
        !state.running &&
        !wasRead && (
          <Button variant="primary" onPress={() => start("full")}>
            <Trans>Read all reports</Trans>
          </Button>
        )
      }
    >
      {wasRead ? (
        <Trans>The service has no reports. With the first one this screen begins to fill.</Trans>
      ) : (
        <Trans>
          Assay remembers on this computer what the service shows. Read all reports to see where your pages stand, and
          what changes from now on.
        </Trans>
      )}
    </EmptyState>
  );
}
