import { useLingui } from "@lingui/react/macro";
import type { FilterChip } from "../../components";
import { useSortLabels } from "../../shared/lists/sort-labels";
import { isSortedOtherwise, type ReportSearch, DEFAULT_SORT } from "./search";

/** What narrows the list and orders it in another way than the usual one, each with the way to take it away. */
export function useChips(search: ReportSearch, onChange: (change: ReportSearch) => void): FilterChip[] {
  const { t } = useLingui();
  const labels = useSortLabels();
  const chips: FilterChip[] = [];
  const { search: term, result, project, sort_by = DEFAULT_SORT.sort_by, sort = DEFAULT_SORT.sort } = search;
  if (term !== undefined) {
    chips.push({ id: "search", label: t`Address has “${term}”`, onRemove: () => onChange({ search: undefined }) });
  }
  if (result !== undefined) {
    const verdict = { good: t`Good`, decent: t`Decent`, bad: t`Bad` }[result];
    chips.push({ id: "result", label: t`Verdict: ${verdict}`, onRemove: () => onChange({ result: undefined }) });
  }
  if (project !== undefined) {
    chips.push({ id: "project", label: t`Project: ${project}`, onRemove: () => onChange({ project: undefined }) });
  }
  if (isSortedOtherwise(search)) {
    const key = labels[sort_by];
    chips.push({
      id: "sort",
      label: sort === "asc" ? t`By ${key}, ascending` : t`By ${key}, descending`,
      onRemove: () => onChange({ sort_by: undefined, sort: undefined }),
    });
  }
  return chips;
}
