import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Option } from "../../components/fields/Select";
import { listOf } from "../../i18n";
import { isMoment, type SinceParam } from "../navigation/since";
import { textOf, useMoments } from "./use-moments";

/** The named moments as options, with another one that is chosen. */
export function useMomentOptions(chosen?: SinceParam): Option<string>[] {
  const { i18n } = useLingui();
  const { moments } = useMoments();
  // Several can be of one time, which is offered once.
  const options = [...new Set(moments.map(textOf))].map((value) => {
    const names = moments.filter((moment) => textOf(moment) === value).map(({ name }) => name);
    return { value: value as string, label: listOf(i18n, names) };
  });
  if (chosen === undefined || !isMoment(chosen) || options.some(({ value }) => value === chosen)) return options;
  const label = i18n.date(new Date(chosen), { dateStyle: "medium", timeStyle: "short" });
  return [...options, { value: chosen, label }];
}

/** The last so many days as an option. */
export function useDaysOption(): (days: number) => Option<string> {
  const { t } = useLingui();
  return (days) => ({
    value: String(days),
    label: t`${plural(days, { one: "Last # day", other: "Last # days" })}`,
  });
}

/** A moment in words: its name, or its date. */
export function useMomentText(): (moment: SinceParam) => string {
  const { i18n } = useLingui();
  const { moments } = useMoments();
  return (wanted) =>
    moments.find((moment) => textOf(moment) === wanted)?.name ??
    i18n.date(new Date(wanted), { dateStyle: "medium", timeStyle: "short" });
}
