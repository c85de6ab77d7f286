import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { formatLocale } from "../../../i18n";
import { daysBetween } from "../../../shared/moments/range";

/** The heading that a change is under, and how its time is written there. */
export type Period = { name: string; form: "relative" | "time" | "weekday" };

/** Today, yesterday, this week, earlier in the present month, or another month. */
export function periodOf(i18n: I18n, at: string, now = new Date()): Period {
  const date = new Date(at);
  const days = daysBetween(date, now);
  const locale = formatLocale(i18n);
  const present = (count: number, unit: "day" | "week") => {
    const text = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(count, unit);
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  };
  if (days <= 0) return { name: present(0, "day"), form: "relative" };
  if (days === 1) return { name: present(-1, "day"), form: "time" };
  if (days <= daysIntoWeek(locale, now)) return { name: present(0, "week"), form: "weekday" };
  const isThisMonth = date.getMonth() === now.getMonth() && date.getFullYear() === now.getFullYear();
  if (!isThisMonth) return { name: i18n.date(date, { month: "long", year: "numeric" }), form: "relative" };
  const month = i18n.date(date, { month: "long" });
  return { name: t(i18n)`Earlier in ${month}`, form: "relative" };
}

/** How many days the week has had before a day; weeks begin on Monday where the web view doesn’t know. */
function daysIntoWeek(locale: string, day: Date): number {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } };
  const first = getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1;
  return (day.getDay() - first + 7) % 7;
}
