import { expect, it } from "vitest";
import { daysAgo, verdictsOn } from "./days";

const counts = (good: number) => ({ good, decent: 0, bad: 0, unknown: 0 });

it("holds verdicts until they change", () => {
  const changes = [
    { day: "2026-01-02", verdicts: counts(1) },
    { day: "2026-01-05", verdicts: counts(2) },
  ];
  const on = (day: string) => verdictsOn(changes, day)?.good;
  expect(["2026-01-01", "2026-01-02", "2026-01-04", "2026-01-05", "2026-02-01"].map(on)).toEqual([
    undefined,
    1,
    1,
    2,
    2,
  ]);
});

it.each([
  ["2026-01-31", 0],
  ["2026-01-30", 1],
  ["2025-02-01", 364],
])("%s was %d days ago", (day, days) => {
  expect(daysAgo(day, new Date("2026-01-31T23:30"))).toBe(days);
});
