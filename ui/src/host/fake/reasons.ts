import type { ChangedChecks, ChangeReasons, Check, Importance, Report } from "../contract";

type State = { number: number; report: Report };

const IMPORTANCE: readonly (Importance | null)[] = ["high", "medium", "low", null];
const MAX_NAMES = 5;

/** The checks that differ between two states; the fake's reports have each name once. */
export function reasonsBetween(before: State, after: State): ChangeReasons {
  const earlier = new Map(before.report.checks.map((check) => [check.name, check]));
  const broke: Check[] = [];
  const fixed: Check[] = [];
  const changed: Check[] = [];
  for (const check of after.report.checks) {
    const was = earlier.get(check.name);
    earlier.delete(check.name);
    if (JSON.stringify(was) === JSON.stringify(check)) continue;
    if (was?.passed === true && check.passed === false) broke.push(check);
    else if (was?.passed === false && check.passed === true) fixed.push(check);
    else changed.push(check);
  }
  return {
    before: before.number,
    after: after.number,
    broke: named(broke),
    fixed: named(fixed),
    changed: named([...changed, ...earlier.values()]),
  };
}

function named(checks: readonly Check[]): ChangedChecks {
  const rank = ({ importance }: Check) => IMPORTANCE.indexOf(importance);
  const first = [...checks]
    .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name, importance }) => ({ name, importance }));
  return { first, count: checks.length };
}
