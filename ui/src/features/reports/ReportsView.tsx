import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { lazyAfterFirstPaint, lazyNamed, preload } from "../../components";
import { useCommand } from "../../shared/commands";
import { ListScreen } from "../../shared/lists/ListScreen";
import { useSortLabels } from "../../shared/lists/sort-labels";
import { ProblemActionsProvider } from "../../shared/problems";
import { useProjectScope } from "../../shared/screen/project-scope";
import { SplitView } from "../../shared/screen/SplitView";
import { useViews } from "../../shared/views/use-views";
import { ReportsFooter } from "./list/ReportsFooter";
import { ReportsToolbar } from "./list/ReportsToolbar";
import type { ReportListProps } from "./list/use-report-list";
import { isCheckSort, isFiltered, isOfDuplicates, NO_FILTERS, otherSort, sortOf } from "./search";

const SelectionBar = lazyNamed(() => import("./selection/SelectionBar"), "SelectionBar");
// The first paint shows the screen's frame; these load while the service is asked.
const RowNotices = lazyAfterFirstPaint(() => import("../../shared/lists/RowNotices"), "RowNotices");
const MoreFailed = lazyAfterFirstPaint(() => import("../../shared/lists/endless/MoreFailed"), "MoreFailed");
const FixThese = lazyNamed(() => import("./library/fix-list/FixThese"), "FixThese");
const KnownPart = lazyNamed(() => import("../../shared/sync/KnownPart"), "KnownPart");
export const ReportsTable = lazyNamed(() => import("./list/ReportsTable"), "ReportsTable");

export type ReportsViewProps = ReportListProps & {
  /** The open report, if any. */
  panel: ReactNode;
  newReport?: ReactNode;
};

/** A report list with its controls, and the open report beside it. */
export function ReportsView({ connection, reports, panel, newReport }: ReportsViewProps): ReactNode {
  const { t } = useLingui();
  const { search, list, rows, selection, change } = reports;
  const shared = { connection, reports };
  const { open } = useViews();
  const isInProject = useProjectScope() !== null;
  // Of all reports, and of all in a project, the sidebar or a tab has the fix list.
  const isOfSome = rows.length > 0 && isFiltered(isInProject ? { ...search, project: undefined } : search);
  useCommand("select_all", rows.length > 0 ? () => selection.select("all") : null);
  return (
    <SplitView panel={panel}>
      <ProblemActionsProvider actions={{ clear_pattern: () => change({ pattern: undefined }) }}>
        <ListScreen
          title={open?.name ?? t`Reports`}
          part={list.isOfLibrary && <KnownPart connection={connection?.id} />}
          actions={
            <>
              {/* Beside a report there is no room for it. */}
              {list.isOfLibrary && isOfSome && reports.openKey === undefined && !isOfDuplicates(search) && (
                <FixThese connection={connection?.id ?? null} search={search} />
              )}
              {!isInProject && newReport}
            </>
          }
          toolbar={<ReportsToolbar {...shared} />}
          list={list}
          notices={<Notices {...shared} />}
          view={reports}
          onReload={reports.reload}
          footer={<Footer {...shared} />}
        >
          {/* Rendering before the width is known would draw it twice. */}
          {reports.isMeasured && <ReportsTable {...shared} newReport={newReport} />}
        </ListScreen>
      </ProblemActionsProvider>
    </SplitView>
  );
}

/** Notices about the visible rows. */
function Notices({ connection, reports: { list, search, change } }: ReportListProps) {
  const labels = useSortLabels(connection?.generation.rating);
  const { sort_by, sort } = sortOf(search);
  const other = connection && otherSort(sort_by, connection.generation);
  const instead = other ? { label: labels[other], onPress: () => change({ sort_by: other, sort }) } : undefined;
  return (
    <RowNotices
      list={list}
      // A service isn’t asked to sort by a check.
      {...(!isCheckSort(sort_by) && { sort: { label: labels[sort_by], instead } })}
      onClearFilters={() => change(NO_FILTERS)}
    />
  );
}

/** The number and age of the rows, and actions for selected ones. */
function Footer({ connection, reports }: ReportListProps) {
  const { list, more, query, search, selection, planning, focusRow, rows, idOf, removedKey } = reports;
  // The bar stays mounted, so that its actions continue after the selection is cleared.
  const [hasBar, setHasBar] = useState(false);
  if ((selection.rows.length > 0 || planning.isPlanning) && !hasBar) setHasBar(true);
  const isThere = list.page !== undefined;
  // Preloaded for the next key: Delete after selecting a row.
  useEffect(() => {
    if (isThere) preload(SelectionBar);
  }, [isThere]);
  const footer = (
    <ReportsFooter
      connection={connection}
      list={reports.remaining}
      search={search}
      hasRemoved={rows.some((row) => idOf(row) === removedKey)}
      isFull={more.isFull}
    />
  );
  return (
    <>
      {more.problem && <MoreFailed problem={more.problem} onRetry={more.retry} />}
      {hasBar ? (
        <SelectionBar
          connection={connection}
          selection={selection}
          planning={planning}
          list={list}
          query={query}
          onFocus={focusRow}
          fallback={footer}
        >
          {footer}
        </SelectionBar>
      ) : (
        footer
      )}
    </>
  );
}
