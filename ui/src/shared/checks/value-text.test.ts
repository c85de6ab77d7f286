import { setupI18n } from "@lingui/core";
import { expect, it } from "vitest";
import type { CheckValue } from "../../host/contract";
import { isAmountLike, valueText } from "./value-text";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

it.each<[CheckValue, string | undefined, string, boolean]>([
  [{ kind: "number", number: 0.125 }, undefined, "0.125", true],
  [{ kind: "number", number: 1234 }, "words", "1,234 words", true],
  [{ kind: "number", number: 0.8 }, "seconds", "0.8 s", true],
  [{ kind: "flag", value: false }, undefined, "No", false],
  [{ kind: "range", min: 1, max: 2.5 }, undefined, "1 to 2.5", true],
  [{ kind: "text", text: "Home", length: 4 }, "characters", "4 characters", true],
  [{ kind: "text", text: "noindex", length: 7 }, undefined, "noindex", false],
  [{ kind: "entries", count: 1 }, undefined, "1 entry", true],
])("%j in %s reads %s", (value, unit, text, isAmount) => {
  expect(valueText(i18n, value, unit)).toBe(text);
  expect(isAmountLike(value, unit)).toBe(isAmount);
});
