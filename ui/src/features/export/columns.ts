import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { ExportField, ExportOf, ExportWord } from "../../host/contract";
import { checkName, failureTitle, type Guide } from "../../shared/checks/guide";

/** A possible column. */
export type Choice = {
  field: ExportField;
  /** Included by default. */
  isUsual: boolean;
};

const usual = (...fields: ExportField[]): Choice[] => fields.map((field) => ({ field, isUsual: true }));
const further = (...fields: ExportField[]): Choice[] => fields.map((field) => ({ field, isUsual: false }));

const REPORT = [
  ...usual("address", "project", "verdict", "score", "privacy", "generated_at", "created_at", "id"),
  ...further("url", "updated_at", "failed", "failed_checks", "failed_keys"),
];

const CHOICES: Record<ExportOf["kind"], Choice[]> = {
  list: [...REPORT, ...further("connection")],
  selection: [...REPORT, ...further("seen_at", "gone_at", "connection")],
  library: [...usual("connection"), ...REPORT, ...further("seen_at", "gone_at")],
  fix_list: [
    ...usual("check", "check_key", "importance", "pages", "address"),
    ...further("project", "verdict", "score", "url", "id", "connection"),
  ],
  history: [
    ...usual("seen_at", "verdict", "score", "failed", "failed_checks", "privacy", "generated_at", "address"),
    ...further("id", "url", "project", "updated_at", "created_at", "failed_keys", "connection"),
  ],
};

/** The possible columns of an export, in order. */
export function choicesOf(of: ExportOf): Choice[] {
  // All rows of one connection have the same value there.
  if (of.kind === "library" && of.query.connection) return [...CHOICES.library.slice(1), ...further("connection")];
  return CHOICES[of.kind];
}

export function headingOf(i18n: I18n, field: ExportField, of: ExportOf): string {
  switch (field) {
    case "connection":
      return t(i18n)`Connection`;
    case "id":
      return t(i18n)`ID`;
    case "address":
      return t(i18n)`Page URL`;
    case "url":
      return t(i18n)`Page link`;
    case "project":
      return t(i18n)`Project`;
    case "verdict":
      return t(i18n)`Verdict`;
    case "score":
      return t(i18n)`Score`;
    case "privacy":
      return t(i18n)`Privacy`;
    case "generated_at":
      return t(i18n)`Last checked`;
    case "created_at":
      return t(i18n)`Created`;
    case "updated_at":
      return t(i18n)`Updated`;
    case "seen_at":
      return of.kind === "history" ? t(i18n)`Unchanged since` : t(i18n)`Last synced`;
    case "gone_at":
      return t(i18n)`Removal noticed`;
    case "failed":
      return t(i18n)`Failed check count`;
    case "failed_checks":
      return t(i18n)`Failed checks`;
    case "failed_keys":
      return t(i18n)`Keys of failed checks`;
    case "check":
      return t(i18n)`Check`;
    case "check_key":
      return t(i18n)`Check key`;
    case "importance":
      return t(i18n)`Importance`;
    case "pages":
      return t(i18n)`Failing pages`;
  }
}

/** Localized words for exported values: in a fix list, a check is named by its problem. */
export function exportWords(i18n: I18n, guide: Guide): ExportWord[] {
  const of = (field: ExportField, words: Record<string, string>) =>
    Object.entries(words).map(([value, word]) => ({ field, value, word }));
  const checks = [...guide.keys()];
  return [
    ...of("check", Object.fromEntries(checks.map((name) => [name, failureTitle(guide, name)]))),
    ...of("failed_checks", Object.fromEntries(checks.map((name) => [name, checkName(guide, name)]))),
    ...of("verdict", { good: t(i18n)`Good`, decent: t(i18n)`Decent`, bad: t(i18n)`Bad` }),
    ...of("privacy", { public: t(i18n)`Public`, private: t(i18n)`Private`, password: t(i18n)`Password` }),
    ...of("importance", { high: t(i18n)`High`, medium: t(i18n)`Medium`, low: t(i18n)`Low` }),
  ];
}
