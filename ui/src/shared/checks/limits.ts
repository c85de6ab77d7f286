import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { sizeText } from "../../components/text/use-size";
import type { JsonValue } from "../../host/contract";

type Amount = number | string;

/** A value and its limits as in “104 characters (at most 60)”; `null` if an error has no limits, or has other details. */
export function limitText(i18n: I18n, value: JsonValue, details: JsonValue, unit: string | undefined): string | null {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const { min, max, length, count, ...rest } = details;
  const [least, most] = [min, max].map((limit) => (isAmount(limit) ? boundText(i18n, limit, unit) : undefined));
  if ((least === undefined && most === undefined) || Object.keys(rest).length > 0) return null;
  const found = [length, count].find(isAmount) ?? amountOf(value, least === undefined ? "max" : "min", unit);
  return found === undefined
    ? limitAlone(i18n, least, most)
    : compared(i18n, amountText(i18n, found, unit), least, most);
}

/**
 * A number, or the length of a text whose length counts, with the limits of an error’s `details`, if they have any;
 * `null` for other values.
 */
export function measureText(i18n: I18n, value: JsonValue, details: JsonValue, unit: string | undefined): string | null {
  const amount = amountOf(value, "max", unit);
  if (typeof amount !== "number" || typeof value === "object") return null;
  return limitText(i18n, value, details, unit) ?? (unit === undefined ? null : amountText(i18n, amount, unit));
}

function compared(i18n: I18n, amount: string, least: string | undefined, most: string | undefined): string {
  if (least === undefined) return t(i18n)`${amount} (at most ${most})`;
  if (most === undefined) return t(i18n)`${amount} (at least ${least})`;
  return t(i18n)`${amount} (${least} to ${most} expected)`;
}

function limitAlone(i18n: I18n, least: string | undefined, most: string | undefined): string {
  if (least === undefined) return t(i18n)`at most ${most}`;
  if (most === undefined) return t(i18n)`at least ${least}`;
  return t(i18n)`${least} to ${most} expected`;
}

function isAmount(value: JsonValue | undefined): value is Amount {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/** The part of a value that a limit is for. */
function amountOf(value: JsonValue, side: "min" | "max", unit: string | undefined): Amount | undefined {
  if (typeof value === "string" && unit === "characters") return [...value].length;
  if (isAmount(value)) return value;
  const part = typeof value === "object" && value !== null && !Array.isArray(value) ? value[side] : undefined;
  return isAmount(part) ? part : undefined;
}

/** A limit: counted things aren’t named again. */
function boundText(i18n: I18n, limit: Amount, unit: string | undefined): string {
  const isCount = unit === "characters" || unit === "words" || unit === "elements";
  return amountText(i18n, limit, isCount ? undefined : unit);
}

/** An amount in its unit. */
export function amountText(i18n: I18n, amount: Amount, unit: string | undefined): string {
  if (typeof amount === "string") return amount;
  const number = i18n.number(amount, { maximumFractionDigits: 1 });
  switch (unit) {
    case "bytes":
      return sizeText(i18n, amount);
    case "characters":
      return t(i18n)`${plural(amount, { one: "# character", other: "# characters" })}`;
    case "elements":
      return t(i18n)`${plural(amount, { one: "# element", other: "# elements" })}`;
    case "percent":
      return i18n.number(amount / 100, { style: "percent", maximumFractionDigits: 1 });
    case "pixels":
      return t(i18n)`${number} px`;
    case "seconds": {
      const seconds = number;
      return t(i18n)`${seconds} s`;
    }
    case "words":
      return t(i18n)`${plural(amount, { one: "# word", other: "# words" })}`;
    default:
      return number;
  }
}
