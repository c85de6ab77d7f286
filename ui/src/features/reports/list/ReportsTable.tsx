import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense } from "react";
import { Button, EmptyState, lazyNamed, Table } from "../../../components";
import type { Connection } from "../../../host/contract";
import { ConnectionProvider, useConnections } from "../../../shared/data/connection";
import { usePreferences } from "../../../shared/data/preferences";
import { useIsWhole } from "../../../shared/data/sync";
import { columnSort } from "../../../shared/lists/column-sort";
import { ListPlaceholder } from "../../../shared/lists/ListPlaceholder";
import { useLayout } from "../../../shared/lists/use-layout";
import type { List } from "../../../shared/lists/use-list";
import { useReports } from "../context";
import styles from "../ReportsScreen.module.css";
import { DEFAULT_SORT, isFiltered, type ListedReport, NO_FILTERS, type ReportSearch } from "../search";
import { unappliedLabels } from "../writes/outcome-labels";
import { COLUMN_SORTS, useReportColumns } from "./columns";
import { ReportMenu } from "./ReportMenu";
import type { ReportList } from "./use-report-list";

const SyncButtons = lazyNamed(() => import("../../../shared/sync/SyncButtons"), "SyncButtons");
const EmptyLibrary = lazyNamed(() => import("../../../shared/sync/EmptyLibrary"), "EmptyLibrary");

export type ReportsTableProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  reports: ReportList;
  list: List<ListedReport>;
  /** Available width in pixels; 0 until measured. */
  width: number;
  search: ReportSearch;
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
  /** Offered if there are no reports. */
  newReport: ReactNode;
};

/** The report list's rows, or a placeholder. */
export function ReportsTable(props: ReportsTableProps) {
  const { connection, reports, list, width, search, isSortIgnored, onChange, newReport } = props;
  const { idOf, openKey, selection, more } = reports;
  const { t, i18n } = useLingui();
  const [{ density }] = usePreferences();
  const [layout, saveLayout] = useLayout("reports");
  const columns = useReportColumns({ connection, list, width, search });
  const { open, activityOf, writeNoticeOf } = useReports();
  const connections = useConnections();

  if (!list.page) {
    return <ListPlaceholder problem={list.problem} onRetry={list.read} />;
  }

  const { sort_by = DEFAULT_SORT.sort_by, sort = DEFAULT_SORT.sort } = search;
  const sorting = columnSort(COLUMN_SORTS, { sort_by, sort }, ["url", "project"], onChange);

  return (
    <div className={styles.rows} aria-busy={list.isStale || undefined}>
      <Table
        aria-label={t`Reports`}
        columns={columns.shown}
        layout={layout}
        onLayout={saveLayout}
        density={density}
        rows={list.page.rows}
        idOf={idOf}
        rowLabel={(row) => row.address}
        selected={selection.ids}
        onSelect={selection.select}
        {...sorting}
        sort={isSortIgnored ? undefined : sorting.sort}
        onOpen={open}
        openId={openKey}
        rowMenu={(row) => {
          const of = connection ?? connections.find(({ id }) => id === row.known?.connection);
          return (
            of && (
              <ConnectionProvider value={of}>
                <ReportMenu row={row} listKey={idOf(row)} isOfOne={connection !== null} onChange={onChange} />
              </ConnectionProvider>
            )
          );
        }}
        pendingOf={(row) => {
          const { isRefreshing, pending } = activityOf(row.id);
          return isRefreshing ? t`Rechecking…` : pending;
        }}
        noteOf={(row) => {
          if (row.known != null && row.known.gone_at !== null) return t`Removed`;
          const unapplied = writeNoticeOf(row.id)?.unapplied;
          return unapplied ? unappliedLabels(i18n, unapplied, row).title : undefined;
        }}
        isStale={list.isStale}
        onMore={more.load ?? undefined}
        isLoadingMore={more.isLoading}
        rowCount={list.page.total ?? (list.page.has_next ? null : list.page.rows.length)}
        empty={
          <NoReports connection={connection} list={list} search={search} onChange={onChange} newReport={newReport} />
        }
      />
    </div>
  );
}

type NothingProps = Pick<ReportsTableProps, "connection" | "list" | "search" | "onChange" | "newReport">;

function NoReports({ connection, list, search, onChange, newReport }: NothingProps) {
  const isWhole = useIsWhole(connection?.id ?? null);
  if (list.isLibraryEmpty) {
    return (
      <Suspense>
        <EmptyLibrary connection={connection?.id} />
      </Suspense>
    );
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        drawing="search"
        title={<Trans>No matching reports</Trans>}
        action={
          <>
            <Button onPress={() => onChange(NO_FILTERS)}>
              <Trans>Clear filters</Trans>
            </Button>
            {list.isOfLibrary && connection && !isWhole && (
              <Suspense>
                <SyncButtons only={connection.id} />
              </Suspense>
            )}
          </>
        }
      >
        {list.knownAt !== null ? (
          <Trans>No saved reports match your search and filters.</Trans>
        ) : (
          <Trans>No reports match your search and filters.</Trans>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="reports" title={<Trans>No reports yet</Trans>} action={newReport}>
      <Trans>Enter a page’s URL. The service checks it and creates a report.</Trans>
    </EmptyState>
  );
}
