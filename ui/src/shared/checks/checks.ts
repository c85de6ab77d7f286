import type { Check, Importance } from "../../host/contract";
import { readableName } from "./check-name";

export type CheckGroups = { failed: Check[]; unrated: Check[]; passed: Check[] };

const RANKS: Record<Importance, number> = { high: 0, medium: 1, low: 2 };

function rank({ importance }: Check): number {
  return importance === null ? 3 : RANKS[importance];
}

/** Groups checks by outcome; each group is sorted by importance, then in the service's order (`field-notes.md` 4). */
export function groupChecks(checks: readonly Check[]): CheckGroups {
  const sorted = [...checks].sort((a, b) => rank(a) - rank(b));
  return {
    failed: sorted.filter((check) => check.passed === false),
    unrated: sorted.filter((check) => check.passed === null),
    passed: sorted.filter((check) => check.passed === true),
  };
}

type Outcome = keyof CheckGroups;

export type CheckFilter = {
  /** Matches the raw name and the readable one. */
  text: string;
  outcome: Outcome | "all";
  importance: Importance | "all";
};

const PASSED: Record<Outcome, boolean | null> = { failed: false, unrated: null, passed: true };

/** The checks that match the filter. */
export function filterChecks(checks: readonly Check[], { text, outcome, importance }: CheckFilter): Check[] {
  const wanted = text.trim().toLowerCase();
  return checks.filter(
    (check) =>
      (outcome === "all" || check.passed === PASSED[outcome]) &&
      (importance === "all" || check.importance === importance) &&
      [check.name, readableName(check.name)].some((form) => form.toLowerCase().includes(wanted)),
  );
}

/** The number of checks of each importance. */
export function countByImportance(checks: readonly Check[]): Record<Importance, number> {
  const count = (wanted: Importance) => checks.filter(({ importance }) => importance === wanted).length;
  return { high: count("high"), medium: count("medium"), low: count("low") };
}
