import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EmptyState, Skeleton } from "../../components";
import type { Overview } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import { useOverviewQuery } from "../../shared/data/overview";
import { keys } from "../../shared/data/queries";
import { type Sync, useIsFirstSync, useSync } from "../../shared/data/sync";
import { totalOf } from "../../shared/data/verdicts";
import { useRange } from "../../shared/moments/range";
import { usePlanning } from "../../shared/planning/use-planning";
import { ProblemView } from "../../shared/problems";
import halves from "../../shared/screen/halves.module.css";
import { Screen } from "../../shared/screen/Screen";
import { PlanningBar } from "../../shared/selection/PlanningBar";
import { EmptyLibrary } from "../../shared/sync/EmptyLibrary";
import { KnownPart } from "../../shared/sync/KnownPart";
import { Progress } from "../../shared/sync/Progress";
import { SyncButtons } from "../../shared/sync/SyncButtons";
import { countedFrom } from "./days";
import { IncompleteNotice } from "./IncompleteNotice";
import styles from "./OverviewScreen.module.css";
import { Attention } from "./parts/Attention";
import { FixFirst } from "./parts/FixFirst";
import { GotWorse } from "./parts/GotWorse";
import { Hero } from "./parts/Hero";
import { Projects } from "./parts/Projects";
import { RangeFilter } from "./RangeFilter";
import { useLibraryQuery } from "./use-library-query";

/** Where the pages of a connection stand and what to do, from its saved data. */
export function OverviewScreen(): ReactNode {
  const { id } = useConnection();
  const sync = useSync(id);
  const isFirst = useIsFirstSync(id);
  const running = sync.state?.running;
  useCommand("reload", () => sync.start("light"));
  return (
    <Summary
      connection={id}
      notice={<IncompleteNotice sync={sync} />}
      empty={<NothingSynced connection={id} state={sync.state} />}
      isFirst={isFirst}
      progress={isFirst && running && <Progress connection={id} running={running} />}
    />
  );
}

/** The same of all connections. */
export function AllOverviewScreen(): ReactNode {
  return <Summary connection={null} empty={<EmptyLibrary connection={undefined} />} />;
}

type SummaryProps = {
  connection: string | null;
  notice?: ReactNode;
  /** Instead of figures, if there are none. */
  empty: ReactNode;
  /** The first sync runs, or is about to. */
  isFirst?: boolean;
  progress?: ReactNode;
};

function Summary({ connection, notice, empty, isFirst = false, progress }: SummaryProps) {
  const { t } = useLingui();
  const range = useRange();
  const trend = range.moment ? { trend_since: range.moment.at } : { trend_days: range.days };
  const query = { ...useOverviewQuery(connection), ...trend };
  const { data, problem, read } = useLibraryQuery(keys.library.overview(query), "overview_read", query);
  const known = data && !isEmpty(data) ? data : undefined;
  const planning = usePlanning();
  const start = countedFrom(known?.average ?? [], range, new Date());
  const isWaiting = data ? !known && isFirst : problem === null;
  return (
    <>
      <Screen
        title={t`Overview`}
        part={progress || (known && <KnownPart connection={connection} />)}
        actions={known && <RangeFilter connection={connection} />}
        hasFailed={!data && problem !== null}
      >
        {isWaiting && <Skeleton rows={8} />}
        {!data && problem && <ProblemView problem={problem} actions={{ retry: read }} />}
        {data && !known && !isWaiting && empty}
        {known && (
          <>
            {notice}
            <div className={styles.content}>
              <Hero connection={connection} overview={known} range={range} start={start} />
              <div className={halves.halves}>
                <FixFirst connection={connection} />
                <GotWorse connection={connection} range={range} start={start} overview={known} />
              </div>
              <Attention connection={connection} overview={known} planning={planning} />
              <Projects connection={connection} overview={known} start={start} />
            </div>
          </>
        )}
      </Screen>
      {planning.isPlanning && <PlanningBar stop={planning.stop} />}
    </>
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
      action={state && !wasRead && <SyncButtons only={connection} />}
    >
      {wasRead ? (
        <Trans>No reports yet. Create one to get started.</Trans>
      ) : (
        <Trans>Sync your reports to see where your pages stand and to track changes from now on.</Trans>
      )}
    </EmptyState>
  );
}
