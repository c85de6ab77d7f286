import type { FailingCheck, Importance } from "../../../../host/contract";
import { checkForms, type Guide } from "../../../../shared/checks/guide";
import { type ReportFilters, searchString } from "../../../../shared/navigation/routes";
import { compact, readChoice, readText } from "../../../../shared/navigation/search-params";
import { filtersOf, readReportSearch } from "../../search";

/** Search parameters of the fix list: report filters and check filters. */
export type FixSearch = ReportFilters & {
  /** The id of the open saved view. */
  view?: string;
  importance?: Importance;
  /** Text in check names. */
  text?: string;
};

/** Most important first. */
const IMPORTANCES = ["high", "medium", "low"] as const satisfies Importance[];

/** Parses the search parameters; invalid ones are dropped. */
export function readFixSearch(raw: Record<string, unknown>): FixSearch {
  // The filter had another name.
  const all = readReportSearch({ ...raw, result: raw.result ?? raw.verdict });
  return compact({
    ...filtersOf(all),
    view: all.view,
    importance: readChoice(raw.importance, IMPORTANCES),
    text: readText(raw.text),
  });
}

/** The same screen after a change. */
export function fixPlace(path: string, search: FixSearch, change: FixSearch): string {
  return `${path}${searchString(compact({ ...search, ...change }))}`;
}

/** The checks of one importance; `null` if the service gives none. */
export type FixGroup = { importance: Importance | null; checks: FailingCheck[] };

/** The matching checks by importance. */
export function groupFixes(
  checks: readonly FailingCheck[],
  { importance, text }: Pick<FixSearch, "importance" | "text">,
  guide: Guide,
): FixGroup[] {
  const found = checksWith(checks, text, guide).filter(
    (check) => importance === undefined || check.importance === importance,
  );
  return [...IMPORTANCES, null]
    .map((each) => ({ importance: each, checks: found.filter((check) => check.importance === each) }))
    .filter((group) => group.checks.length > 0);
}

/** How many checks match the text: all, and those of each importance. */
export function countFixes(
  checks: readonly FailingCheck[],
  text: string | undefined,
  guide: Guide,
): Record<Importance | "all", number> {
  const found = checksWith(checks, text, guide);
  const countOf = (importance: Importance) => found.filter((check) => check.importance === importance).length;
  return { all: found.length, high: countOf("high"), medium: countOf("medium"), low: countOf("low") };
}

function checksWith(checks: readonly FailingCheck[], text = "", guide: Guide): FailingCheck[] {
  const wanted = text.trim().toLowerCase();
  return checks.filter(({ name }) => checkForms(guide, name).some((form) => form.toLowerCase().includes(wanted)));
}
