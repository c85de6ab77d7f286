import { expect, it } from "vitest";
import type { DayVerdicts } from "../../host/contract";
import { seriesOf, todayOf } from "./series";

const day = (name: string, good: number): DayVerdicts => ({
  day: name,
  verdicts: { good, decent: 0, bad: 0, unknown: 0 },
});

it("has a point for every day up to today, each as on the last day that changed anything", () => {
  const points = seriesOf([day("2024-02-28", 3), day("2024-03-01", 5)], "2024-03-02", 5, 1);
  expect(points.map((point) => [point.day, point.daysAgo, point.verdicts?.good])).toEqual([
    ["2024-02-27", 4, undefined],
    ["2024-02-28", 3, 3],
    ["2024-02-29", 2, 3],
    ["2024-03-01", 1, 5],
    ["2024-03-02", 0, 5],
  ]);
});

it("leaves days out, but never today", () => {
  const points = seriesOf([day("2025-12-20", 1), day("2026-01-02", 2)], "2026-01-03", 3, 7);
  expect(points.map((point) => [point.day, point.verdicts?.good])).toEqual([
    ["2025-12-20", 1],
    ["2025-12-27", 1],
    ["2026-01-03", 2],
  ]);
});

it("takes the day from the user's clock", () => {
  const late = new Date(2026, 4, 9, 23, 59);
  expect(todayOf(late)).toBe("2026-05-09");
  expect(todayOf(new Date(2026, 4, 9, 0, 1))).toBe("2026-05-09");
});
