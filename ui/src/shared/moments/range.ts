import type { NamedMoment } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import type { SinceParam } from "../navigation/since";
import { textOf, useMoments } from "./use-moments";

const DAY = 24 * 3600 * 1000;

const RANGES = [30, 90, 365] as const;

export type Range = {
  /** How many days it has, begun ones included. */
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
    const days = Math.ceil((Date.now() - Date.parse(moment.at)) / DAY);
    return { days: Math.max(1, days), since: textOf(moment), moment };
  }
  const days = RANGES.find((each) => each === overview_days) ?? RANGES[0];
  return { days, since: days, moment };
}
