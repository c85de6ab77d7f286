import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Check, JsonValue } from "../../host/contract";
import { listOf } from "../../i18n";
import { readableName } from "./check-name";
import { isNothing, shortText } from "./found-text";
import type { Guide } from "./guide";
import { limitText } from "./limits";

/** An error of a check. */
export type Fault = {
  /** `null` if the service doesn’t say. */
  kind: string | null;
  /** Its kind in words. */
  label: string | null;
  /** Its details in one line; empty if there are none, `null` if they need more. */
  details: string | null;
  /** Its details are of the value that was found. */
  isOfValue: boolean;
  value: JsonValue;
};

/** The errors of a check: usually a map from kinds to details, but any JSON. */
export function faultsOf(i18n: I18n, guide: Guide, { name, value, errors }: Check): Fault[] {
  if (errors === null || isNothing(errors)) return [];
  const { findings, unit } = guide.get(name) ?? {};
  const faultOf = (kind: string, details: JsonValue): Fault => {
    const label = findings?.get(kind) ?? readableName(kind);
    const textOf = (found: JsonValue) =>
      (findings &&
        (limitText(i18n, found, details, unit) ??
          countText(i18n, label, kind, details) ??
          sentence(i18n, kind, found, details))) ??
      shortText(i18n, details);
    const text = textOf(value);
    const isTold = isNothing(details) || (text !== null && isIn(label, text));
    const isOfValue = text !== textOf(null) || JSON.stringify(details) === JSON.stringify(value);
    return { kind, label, details: isTold ? "" : text, isOfValue, value: details };
  };
  if (typeof errors === "object" && !Array.isArray(errors)) {
    return Object.entries(errors).map(([kind, details]) => faultOf(kind, details));
  }
  const kinds = [errors].flat();
  if (kinds.every((kind): kind is string => typeof kind === "string" && findings?.has(kind) === true)) {
    return kinds.map((kind) => faultOf(kind, null));
  }
  return [{ kind: null, label: null, details: shortText(i18n, errors), isOfValue: false, value: errors }];
}

/** How many there are of what the label names, as “More than one H1 heading” names `h1`; `null` for other details. */
function countText(i18n: I18n, label: string, kind: string, details: JsonValue): string | null {
  const [[name, amount] = ["", null], ...others] = Object.entries(mapOf(details));
  if (kind !== "too_many" || typeof amount !== "number" || others.length > 0 || !isIn(label, name)) return null;
  const count = i18n.number(amount);
  return t(i18n)`${count} found`;
}

/** Details that don’t read on their own, as in “Status 200 (404 expected)”; `null` for others. */
function sentence(i18n: I18n, kind: string, value: JsonValue, details: JsonValue): string | null {
  if (kind === "wrong_status") return statusText(i18n, value, details);
  if (!Array.isArray(details) || !details.every((item) => typeof item === "string")) return null;
  const list = listOf(i18n, details);
  if (kind === "bad_format" && details.every(({ length }) => length === 1)) {
    // Commas would look like some of them.
    const characters = details.join(" ");
    return t(i18n)`Special characters: ${characters}`;
  }
  // As in the file.
  return kind === "blocked" && details.every((path) => path.startsWith("/")) ? `Disallow: ${list}` : null;
}

function statusText(i18n: I18n, value: JsonValue, details: JsonValue): string | null {
  const { expected, ...rest } = mapOf(details);
  if (typeof expected !== "number" || Object.keys(rest).length > 0) return null;
  const { status } = mapOf(value);
  return typeof status === "number"
    ? t(i18n)`Status ${status} (${expected} expected)`
    : t(i18n)`Status ${expected} expected`;
}

function mapOf(value: JsonValue): { [key in string]?: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** True if a text has this word, as “No H1 heading” has `h1`. */
function isIn(text: string, word: string): boolean {
  return /^\w+$/.test(word) && new RegExp(`\\b${word}\\b`, "i").test(text);
}

/** An error in one line, without parentheses in parentheses; `null` if its details need more. */
export function faultText(i18n: I18n, { label: fault, details: text }: Fault): string | null {
  if (fault === null || text === null || text === "") return text === "" ? fault : text;
  return /[(（]/.test(text) ? t(i18n)`${fault}: ${text}` : t(i18n)`${fault} (${text})`;
}
