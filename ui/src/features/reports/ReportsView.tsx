import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { lazyAfterFirstPaint, lazyNamed, lazyWithPreload } from "../../components";
import type { Connection } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { ListAnnouncer } from "../../shared/lists/ListAnnouncer";
import { Screen } from "../../shared/screen/Screen";
import { SplitView } from "../../shared/screen/SplitView";
import { useWidth } from "../../shared/screen/use-width";
import { ReportsFooter } from "./list/ReportsFooter";
import { ReportsToolbar } from "./list/ReportsToolbar";
import type { ReportList } from "./list/use-report-list";
import styles from "./ReportsScreen.module.css";

const loadSelectionBar = () => import("./selection/SelectionBar");
const SelectionBar = lazyNamed(() => loadSelectionBar(), "SelectionBar");
// The first paint shows the screen's frame; these load while the service is asked.
const ReportViewMenu = lazyAfterFirstPaint(() => import("./library/filters/ReportViewMenu"), "ReportViewMenu");
const ReportsNotices = lazyAfterFirstPaint(() => import("./list/ReportsNotices"), "ReportsNotices");
const MoreFailed = lazyAfterFirstPaint(() => import("../../shared/lists/endless/MoreFailed"), "MoreFailed");
const FixThese = lazyNamed(() => import("./library/fix-list/FixThese"), "FixThese");
const KnownPart = lazyNamed(() => import("../../shared/sync/KnownPart"), "KnownPart");
const [ReportsTable, loadReportsTable] = lazyWithPreload(() =>
  import("./list/ReportsTable").then((module) => module.ReportsTable),
);

/** Below this width, in pixels, the list has no field for the project. */
const NARROW = 680;

export { loadReportsTable };

export type ReportsViewProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  reports: ReportList;
  /** The open report, if any. */
  panel: ReactNode;
  newReport?: ReactNode;
};

/** A report list with its controls, and the open report beside it. */
export function ReportsView({ connection, reports, panel, newReport }: ReportsViewProps): ReactNode {
  const { t } = useLingui();
  const { search, query, list, more, rows, selection, change, area, focusRow } = reports;
  const [width, measure, isMeasured] = useWidth<HTMLDivElement>();
  // The bar stays mounted, so that its actions continue after the selection is cleared.
  const [hasSelected, setHasSelected] = useState(false);
  if (selection.rows.length > 0 && !hasSelected) setHasSelected(true);
  const { page, isOfLibrary } = list;
  const isThere = page !== undefined;
  // Preloaded for the next key: Delete after selecting a row.
  useEffect(() => {
    // Prefetch only: the real load reports errors.
    if (isThere) loadSelectionBar().catch(() => {});
  }, [isThere]);
  const isSortIgnored = list.isCurrent && (page?.sort_ignored ?? false);
  useCommand("reload", list.read);
  useCommand("select_all", rows.length > 0 ? () => selection.select("all") : null);

  const footer = <ReportsFooter list={list} isFull={more.isFull} paging={connection?.generation.paging} />;
  const shared = { connection, list, search, isSortIgnored, onChange: change };
  return (
    <SplitView panel={panel}>
      <Screen
        title={t`Reports`}
        hasFailed={!isThere && list.problem !== null}
        part={
          isOfLibrary && (
            <Suspense>
              <KnownPart connection={connection?.id} />
            </Suspense>
          )
        }
        actions={
          <>
            {isOfLibrary && (
              <Suspense>
                <FixThese connection={connection?.id ?? null} search={search} />
              </Suspense>
            )}
            {newReport}
          </>
        }
        toolbar={
          <ReportsToolbar {...shared} isNarrow={width > 0 && width < NARROW}>
            <Suspense fallback={<div className={styles.menuRoom} />}>
              <ReportViewMenu {...shared} query={query} width={width} />
            </Suspense>
          </ReportsToolbar>
        }
      >
        <ListAnnouncer list={list} />
        <Suspense>
          <ReportsNotices {...shared} />
        </Suspense>
        <div ref={area} className={styles.rows}>
          <div ref={measure} className={styles.rows}>
            {/* Rendering before the width is known would draw it twice. */}
            {isMeasured && (
              <Suspense>
                <ReportsTable {...shared} reports={reports} width={width} newReport={newReport} />
              </Suspense>
            )}
          </div>
        </div>
        <Suspense>{more.problem && <MoreFailed problem={more.problem} onRetry={more.retry} />}</Suspense>
        {hasSelected ? (
          <Suspense fallback={footer}>
            <SelectionBar connection={connection} selection={selection} list={list} query={query} onFocus={focusRow}>
              {footer}
            </SelectionBar>
          </Suspense>
        ) : (
          footer
        )}
      </Screen>
    </SplitView>
  );
}
