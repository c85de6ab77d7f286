import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Selection, SortDescriptor } from "react-aria-components";
import type { List } from "../../app/use-list";
import { useWidth } from "../../app/use-width";
import { Button, EmptyState, ProblemView, Skeleton, Table, useIsSlow } from "../../components";
import type { Generation, ReportRow } from "../../host/contract";
import { COLUMN_SORTS, useReportColumns } from "./columns";
import styles from "./ReportsScreen.module.css";
import { isFiltered, NO_FILTERS, type ReportSearch } from "./search";

export type ReportsTableProps = {
  list: List<ReportRow>;
  search: ReportSearch;
  generation: Generation;
  /** The rows are provably in another order than was asked for. */
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
  openId: string | undefined;
  onOpen: (id: string) => void;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  /** The button that is offered where there are no reports yet. */
  newReport: ReactNode;
};

/** The rows of the reports list, or what stands in their place. */
export function ReportsTable(props: ReportsTableProps) {
  const { list, search, generation, isSortIgnored, onChange, openId, onOpen, selected, onSelect, newReport } = props;
  const { t } = useLingui();
  const [width, ref] = useWidth<HTMLDivElement>();
  const columns = useReportColumns(list.page?.rows ?? [], generation, width, onOpen);
  const isSlow = useIsSlow(list.isReading && !list.isCurrent);

  if (!list.page) {
    return list.problem ? (
      <ProblemView problem={list.problem} actions={{ retry: list.read }} />
    ) : (
      <Skeleton rows={20} />
    );
  }

  const direction = search.sort === "asc" ? "ascending" : "descending";
  const column = Object.keys(COLUMN_SORTS).find((id) => COLUMN_SORTS[id] === (search.sort_by ?? "id")) ?? "";
  const sort = (wanted: SortDescriptor) => {
    const sort_by = COLUMN_SORTS[wanted.column];
    // The first press sorts texts from A, and dates and verdicts from the newest and best.
    const first = sort_by === "url" ? "asc" : "desc";
    const turned = search.sort === "asc" ? "desc" : "asc";
    onChange({ sort_by, sort: wanted.column === column ? turned : first });
  };

  return (
    <div
      ref={ref}
      className={styles.rows}
      aria-busy={isSlow || undefined}
      onKeyDownCapture={(event) => {
        const id = event.key === "Enter" ? (event.target as HTMLElement).dataset.key : undefined;
        if (id === undefined || !list.page?.rows.some((row) => row.id === id)) return;
        event.stopPropagation();
        onOpen(id);
      }}
    >
      <Table
        aria-label={t`Reports`}
        columns={columns}
        rows={list.page.rows}
        idOf={(row) => row.id}
        textOf={(row) => row.address}
        selected={selected}
        onSelect={onSelect}
        sort={isSortIgnored ? undefined : { column, direction }}
        onSort={sort}
        onOpen={onOpen}
        openId={openId}
        isStale={isSlow}
        empty={<Nothing page={list.page.number} search={search} onChange={onChange} newReport={newReport} />}
      />
    </div>
  );
}

function Nothing({
  page,
  search,
  onChange,
  newReport,
}: Pick<ReportsTableProps, "search" | "onChange" | "newReport"> & { page: number }) {
  if (page > 1) {
    return (
      <EmptyState
        icon={FileText}
        title={<Trans>There is nothing on this page</Trans>}
        action={
          <Button onPress={() => onChange({ page: undefined })}>
            <Trans>First page</Trans>
          </Button>
        }
      >
        <Trans>The list has become shorter.</Trans>
      </EmptyState>
    );
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
        <Trans>No report of this service fits the search and the filters.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={FileText} title={<Trans>No reports yet</Trans>} action={newReport}>
      <Trans>Give the address of a page, and the service checks it and keeps a report on it.</Trans>
    </EmptyState>
  );
}
