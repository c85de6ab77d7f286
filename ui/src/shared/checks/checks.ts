import type { Check, Importance } from "../../host/contract";
import { checkForms, type Guide } from "./guide";

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

/** The checks whose name or title contains the text, in any form. */
export function searchChecks(checks: readonly Check[], text: string, guide: Guide): Check[] {
  const wanted = text.trim().toLowerCase();
  return checks.filter(({ name }) => checkForms(guide, name).some((form) => form.toLowerCase().includes(wanted)));
}
