import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { CheckValue } from "../../host/contract";
import { amountText } from "./limits";

/** True for a value that is shown as a number: also a text whose length counts. */
export function isAmountLike({ kind }: CheckValue, unit: string | undefined): boolean {
  return kind !== "flag" && (kind !== "text" || unit === "characters");
}

/** A check's value in the unit of its check; for a text whose length counts, that length. */
export function valueText(i18n: I18n, value: CheckValue, unit: string | undefined): string {
  const amount = (number: number) =>
    unit === undefined ? i18n.number(number, { maximumFractionDigits: 3 }) : amountText(i18n, number, unit);
  switch (value.kind) {
    case "number":
      return amount(value.number);
    case "flag":
      return value.value ? t(i18n)`Yes` : t(i18n)`No`;
    case "range": {
      const [from, to] = [amount(value.min), amount(value.max)];
      return t(i18n)`${from} to ${to}`;
    }
    case "text":
      return unit === "characters" ? amount(value.length) : value.text;
    case "entries":
      return t(i18n)`${plural(value.count, { one: "# entry", other: "# entries" })}`;
  }
}
