import type { NamedMoment } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import type { SinceParam } from "../navigation/since";
import { textOf, useMoments } from "./use-moments";

const DAY = 24 * 3600 * 1000;

const RANGES = [30, 90, 365] as const;

/** How many days of the calendar lie between two times. */
export function daysBetween(before: Date, after: Date): number {
  const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  // A day may have an hour more or less.
  return Math.round((midnight(after) - midnight(before)) / DAY);
}

export type Range = {
  /** How many days ago it began. */
  days: number;
  since: SinceParam;
  /** Its beginning, if that has a name. */
  moment: NamedMoment | undefined;
};

/** The time that the overview and the fix list look back on, which is kept. */
export function useRange(): Range {
  const [{ overview_days, overview_moment }] = usePreferences();
  const { moments } = useMoments();
  const moment = moments.find(({ id }) => id === overview_moment);
  if (moment) {
    const days = daysBetween(new Date(moment.at), new Date());
    return { days: Math.max(1, days), since: textOf(moment), moment };
  }
  const days = RANGES.find((each) => each === overview_days) ?? RANGES[0];
  return { days, since: days, moment };
}
