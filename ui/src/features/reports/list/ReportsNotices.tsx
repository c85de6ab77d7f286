import { FilterIgnored, LastKnown, SortIgnored, UnreadableRows } from "../../../components";
import type { ServiceCapabilities, ReportRow } from "../../../host/contract";
import { useSortLabels } from "../../../shared/lists/sort-labels";
import type { List } from "../../../shared/lists/use-list";
import { NO_FILTERS, otherSort, type ReportSearch, DEFAULT_SORT } from "../search";

export type ReportsNoticesProps = {
  list: List<ReportRow>;
  search: ReportSearch;
  generation: ServiceCapabilities;
  /** The rows are provably in another order than was asked for. */
  isSortIgnored: boolean;
  onChange: (change: ReportSearch) => void;
};

/** Notices about the visible rows. */
export function ReportsNotices({ list, search, generation, isSortIgnored, onChange }: ReportsNoticesProps) {
  const labels = useSortLabels();
  const { page, problem, isCurrent, knownAt, readAt, read } = list;
  const asked = search.sort_by ?? DEFAULT_SORT.sort_by;
  const instead = otherSort(asked, generation);
  return (
    <>
      {problem && page && (
        <LastKnown problem={problem} since={readAt} knownAt={knownAt} isOtherQuery={!isCurrent} onRetry={read} />
      )}
      {isSortIgnored && (
        <SortIgnored
          label={labels[asked]}
          instead={
            instead && {
              label: labels[instead],
              onPress: () => onChange({ sort_by: instead, sort: search.sort }),
            }
          }
        />
      )}
      {page?.filter_ignored && isCurrent && <FilterIgnored onClear={() => onChange(NO_FILTERS)} />}
      {page && <UnreadableRows rows={page.unreadable} />}
    </>
  );
}
