import type { DayVerdicts, Overview, VerdictCounts } from "../../host/contract";
import { daysBetween, type Range } from "../../shared/moments/range";

/** The start of a day such as `2026-11-21` in the user's time zone. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** The end of a day in the user's time zone. */
export function endOf(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
}

/** How many days ago a day was, by the user's clock. */
export function daysAgo(day: string, now: Date): number {
  return daysBetween(startOf(day), now);
}

/** The day since which the screen counts: where its range begins, or a history that starts later. */
export function countedFrom(average: Overview["average"], { days }: Range, now: Date): Date {
  const [first] = average;
  return first ? startOf(first.day) : new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}

/** The history starts later than the range. */
export function beginsLater(average: Overview["average"], { days }: Range, now: Date): boolean {
  const [first, second = first] = average.map(({ day }) => daysAgo(day, now));
  if (first === undefined || second === undefined) return false;
  return first + (first - second) <= days;
}

/** The verdicts that the history starts with, within its range. */
export function verdictsAtStart({ average: [first], over_time }: Overview): VerdictCounts | undefined {
  return first && verdictsOn(over_time, first.day);
}

/** The verdicts at the end of a day, from changes sorted oldest first. */
export function verdictsOn(changes: readonly DayVerdicts[], day: string): VerdictCounts | undefined {
  return changes.filter((change) => change.day <= day).at(-1)?.verdicts;
}
