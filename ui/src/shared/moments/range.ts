import { useLingui } from "@lingui/react/macro";
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

/** The time that the overview and the fix list look back on, which is saved. */
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

type Choice = { value: string; label: string };

/** The choice of that time: by days, or by named moments. */
export function useRangeChoice(): {
  ofDays: Choice[];
  ofMoments: Choice[];
  value: string;
  choose: (value: string) => void;
} {
  const { t } = useLingui();
  const { days, moment } = useRange();
  const { moments } = useMoments();
  const [, save] = usePreferences();
  const labels = { 30: t`30 days`, 90: t`90 days`, 365: t`1 year` };
  return {
    ofDays: RANGES.map((each) => ({ value: String(each), label: labels[each] })),
    ofMoments: moments.map(({ id, name }) => ({ value: id, label: name })),
    value: moment?.id ?? String(days),
    choose: (value) => {
      const chosen = RANGES.find((each) => String(each) === value);
      save(chosen ? { overview_days: chosen, overview_moment: null } : { overview_moment: value });
    },
  };
}
