import { i18n } from "@lingui/core";
import { expect, it } from "vitest";
import type { JsonValue } from "../../host/contract";
import { isNothing, shortText } from "./found-text";

it.each<[JsonValue, string | null]>([
  ["text", "text"],
  [1234.5, "1,234.5"],
  [true, "Yes"],
  [false, "No"],
  [["a", 2, null], "a, 2, None"],
  [{ min: 3, max: 7 }, "3 to 7"],
  [{ min: 3, max: 7, unit: "px" }, "min: 3, max: 7, unit: px"],
  [{ min: 3 }, "min: 3"],
  [{ h1: ["One", "Two"], h2: 3 }, "H1: One, Two, H2: 3"],
  [{ first_byte: 3, "x-cache": "HIT" }, "first byte: 3, x-cache: HIT"],
  [{ expected: 404 }, "expected: 404"],
  [{ deep: { deeper: 1 } }, null],
  [[["a"], [{ b: 1 }]], null],
  ["x".repeat(161), null],
  [Array.from({ length: 9 }, (_, n) => n), null],
])("puts %j into a line", (value, text) => {
  expect(shortText(i18n, value)).toBe(text);
});

it.each<[JsonValue, boolean]>([
  [null, true],
  ["", true],
  [[], true],
  [{}, true],
  [0, false],
  [false, false],
  [[null], false],
])("knows whether %j is nothing", (value, expected) => {
  expect(isNothing(value)).toBe(expected);
});
