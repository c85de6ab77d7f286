import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Check, JsonValue } from "../../host/contract";
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
  value: JsonValue;
};

/** The errors of a check: usually a map from kinds to details, but any JSON. */
export function faultsOf(i18n: I18n, guide: Guide, { name, value, errors }: Check): Fault[] {
  if (errors === null || isNothing(errors)) return [];
  const { findings, unit } = guide.get(name) ?? {};
  const faultOf = (kind: string, details: JsonValue): Fault => {
    const label = findings?.get(kind) ?? readableName(kind);
    const text = (findings && limitText(i18n, value, details, unit)) ?? shortText(i18n, details);
    const isTold = isNothing(details) || (text !== null && isIn(label, text));
    return { kind, label, details: isTold ? "" : text, value: details };
  };
  if (typeof errors === "object" && !Array.isArray(errors)) {
    return Object.entries(errors).map(([kind, details]) => faultOf(kind, details));
  }
  const kinds = [errors].flat();
  if (kinds.every((kind): kind is string => typeof kind === "string" && findings?.has(kind) === true)) {
    return kinds.map((kind) => faultOf(kind, null));
  }
  return [{ kind: null, label: null, details: shortText(i18n, errors), value: errors }];
}

/** True if a text has this word, as “No H1 heading” has `h1`. */
function isIn(text: string, word: string): boolean {
  return /^\w+$/.test(word) && new RegExp(`\\b${word}\\b`, "i").test(text);
}

/** An error in one line; `null` if its details need more. */
export function faultText(i18n: I18n, { label: fault, details: text }: Fault): string | null {
  if (fault === null || text === null || text === "") return text === "" ? fault : text;
  return t(i18n)`${fault} (${text})`;
}
