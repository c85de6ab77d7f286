import type { Connection } from "../../../host/contract";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import type { List } from "../../../shared/lists/use-list";
import { FilterIgnored, LastKnown, SortIgnored, UnreadableRows } from "../../../shared/problems";
import { DEFAULT_SORT, type ListedReport, NO_FILTERS, otherSort, type ReportSearch } from "../search";

export type ReportsNoticesProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  list: List<ListedReport>;
  search: ReportSearch;
  /** The rows are provably in another order than was asked for. */
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
};

/** Notices about the visible rows. */
export function ReportsNotices({ connection, list, search, isSortIgnored, onChange }: ReportsNoticesProps) {
  const labels = useSortLabels(connection?.generation.rating);
  const { page, problem, isCurrent, isOfLibrary, knownAt, readAt, read } = list;
  const asked = search.sort_by ?? DEFAULT_SORT.sort_by;
  const instead = connection && otherSort(asked, connection.generation);
  return (
    <>
      {problem && page && (
        <LastKnown
          problem={problem}
          since={readAt}
          // The library itself can't be read.
          knownAt={isOfLibrary ? null : knownAt}
          isOtherQuery={!isCurrent}
          onRetry={read}
        />
      )}
      {isSortIgnored && (
        <SortIgnored
          label={labels[asked]}
          instead={
            instead
              ? { label: labels[instead], onPress: () => onChange({ sort_by: instead, sort: search.sort }) }
              : undefined
          }
        />
      )}
      {page?.filter_ignored && isCurrent && <FilterIgnored onClear={() => onChange(NO_FILTERS)} />}
      {page && <UnreadableRows rows={page.unreadable} />}
    </>
  );
}
