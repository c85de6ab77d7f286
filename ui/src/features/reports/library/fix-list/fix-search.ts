import type { FailingCheck, Importance } from "../../../../host/contract";
import { readableName } from "../../../../shared/checks/check-name";
import { searchOf } from "../../../../shared/navigation/routes";
import { compact, readChoice, readText } from "../../../../shared/navigation/search-params";
import { type LibrarySearch, readLibrarySearch } from "../../../library/search";

/** What the address says of the fix list: which reports are looked at, and which of their checks are shown. */
export type FixSearch = Omit<LibrarySearch, "page" | "selected" | "sort_by" | "sort" | "per_page"> & {
  importance?: Importance;
  /** A text in the names of the checks. */
  text?: string;
};

/** The kinds of importance, the weightiest first. */
const IMPORTANCES = ["high", "medium", "low"] as const satisfies Importance[];

/** Reads the search parameters of the fix list, leaving out what it does not understand. */
export function readFixSearch(raw: Record<string, unknown>): FixSearch {
  const { page, selected, sort_by, sort, per_page, ...search } = readLibrarySearch(raw);
  return compact({ ...search, importance: readChoice(raw.importance, IMPORTANCES), text: readText(raw.text) });
}

/** The same screen after a change. */
export function fixPlace(path: string, search: FixSearch, change: FixSearch): string {
  return `${path}${searchOf(compact({ ...search, ...change }))}`;
}

/** The checks of one importance, `null` for those of which the service said none. */
export type FixGroup = { importance: Importance | null; checks: FailingCheck[] };

/** The checks that fit the search, by importance. */
export function groupFixes(checks: readonly FailingCheck[], { importance, text = "" }: FixSearch): FixGroup[] {
  const wanted = text.trim().toLowerCase();
  const found = checks.filter(
    (check) =>
      (importance === undefined || check.importance === importance) &&
      [check.name, readableName(check.name)].some((form) => form.toLowerCase().includes(wanted)),
  );
  return [...IMPORTANCES, null]
    .map((each) => ({ importance: each, checks: found.filter((check) => check.importance === each) }))
    .filter((group) => group.checks.length > 0);
}
