import { FilterIgnored, LastKnown, SortIgnored, UnreadableRows } from "../problems";
import type { List } from "./use-list";

export type RowNoticesProps = {
  list: Omit<List<unknown>, "isReading" | "isStale">;
  /** The sort order, and one that the service isn't known to ignore. */
  sort?: { label: string; instead?: { label: string; onPress: () => void } | undefined };
  onClearFilters?: () => void;
};

/** True if the rows are provably in another order than was asked for. */
export function isSortIgnored({ page, isCurrent }: Pick<List<unknown>, "page" | "isCurrent">): boolean {
  return isCurrent && (page?.sort_ignored ?? false);
}

/** Notices about the visible rows. */
export function RowNotices({ list, sort, onClearFilters }: RowNoticesProps) {
  const { page, problem, isCurrent, read } = list;
  if (!page) return null;
  return (
    <>
      {problem && <LastKnown problem={problem} isOtherQuery={!isCurrent} onRetry={read} />}
      {sort && isSortIgnored(list) && <SortIgnored {...sort} />}
      {onClearFilters && page.filter_ignored && isCurrent && <FilterIgnored onClear={onClearFilters} />}
      <UnreadableRows rows={page.unreadable} />
    </>
  );
}
