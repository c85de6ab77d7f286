import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { ExportColumn, ExportField, ExportOf, ExportWord } from "../../host/contract";
import { checkName, failureTitle, type Guide, type GuideEntry } from "../../shared/checks/guide";

/** A field of the rows themselves. */
export type RowField = Exclude<ExportField, "value" | "value_length">;

/** A possible column. */
export type Choice = {
  field: RowField;
  /** Included by default. */
  isUsual: boolean;
};

const usual = (...fields: RowField[]): Choice[] => fields.map((field) => ({ field, isUsual: true }));
const further = (...fields: RowField[]): Choice[] => fields.map((field) => ({ field, isUsual: false }));

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
    ...further("why", "how", "theme", "reference", "project", "verdict", "score", "url", "id", "connection"),
  ],
  projects: [
    ...usual("project", "reports", "average", "average_change", "good", "decent", "bad", "failing_high"),
    ...usual("generated_at", "created_at"),
    ...further("connection"),
  ],
  history: [
    ...usual("seen_at", "verdict", "score", "failed", "failed_checks", "failed_keys", "privacy", "generated_at"),
    ...usual("address"),
    ...further("id", "url", "project", "updated_at", "created_at", "connection"),
  ],
};

/** The possible columns of an export, in order. */
export function choicesOf(of: ExportOf): Choice[] {
  // All rows of one connection have the same value there.
  if (of.kind === "library" && of.query.connection) return [...CHOICES.library.slice(1), ...further("connection")];
  return CHOICES[of.kind];
}

/** The core's maximum. */
const LONGEST_HEADING = 100;

/** A column about a check, named in words with the key beside. */
type CheckColumn = { id: string; heading: string; column: ExportColumn };

/** True for rows that are reports, which have values of checks. */
export function hasCheckColumns({ kind }: ExportOf): boolean {
  return kind === "list" || kind === "selection" || kind === "library";
}

/** Columns with the values of checks, and the lengths of texts where those count. */
export function checkColumns(i18n: I18n, guide: Guide, checks: readonly string[]): CheckColumn[] {
  return checks.flatMap((check) => {
    const name = checkName(guide, check);
    const column = (field: "value" | "value_length", words: string): CheckColumn => {
      const heading = `${words} (${check})`.slice(0, LONGEST_HEADING);
      return { id: `${field}:${check}`, heading, column: { field, heading, check } };
    };
    const value = column("value", name);
    if (guide.get(check)?.unit !== "characters") return [value];
    return [value, column("value_length", t(i18n)`${name}, characters`)];
  });
}

export function headingOf(i18n: I18n, field: RowField, of: ExportOf): string {
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
    case "why":
      return t(i18n)`Why it matters`;
    case "how":
      return t(i18n)`How to fix`;
    case "theme":
      return t(i18n)`Topic`;
    case "reference":
      return t(i18n)`Read more`;
    case "reports":
      return t(i18n)`Reports`;
    case "good":
      return t(i18n)`Good`;
    case "decent":
      return t(i18n)`Decent`;
    case "bad":
      return t(i18n)`Bad`;
    case "average":
      return t(i18n)`Average score`;
    case "average_change":
      return t(i18n)`Change in 90 days`;
    case "failing_high":
      return t(i18n)`Failing checks of high importance`;
  }
}

/** Localized words for exported values: in a fix list, a check is named by its problem. */
export function exportWords(i18n: I18n, guide: Guide): ExportWord[] {
  const of = (field: ExportField, words: Record<string, string>) =>
    Object.entries(words).map(([value, word]) => ({ field, value, word }));
  const ofChecks = (field: ExportField, wordOf: (entry: GuideEntry, name: string) => string) =>
    [...guide].map(([value, entry]) => ({ field, value, word: wordOf(entry, value) }));
  return [
    ...ofChecks("check", (_, name) => failureTitle(guide, name)),
    ...ofChecks("failed_checks", (entry) => entry.name),
    ...ofChecks("why", (entry) => entry.why),
    ...ofChecks("how", (entry) => entry.how),
    ...ofChecks("theme", (entry) => entry.theme),
    ...of("value", { true: t(i18n)`Yes`, false: t(i18n)`No` }),
    ...of("verdict", { good: t(i18n)`Good`, decent: t(i18n)`Decent`, bad: t(i18n)`Bad` }),
    ...of("privacy", { public: t(i18n)`Public`, private: t(i18n)`Private`, password: t(i18n)`Password` }),
    ...of("importance", { high: t(i18n)`High`, medium: t(i18n)`Medium`, low: t(i18n)`Low` }),
  ];
}
