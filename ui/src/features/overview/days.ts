import type { DayVerdicts, VerdictCounts } from "../../host/contract";
import { daysBetween } from "../../shared/moments/range";

/** The start of a day such as `2026-11-21` in the user's time zone. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** How many days ago a day was, by the user's clock. */
export function daysAgo(day: string, now: Date): number {
  return daysBetween(startOf(day), now);
}

/** The verdicts at the end of a day, from changes sorted oldest first. */
export function verdictsOn(changes: readonly DayVerdicts[], day: string): VerdictCounts | undefined {
  return changes.filter((change) => change.day <= day).at(-1)?.verdicts;
}
