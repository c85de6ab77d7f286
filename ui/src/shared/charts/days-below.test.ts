import { describe, expect, it } from "vitest";
import { labelWidth } from "../lists/label-width";
import { daysBelow } from "./days-below";

const now = new Date(2026, 10, 30, 12);
const below = (days: number, width: number, locale = "en") =>
  daysBelow({ days, now, width, format: (day, form) => day.toLocaleDateString(locale, form), widthOf: labelWidth });
const texts = (...of: Parameters<typeof below>) => below(...of).map(({ text }) => text);

it("are whole weeks up to today, as many as fit", () => {
  expect(texts(30, 415)).toEqual(["Nov 2", "Nov 9", "Nov 16", "Nov 23", "Nov 30"]);
  expect(texts(90, 415)).toEqual(["Sep 7", "Sep 28", "Oct 19", "Nov 9", "Nov 30"]);
  expect(texts(3, 415)).toEqual(["Nov 27", "Nov 28", "Nov 29", "Nov 30"]);
});

it("are starts of months for longer times, at even distances", () => {
  expect(texts(365, 415)).toEqual(["Jan", "Mar", "May", "Jul", "Sep", "Nov"]);
  expect(texts(365, 1000)).toHaveLength(12);
  expect(texts(1100, 415)).toEqual(["Nov 2024", "Nov 2025", "Nov 2026"]);
  const agos = below(365, 415).map(({ ago }) => ago);
  expect(agos.at(-1)).toBe(29);
});

describe.each(["en", "de", "fr", "es", "pt-BR", "ja", "zh-Hans", "ar"])("in %s", (locale) => {
  it.each([1, 3, 7, 20, 30, 90, 120, 365, 1100, 4000])("don’t touch, nor leave a narrow chart of %i days", (days) => {
    const all = below(days, 300, locale).map(({ ago, text, place }) => {
      const [x, size] = [300 - (ago / days) * 300, labelWidth(text)];
      const from = place === "start" ? x : place === "end" ? x - size : x - size / 2;
      return { from, to: from + size };
    });
    expect(all.length).toBeGreaterThan(0);
    expect(all.at(0)?.from).toBeGreaterThanOrEqual(0);
    expect(all.at(-1)?.to).toBeLessThanOrEqual(300);
    all.slice(1).forEach(({ from }, index) => {
      expect(from - (all[index]?.to ?? 0)).toBeGreaterThanOrEqual(8);
    });
  });
});
