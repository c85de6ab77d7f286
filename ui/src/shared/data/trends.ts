import type { I18n } from "@lingui/core";

/** By how much an average changed from the first of its values to the last, both rounded as they are shown. */
export function changeOf(averages: readonly number[], digits: 0 | 1): number {
  const [unit, first, last] = [10 ** digits, averages[0] ?? 0, averages.at(-1) ?? 0];
  return (Math.round(last * unit) - Math.round(first * unit)) / unit;
}

/** Two averages to compare, in tenths: both with a decimal, or neither. */
export function averageTexts(i18n: I18n, was: number, is: number): [string, string] {
  const digits = [was, is].every((average) => Math.round(average * 10) % 10 === 0) ? 0 : 1;
  const text = (average: number) =>
    i18n.number(average, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return [text(was), text(is)];
}
