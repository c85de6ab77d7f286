import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "react-aria-components";
import { formatLocale } from "../../i18n";
import { useMinute } from "./minute";

const DAY = 24 * 3600 * 1000;

/**
 * A short local time: relative within a week (`relative`), the same in full words at the end of a sentence, where an
 * abbreviation would have a period of its own (`long`), the day (`date`), the time of day (`time`), that with the day of
 * the week (`weekday`), or day and time (`exact`); other text is shown as it is.
 */
export function DateText({
  value,
  form = "relative",
  isInText = false,
}: {
  /** A date from the core; `null` if unknown. */
  value: string | null;
  form?: "relative" | "long" | "date" | "time" | "weekday" | "exact";
  /** Within a sentence, so it starts in lowercase. */
  isInText?: boolean;
}) {
  const { i18n } = useLingui();
  if (value === null) {
    return (
      <span>
        <span aria-hidden>–</span>
        <VisuallyHidden>
          <Trans>Unknown</Trans>
        </VisuallyHidden>
      </span>
    );
  }
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{value}</span>;
  const text = {
    exact: () => i18n.date(date, { dateStyle: "medium", timeStyle: "short" }),
    date: () => dayText(date, i18n),
    time: () => i18n.date(date, { timeStyle: "short" }),
    weekday: () => i18n.date(date, { weekday: "short", hour: "numeric", minute: "numeric" }),
    relative: () => <Ago date={date} isInText={isInText} />,
    long: () => <Ago date={date} isInText style="long" />,
  }[form]();
  return (
    <time dateTime={date.toISOString()} title={i18n.date(date, { dateStyle: "full", timeStyle: "medium" })}>
      {text}
    </time>
  );
}

/** All ages in the window turn at once, so that one time has one age. */
function Ago({ date, isInText, style = "short" }: { date: Date; isInText: boolean; style?: Style }) {
  const { i18n } = useLingui();
  return agoText(date, useMinute(), i18n, isInText, style);
}

/** A day, with the year unless it is the present one. */
export function dayText(date: Date, i18n: I18n): string {
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return i18n.date(date, { month: "short", day: "numeric", ...(!isThisYear && { year: "numeric" }) });
}

type Style = "short" | "long";

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** Creating a format is slower than using it. */
function formatOf(locale: string, style: Style): Intl.RelativeTimeFormat {
  const key = `${locale} ${style}`;
  const known = formats.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto", style });
  formats.set(key, known);
  return known;
}

/** Further in the future, in milliseconds, it's no age; the present of ages is up to a minute old. */
const AHEAD_MS = 2 * 60_000;

function agoText(date: Date, now: number, i18n: I18n, isInText: boolean, style: Style): string {
  const past = (now - date.getTime()) / 1000;
  if (past * 1000 < -AHEAD_MS) return dayText(date, i18n);
  const locale = formatLocale(i18n);
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) => {
    // English abbreviates without a period within the text: “5 hr ago”.
    const text = formatOf(locale, style)
      .format(-count, unit)
      .replace(/(min|hr)\. ago$/, "$1 ago");
    return isInText ? text : capitalised(text, locale);
  };
  if (past < 45) return i18n._(isInText ? msg`just now` : msg`Just now`);
  const minutes = Math.max(1, Math.round(past / 60));
  if (minutes < 60) return ago(minutes, "minute");
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / DAY);
  if (days === 0) return ago(Math.round(past / 3600), "hour");
  return days < 7 ? ago(days, "day") : dayText(date, i18n);
}

function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
