import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FilterChip } from "../../../../components";
import { checkName, useGuide } from "../../../../shared/checks/guide";
import { isAnyEnough, type ReportSearch } from "../../search";
import { useLibraryLabels } from "./labels";

/** The active filters, each removable, but not those that are `shown` elsewhere. */
export function useChips(
  search: ReportSearch,
  onChange: (change: ReportSearch) => void,
  shown: readonly (keyof ReportSearch)[] = [],
): FilterChip[] {
  const { t, i18n } = useLingui();
  const words = useLibraryLabels();
  const guide = useGuide();
  const chips: FilterChip[] = [];
  const add = (id: string, label: string, without: ReportSearch) =>
    chips.push({ id, label, onRemove: () => onChange(without) });

  const isHidden = (name: keyof ReportSearch) => search[name] !== undefined && !shown.includes(name);
  const { search: term, search_in, result, project, privacy, score_min, score_max, stale_days } = search;
  if (term !== undefined && search_in === "checks") {
    add("search", t`Checks contain “${term}”`, { search: undefined, search_in: undefined });
  } else if (isHidden("search")) add("search", t`URL contains “${term}”`, { search: undefined });
  if (result !== undefined && isHidden("result")) {
    const verdict = words.verdict[result];
    add("result", t`Verdict: ${verdict}`, { result: undefined });
  }
  if (isHidden("project")) add("project", t`Project: ${project}`, { project: undefined });
  if (isAnyEnough(search)) add("any", t`Any of these filters`, { any: undefined });
  if (privacy !== undefined) {
    const word = words.privacy[privacy];
    add("privacy", t`Privacy: ${word}`, { privacy: undefined });
  }
  if (score_min !== undefined || score_max !== undefined) {
    const [least, most] = [i18n.number(score_min ?? 0), i18n.number(score_max ?? 100)];
    add("score", t`Score: ${least} to ${most}`, { score_min: undefined, score_max: undefined });
  }
  if (stale_days !== undefined) {
    const label = t`Not checked for ${plural(stale_days, { one: "# day", other: "# days" })}`;
    add("stale", label, { stale_days: undefined });
  }
  const { changed, since = "last_time", failing, gone } = search;
  if (changed !== undefined) {
    add("changed", words.changedSince(changed, since), { changed: undefined, since: undefined });
  }
  if (failing !== undefined) {
    const name = checkName(guide, failing);
    add("failing", t`Fails: ${name}`, { failing: undefined });
  }
  const { path, pattern, duplicates } = search;
  if (path !== undefined) add("path", t`Path starts with “${path}”`, { path: undefined });
  if (pattern !== undefined) add("pattern", t`URL matches “${pattern}”`, { pattern: undefined });
  if (duplicates !== undefined) add("duplicates", words.duplicates[duplicates], { duplicates: undefined });
  if (gone) add("gone", t`Only removed reports`, { gone: undefined });
  return chips;
}
