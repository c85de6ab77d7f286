import type { DayVerdicts, VerdictCounts } from "../../host/contract";

const DAY = 24 * 3600 * 1000;

/** The start of a day such as `2026-11-21` in the user's time zone. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** The day of a time in the user's time zone, such as `2026-11-21`. */
export function dayOf(time: Date): string {
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${time.getFullYear()}-${month}-${day}`;
}

/** How many days ago a day was, by the user's clock. */
export function daysAgo(day: string, now: Date): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((today.getTime() - startOf(day).getTime()) / DAY);
}

/** The verdicts at the end of a day, from changes sorted oldest first. */
export function verdictsOn(changes: readonly DayVerdicts[], day: string): VerdictCounts | undefined {
  return changes.filter((change) => change.day <= day).at(-1)?.verdicts;
}
