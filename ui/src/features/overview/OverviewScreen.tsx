import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EmptyState, Skeleton } from "../../components";
import type { Overview } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { useOverviewQuery } from "../../shared/data/overview";
import { usePreferences } from "../../shared/data/preferences";
import { keys } from "../../shared/data/queries";
import { type Sync, useSync } from "../../shared/data/sync";
import { ProblemView } from "../../shared/problems";
import { Screen } from "../../shared/screen/Screen";
import { isPart, KnownPart } from "../../shared/sync/KnownPart";
import { SyncButtons } from "../../shared/sync/SyncButtons";
import { ChangesCard } from "./cards/ChangesCard";
import { FixFirst } from "./cards/FixFirst";
import { GlanceCard } from "./cards/GlanceCard";
import { OverTimeCard } from "./cards/OverTimeCard";
import { ProjectsCard } from "./cards/ProjectsCard";
import { ScoresCard } from "./cards/ScoresCard";
import { VerdictsCard } from "./cards/VerdictsCard";
import { IncompleteNotice } from "./IncompleteNotice";
import styles from "./OverviewScreen.module.css";
import { useLibraryQuery } from "./use-library-query";
import { totalOf } from "./verdicts";

/** A summary of a connection from its saved data. */
export function OverviewScreen(): ReactNode {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const [{ stale_days }] = usePreferences();
  const sync = useSync(connection);
  const query = useOverviewQuery(connection);
  const { data, problem, read } = useLibraryQuery(keys.library.overview(query), "overview_read", query);
  useCommand("reload", () => sync.start("light"));
  return (
    <Screen title={t`Overview`} hasFailed={!data && problem !== null}>
      {!data && (problem ? <ProblemView problem={problem} actions={{ retry: read }} /> : <Skeleton rows={8} />)}
      {data &&
        (isEmpty(data) ? (
          <NothingSynced connection={connection} state={sync.state} />
        ) : (
          <>
            <IncompleteNotice sync={sync} />
            <div className={styles.content}>
              <div className={styles.cards}>
                <VerdictsCard
                  connection={connection}
                  verdicts={data.verdicts}
                  {...(isPart(sync.state) && { part: <KnownPart connection={connection} /> })}
                />
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

/** There are no reports now or earlier. */
function isEmpty({ verdicts, over_time }: Overview): boolean {
  return totalOf(verdicts) === 0 && over_time.every((day) => totalOf(day.verdicts) === 0);
}

function NothingSynced({ connection, state }: { connection: string; state: Sync["state"] }) {
  const wasRead = state?.synced_at != null;
  return (
    <EmptyState
      drawing="reports"
      title={<Trans>No data yet</Trans>}
      action={state && !state.running && !wasRead && <SyncButtons only={connection} />}
    >
      {wasRead ? (
        <Trans>No reports yet. Create one to get started.</Trans>
      ) : (
        <Trans>Sync your reports to see where your pages stand and to track changes from now on.</Trans>
      )}
    </EmptyState>
  );
}
