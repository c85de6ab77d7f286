import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FilterChip } from "../../../../components";
import { readableName } from "../../../../shared/checks/check-name";
import { useConnectionName, useConnections } from "../../../../shared/data/connection";
import { isSortedOtherwise, type LibrarySearch, DEFAULT_SORT } from "../../../library/search";
import { useWords } from "../../../library/use-words";

/** The active filters and sort order, each removable. */
export function useChips(search: LibrarySearch, onChange: (change: LibrarySearch) => void): FilterChip[] {
  const { t, i18n } = useLingui();
  const words = useWords();
  const nameOf = useConnectionName();
  const connections = useConnections();
  const chips: FilterChip[] = [];
  const add = (id: string, label: string, without: LibrarySearch) =>
    chips.push({ id, label, onRemove: () => onChange(without) });

  const { search: term, search_in, connection, project, verdict, privacy, score_min, score_max, stale_days } = search;
  if (term !== undefined) {
    const label = search_in === "checks" ? t`Checks have “${term}”` : t`Address has “${term}”`;
    add("search", label, { search: undefined, search_in: undefined });
  }
  if (connection !== undefined) {
    const known = connections.find(({ id }) => id === connection);
    const name = known ? nameOf(known) : connection;
    add("connection", t`Connection: ${name}`, { connection: undefined });
  }
  if (project !== undefined) add("project", t`Project: ${project}`, { project: undefined });
  if (verdict !== undefined) {
    const word = words.verdict[verdict];
    add("verdict", t`Verdict: ${word}`, { verdict: undefined });
  }
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
  const { changed, since = "last_time", failing, gone, sort_by = DEFAULT_SORT.sort_by, sort = DEFAULT_SORT.sort } = search;
  if (changed !== undefined) {
    add("changed", words.changedSince(changed, since), { changed: undefined, since: undefined });
  }
  if (failing !== undefined) {
    const name = readableName(failing);
    add("failing", t`Fails: ${name}`, { failing: undefined });
  }
  if (gone) add("gone", t`Gone from the service`, { gone: undefined });
  if (isSortedOtherwise(search)) {
    const key = words.sort[sort_by];
    const label = sort === "asc" ? t`By ${key}, ascending` : t`By ${key}, descending`;
    add("sort", label, { sort_by: undefined, sort: undefined });
  }
  return chips;
}
