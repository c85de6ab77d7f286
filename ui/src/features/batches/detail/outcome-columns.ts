import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { OutcomeField, OutcomeWord, ProblemCode } from "../../../host/contract";
import { PROBLEMS } from "../../../shared/problems";
import { reasonText } from "../../../shared/problems/field-reasons";
import type { BatchLabels } from "../labels";

/** Possible columns of an exported outcome, in order; passwords are requested separately. */
export const FIELDS = [
  "number",
  "line",
  "address",
  "act",
  "state",
  "message",
  "from",
  "to",
  "report",
  "link",
  "ended_at",
  "took",
] as const satisfies OutcomeField[];

/** Included by default. */
export const USUAL: OutcomeField[] = FIELDS.filter((field) => field !== "number" && field !== "took");

export function headingOf(i18n: I18n, field: OutcomeField): string {
  switch (field) {
    case "number":
      return t(i18n)`Row number`;
    case "line":
      return t(i18n)`Line in source`;
    case "address":
      return t(i18n)`Page URL`;
    case "report":
      return t(i18n)`Report ID`;
    case "link":
      return t(i18n)`Report link`;
    case "act":
      return t(i18n)`Action`;
    case "state":
      return t(i18n)`Outcome`;
    case "from":
      return t(i18n)`Privacy before`;
    case "to":
      return t(i18n)`Privacy after`;
    case "ended_at":
      return t(i18n)`Finished at`;
    case "took":
      return t(i18n)`Duration (ms)`;
    case "message":
      return t(i18n)`Message`;
    case "password":
      return t(i18n)`Password`;
  }
}

/** The reasons for which a line of a list is invalid, except its length. */
const INVALID_LINE_REASONS = [
  "required",
  "not_an_address",
  "no_host",
  "space_in_host",
  "several_addresses",
  "unsupported_scheme",
  "credentials",
  "not_a_privacy",
] as const;

/** Localized words for the exported values. */
export function outcomeWords(i18n: I18n, words: BatchLabels): OutcomeWord[] {
  const of = (field: OutcomeField, known: Record<string, string>) =>
    Object.entries(known).map(([value, word]) => ({ field, value, word: word.slice(0, 200) }));
  // Files use one word per reason, without its limits.
  const faults = INVALID_LINE_REASONS.map((kind) => [kind, reasonText({ kind }, i18n)] as const);
  const invalid = { ...Object.fromEntries(faults), too_long: t(i18n)`Too long` };
  const titles = Object.entries(PROBLEMS) as [ProblemCode, (typeof PROBLEMS)[ProblemCode]][];
  return [
    ...of("act", words.act),
    ...of("state", { ...words.state, invalid: t(i18n)`Invalid line` }),
    ...of("from", words.privacy),
    ...of("to", words.privacy),
    ...of("message", Object.fromEntries(titles.map(([code, { title }]) => [code, i18n._(title)]))),
    ...of("message", words.reasons),
    ...of("message", invalid),
  ];
}
