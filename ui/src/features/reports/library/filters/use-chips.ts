import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FilterChip } from "../../../../components";
import { readableName } from "../../../../shared/checks/check-name";
import { useSortLabels } from "../../../../shared/lists/sort-labels";
import { DEFAULT_SORT, isSortedOtherwise, type ReportSearch } from "../../search";
import { useLibraryLabels } from "./labels";

/** The active filters and sort order, each removable. */
export function useChips(search: ReportSearch, onChange: (change: ReportSearch) => void): FilterChip[] {
  const { t, i18n } = useLingui();
  const words = useLibraryLabels();
  const labels = useSortLabels();
  const chips: FilterChip[] = [];
  const add = (id: string, label: string, without: ReportSearch) =>
    chips.push({ id, label, onRemove: () => onChange(without) });

  const { search: term, search_in, result, project, privacy, score_min, score_max, stale_days } = search;
  if (term !== undefined) {
    const label = search_in === "checks" ? t`Checks contain “${term}”` : t`URL contains “${term}”`;
    add("search", label, { search: undefined, search_in: undefined });
  }
  if (result !== undefined) {
    const verdict = words.verdict[result];
    add("result", t`Verdict: ${verdict}`, { result: undefined });
  }
  if (project !== undefined) add("project", t`Project: ${project}`, { project: undefined });
  if (privacy !== undefined) {
    const word = words.privacy[privacy];
    add("privacy", t`Privacy: ${word}`, { privacy: undefined });
  }
  if (score_min !== undefined || score_max !== undefined) {
    const [least, most] = [i18n.number(score_min ?? 0), i18n.number(score_max ?? 100)];
    add("score", t`Score: ${least} to ${most}`, { score_min: undefined, score_max: undefined });
  }
  if (stale_days !== undefined) {
    const label = t`Not checked in ${plural(stale_days, { one: "# day", other: "# days" })}`;
    add("stale", label, { stale_days: undefined });
  }
  const {
    changed,
    since = "last_time",
    failing,
    gone,
    sort_by = DEFAULT_SORT.sort_by,
    sort = DEFAULT_SORT.sort,
  } = search;
  if (changed !== undefined) {
    add("changed", words.changedSince(changed, since), { changed: undefined, since: undefined });
  }
  if (failing !== undefined) {
    const name = readableName(failing);
    add("failing", t`Fails: ${name}`, { failing: undefined });
  }
  if (gone) add("gone", t`Removed from the service`, { gone: undefined });
  if (isSortedOtherwise(search)) {
    const key = labels[sort_by];
    const label = sort === "asc" ? t`By ${key}, ascending` : t`By ${key}, descending`;
    add("sort", label, { sort_by: undefined, sort: undefined });
  }
  return chips;
}
