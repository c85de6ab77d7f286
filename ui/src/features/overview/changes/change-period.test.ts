import { i18n } from "@lingui/core";
import { beforeAll, expect, it } from "vitest";
import { activate } from "../../../i18n";
import { periodOf } from "./change-period";

const FRIDAY = new Date(2026, 10, 27, 12, 0);

beforeAll(() => activate("en"));

it.each([
  [new Date(2026, 10, 27, 12, 1), "Today", "relative"],
  [new Date(2026, 10, 27, 0, 0), "Today", "relative"],
  [new Date(2026, 10, 26, 23, 59), "Yesterday", "time"],
  [new Date(2026, 10, 25, 9, 0), "This week", "weekday"],
  [new Date(2026, 10, 22, 9, 0), "This week", "weekday"],
  [new Date(2026, 10, 21, 9, 0), "Earlier in November", "relative"],
  [new Date(2026, 9, 31, 9, 0), "October 2026", "relative"],
  [new Date(2025, 10, 21, 9, 0), "November 2025", "relative"],
])("%s is under %s", (at, name, form) => {
  expect(periodOf(i18n, at.toISOString(), FRIDAY)).toEqual({ name, form });
});

it("begins the week where the language does", async () => {
  await activate("de");
  const at = (day: number) => periodOf(i18n, new Date(2026, 10, day, 9, 0).toISOString(), FRIDAY).name;
  expect(at(23)).toBe("Diese Woche");
  expect(at(22)).not.toBe("Diese Woche");
});
