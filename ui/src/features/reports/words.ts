import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { ReportRow } from "../../host/contract";

/** What a refresh did, as a title and a sentence: compares the report before and after (`field-notes.md` 20). */
export function refreshWords(i18n: I18n, before: ReportRow, after: ReportRow): { title: string; description?: string } {
  if (after.generated_at !== null && after.generated_at === before.generated_at) {
    return {
      title: t(i18n)`The checks did not run again`,
      description: t(i18n)`The service answered, but what it shows is no newer than before.`,
    };
  }
  const [now, then] = [conclusion(i18n, after), conclusion(i18n, before)];
  return {
    title: t(i18n)`The checks ran again`,
    description: now === then ? t(i18n)`Still ${now}.` : t(i18n)`Now ${now}. Before: ${then}.`,
  };
}

/** A verdict with its score, in lower case, as part of a sentence. */
function conclusion(i18n: I18n, { verdict, score }: ReportRow): string {
  const word = {
    good: t(i18n)`good`,
    decent: t(i18n)`decent`,
    bad: t(i18n)`bad`,
    unknown: t(i18n)`of unknown verdict`,
  }[verdict ?? "unknown"];
  if (score === null) return word;
  const number = i18n.number(score, { maximumFractionDigits: 0 });
  return t(i18n)`${word} with a score of ${number}`;
}
