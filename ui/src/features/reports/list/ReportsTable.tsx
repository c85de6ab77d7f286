import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button, EmptyState, lazyNamed } from "../../../components";
import { ConnectionProvider, useConnections } from "../../../shared/data/connection";
import { useIsWhole } from "../../../shared/data/sync";
import { columnSort } from "../../../shared/lists/column-sort";
import { ListTable } from "../../../shared/lists/ListTable";
import { isSortIgnored } from "../../../shared/lists/RowNotices";
import type { CheckSortKey, ReportListSort } from "../../../shared/navigation/routes";
import { hasMore } from "../../../shared/selection/selection-scope";
import { usePendingOf } from "../../../shared/unsaved/deletions";
import { useReports } from "../context";
import { isFiltered, isOfDuplicates, NO_FILTERS, sortOf } from "../search";
import { unappliedLabels } from "../writes/outcome-labels";
import { COLUMN_SORTS, TrendProvider } from "./columns";
import { ReportMenu } from "./ReportMenu";
import type { ReportListProps } from "./use-report-list";
import { useReportsView } from "./use-reports-view";

const SyncButtons = lazyNamed(() => import("../../../shared/sync/SyncButtons"), "SyncButtons");
const EmptyLibrary = lazyNamed(() => import("../../../shared/sync/EmptyLibrary"), "EmptyLibrary");

export type ReportsTableProps = ReportListProps & {
  /** Offered if there are no reports. */
  newReport: ReactNode;
};

/** The report list's rows. */
export function ReportsTable({ connection, reports, newReport }: ReportsTableProps) {
  const { list, idOf, openKey, removedKey, open, search, change, selection, more } = reports;
  const { t, i18n } = useLingui();
  const view = useReportsView(connection, reports);
  const { writeNoticeOf } = useReports();
  const pendingOf = usePendingOf();
  const connections = useConnections();
  const { checkSorts, trendOf } = view;
  const keys = { ...COLUMN_SORTS, ...Object.fromEntries(checkSorts.map(({ column, key }) => [column, key])) };
  const ofTexts = checkSorts.filter(({ isOfTexts }) => isOfTexts).map(({ key }) => key);
  const sorting = columnSort<ReportListSort | CheckSortKey>(
    keys,
    sortOf(search),
    ["url", "project", "result", ...ofTexts],
    change,
  );
  return (
    <TrendProvider value={trendOf}>
      <ListTable
        aria-label={t`Reports`}
        view={view}
        page={list.page}
        more={more}
        idOf={idOf}
        rowLabel={(row) => row.address}
        selected={selection.ids}
        onSelect={selection.select}
        hasUnselected={!selection.isAll && hasMore(list.page)}
        {...sorting}
        sort={isSortIgnored(list) ? undefined : sorting.sort}
        onOpen={open}
        openId={openKey}
        rowMenu={(row) => {
          const of = connection ?? connections.find(({ id }) => id === row.known?.connection);
          return (
            of && (
              <ConnectionProvider value={of}>
                <ReportMenu
                  row={row}
                  listKey={idOf(row)}
                  isOfOne={connection !== null}
                  isOpen={idOf(row) === openKey}
                  onChange={change}
                />
              </ConnectionProvider>
            )
          );
        }}
        pendingOf={(row) => pendingOf(connection?.id ?? row.known?.connection ?? "", row.id)}
        partOf={
          isOfDuplicates(search) && sorting.sort?.column === "address"
            ? ({ known, address }) => `${known?.connection} ${address}`
            : undefined
        }
        noteOf={(row) => {
          if (row.id === removedKey || (row.known != null && row.known.gone_at !== null)) return t`Removed`;
          const unapplied = writeNoticeOf(row.id)?.unapplied;
          return unapplied ? unappliedLabels(i18n, unapplied, row).title : undefined;
        }}
        isStale={list.isStale}
        empty={<NoReports connection={connection} reports={reports} newReport={newReport} />}
      />
    </TrendProvider>
  );
}

function NoReports({ connection, reports: { list, search, change }, newReport }: ReportsTableProps) {
  const isWhole = useIsWhole(connection?.id ?? null);
  const hasFilters = isFiltered({ ...search, search: undefined });
  if (list.isLibraryEmpty) {
    return <EmptyLibrary connection={connection?.id} />;
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        drawing="search"
        title={<Trans>No matching reports</Trans>}
        action={
          <>
            <Button onPress={() => change(NO_FILTERS)}>
              {hasFilters ? <Trans>Clear filters</Trans> : <Trans>Clear search</Trans>}
            </Button>
            {list.isOfLibrary && connection && !isWhole && <SyncButtons only={connection.id} />}
          </>
        }
      >
        {list.knownAt !== null && <Trans>Only saved reports were searched.</Trans>}
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="reports" title={<Trans>No reports yet</Trans>} action={newReport}>
      <Trans>Enter a page’s URL. The service checks it and creates a report.</Trans>
    </EmptyState>
  );
}
