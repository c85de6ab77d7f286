import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { JsonValue } from "../../host/contract";
import { listOf } from "../../i18n";
import { readableKey } from "./check-name";

// Longer values are shown as a tree, on demand.
const LONGEST_TEXT = 160;
const MAX_ITEMS = 8;

/** True if the value is any of the forms in which services express “nothing” (`field-notes.md` 4). */
export function isNothing(value: JsonValue): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** The value in one line; `null` if it needs more. */
export function shortText(i18n: I18n, value: JsonValue): string | null {
  const text = asText(i18n, value);
  return text !== null && text.length <= LONGEST_TEXT ? text : null;
}

function asText(i18n: I18n, value: JsonValue): string | null {
  if (value === null || typeof value !== "object") return scalar(i18n, value);
  const parts = Array.isArray(value) ? value.map((item) => inner(i18n, item)) : entries(i18n, value);
  return parts.length <= MAX_ITEMS && parts.every((part) => part !== null) ? listOf(i18n, parts) : null;
}

function entries(i18n: I18n, map: { [key in string]: JsonValue }): (string | null)[] {
  const { min, max, ...rest } = map;
  if (typeof min === "number" && typeof max === "number" && Object.keys(rest).length === 0) {
    const [from, to] = [scalar(i18n, min), scalar(i18n, max)];
    return [t(i18n)`${from} to ${to}`];
  }
  return Object.entries(map).map(([name, value]) => {
    const text = inner(i18n, value);
    if (text === null) return null;
    if (name === "expected") return t(i18n)`expected: ${text}`;
    const key = readableKey(name);
    return t(i18n)`${key}: ${text}`;
  });
}

function inner(i18n: I18n, value: JsonValue): string | null {
  if (value === null || typeof value !== "object") return scalar(i18n, value);
  if (isNothing(value)) return scalar(i18n, null);
  const plain = Array.isArray(value) && value.length <= MAX_ITEMS && value.every((item) => typeof item !== "object");
  return plain
    ? listOf(
        i18n,
        value.map((item) => scalar(i18n, item)),
      )
    : null;
}

function scalar(i18n: I18n, value: string | number | boolean | null): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return i18n.number(value, { maximumFractionDigits: 6 });
    case "boolean":
      return value ? t(i18n)`Yes` : t(i18n)`No`;
    default:
      return t(i18n)({ message: "None", context: "found value" });
  }
}
