import type { DayVerdicts, VerdictCounts } from "../../host/contract";

/** Verdicts at the end of a day. */
export type SeriesPoint = {
  day: string;
  /** Its distance from today in days. */
  daysAgo: number;
  /** Null before the first data. */
  verdicts: VerdictCounts | null;
};

const DAY = 24 * 3600 * 1000;

/** Today in the user's time zone. */
export function todayOf(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Verdicts of every `step` days, `count` points up to today, from changes sorted oldest first. */
export function seriesOf(changes: readonly DayVerdicts[], today: string, count: number, step: number): SeriesPoint[] {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = (count - 1 - index) * step;
    const day = new Date(last - daysAgo * DAY).toISOString().slice(0, 10);
    const verdicts = changes.filter((change) => change.day <= day).at(-1)?.verdicts ?? null;
    return { day, daysAgo, verdicts };
  });
}
