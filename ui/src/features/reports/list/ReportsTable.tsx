import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Selection } from "react-aria-components";
import { Button, EmptyState, ProblemView, Skeleton, Table, useIsSlow } from "../../../components";
import type { ReportRow } from "../../../host/contract";
import { usePreferences } from "../../../shared/data/preferences";
import { columnSort } from "../../../shared/lists/column-sort";
import { PastEnd } from "../../../shared/lists/PastEnd";
import { useLayout } from "../../../shared/lists/use-layout";
import type { List } from "../../../shared/lists/use-list";
import { useReports } from "../context";
import styles from "../ReportsScreen.module.css";
import { isFiltered, NO_FILTERS, type ReportSearch, DEFAULT_SORT } from "../search";
import { COLUMN_SORTS, useReportColumns } from "./columns";
import { ReportMenu } from "./ReportMenu";

export type ReportsTableProps = {
  list: List<ReportRow>;
  /** The room for it, in pixels; 0 while it is not known. */
  width: number;
  search: ReportSearch;
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
  openId: string | undefined;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  /** The button that is offered where there are no reports yet. */
  newReport: ReactNode;
};

/** The report list's rows, or a placeholder. */
export function ReportsTable(props: ReportsTableProps) {
  const { list, width, search, isSortIgnored, onChange, openId, selected, onSelect, newReport } = props;
  const { t } = useLingui();
  const [{ density }] = usePreferences();
  const [layout, saveLayout] = useLayout("reports");
  const columns = useReportColumns(width);
  const { open, activityOf } = useReports();
  const isSlow = useIsSlow(list.isReading && (!list.isCurrent || list.knownAt !== null));

  if (!list.page) {
    return list.problem ? (
      <ProblemView problem={list.problem} actions={{ retry: list.read }} />
    ) : (
      <Skeleton rows={20} rowHeight={density === "compact" ? 30 : 36} />
    );
  }

  const { sort_by = DEFAULT_SORT.sort_by, sort = DEFAULT_SORT.sort } = search;
  const sorting = columnSort(COLUMN_SORTS, { sort_by, sort }, "url", onChange);

  return (
    <div
      className={styles.rows}
      aria-busy={isSlow || undefined}
      onKeyDownCapture={(event) => {
        const id = event.key === "Enter" ? (event.target as HTMLElement).dataset.key : undefined;
        if (id === undefined || !list.page?.rows.some((row) => row.id === id)) return;
        event.stopPropagation();
        open(id);
      }}
    >
      <Table
        aria-label={t`Reports`}
        columns={columns.shown}
        layout={layout}
        onLayout={saveLayout}
        density={density}
        rows={list.page.rows}
        idOf={(row) => row.id}
        textOf={(row) => row.address}
        selected={selected}
        onSelect={onSelect}
        {...sorting}
        sort={isSortIgnored ? undefined : sorting.sort}
        onOpen={open}
        openId={openId}
        menuOf={(row) => <ReportMenu row={row} />}
        pendingOf={({ id }) => {
          const { isRefreshing, pending } = activityOf(id);
          return isRefreshing ? t`Being checked again` : pending;
        }}
        isStale={isSlow}
        empty={
          <Nothing
            page={list.page.number}
            isKnown={list.knownAt !== null}
            search={search}
            onChange={onChange}
            newReport={newReport}
          />
        }
      />
    </div>
  );
}

type NothingProps = Pick<ReportsTableProps, "search" | "onChange" | "newReport"> & {
  page: number;
  /** It is the library that has nothing. */
  isKnown: boolean;
};

function Nothing({ page, isKnown, search, onChange, newReport }: NothingProps) {
  if (page > 1) {
    return <PastEnd icon={FileText} onFirst={() => onChange({ page: undefined })} />;
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={SearchX}
        title={<Trans>No report fits</Trans>}
        action={
          <Button onPress={() => onChange(NO_FILTERS)}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        {isKnown ? (
          <Trans>No report that the library remembers fits the search and the filters.</Trans>
        ) : (
          <Trans>No report of this service fits the search and the filters.</Trans>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileText} title={<Trans>No reports yet</Trans>} action={newReport}>
      <Trans>Give the address of a page, and the service checks it and keeps a report on it.</Trans>
    </EmptyState>
  );
}
