import type { DayVerdicts, VerdictCounts } from "../../host/contract";

/** The verdicts at the end of a day. */
export type SeriesPoint = {
  /** The day, such as `2026-11-21`. */
  day: string;
  /** How many days ago it was. */
  daysAgo: number;
  /** Absent where nothing is known yet. */
  verdicts: VerdictCounts | null;
};

const DAY = 24 * 3600 * 1000;

/** Today by the user's clock, as days are named. */
export function todayOf(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/**
 * The verdicts of every so many days (`step`), `count` times up to today, from those of the days on which they changed,
 * oldest first.
 */
export function seriesOf(changes: readonly DayVerdicts[], today: string, count: number, step: number): SeriesPoint[] {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = (count - 1 - index) * step;
    const day = new Date(last - daysAgo * DAY).toISOString().slice(0, 10);
    const verdicts = changes.filter((change) => change.day <= day).at(-1)?.verdicts ?? null;
    return { day, daysAgo, verdicts };
  });
}
