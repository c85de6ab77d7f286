import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Privacy, ReportRow } from "../../../host/contract";
import type { Asked, Unapplied } from "../actions/unapplied";

/** The parts that weren't applied as a title and a sentence, for the report as the service shows it. */
export function unappliedLabels(i18n: I18n, unapplied: Unapplied, row: ReportRow): { title: string; next: string } {
  const { isNew, parts, asked } = unapplied;
  if (parts.includes("privacy")) {
    return isNew
      ? createdLabels(i18n, row.privacy, asked)
      : { title: t(i18n)`Privacy didn’t change`, next: stillLabels(i18n, row) };
  }
  if (parts.includes("password")) {
    const next = t(i18n)`The service answered OK, but no password is set. Yours wasn’t saved.`;
    if (isNew) return { title: t(i18n)`Report created, but no password is set`, next };
    return {
      title: t(i18n)`Password didn’t change`,
      next:
        row.has_password === false
          ? next
          : t(i18n)`The service answered OK, but nothing shows the new password. Yours wasn’t saved.`,
    };
  }
  return {
    title: t(i18n)`Page wasn’t rechecked`,
    next: t(i18n)`The service answered OK, but the checks aren’t newer than before.`,
  };
}

function createdLabels(i18n: I18n, privacy: Privacy | null, asked: Asked): { title: string; next: string } {
  const unsaved = asked.password ? ` ${t(i18n)`Your password wasn’t saved.`}` : "";
  switch (privacy) {
    case "public":
      return {
        title: t(i18n)`Report created, but it’s public`,
        next: t(i18n)`Anyone with the link can open it.` + unsaved,
      };
    case "private":
      return {
        title: t(i18n)`Report created, but it’s private`,
        next: t(i18n)`Only your account can open it.` + unsaved,
      };
    case "password":
      return {
        title: t(i18n)`Report created, but it needs a password`,
        next: t(i18n)`You didn’t set one, so its link may not open for anyone.`,
      };
    case null:
      return {
        title: t(i18n)`Report created, privacy unknown`,
        next: t(i18n)`The service doesn’t show who can open it.` + unsaved,
      };
  }
}

function stillLabels(i18n: I18n, { privacy }: ReportRow): string {
  switch (privacy) {
    case "public":
      return t(i18n)`The service answered OK, but the report is still public.`;
    case "private":
      return t(i18n)`The service answered OK, but the report is still private.`;
    case "password":
      return t(i18n)`The service answered OK, but the report still needs a password.`;
    case null:
      return t(i18n)`The service answered OK, but doesn’t show who can open the report.`;
  }
}

/** A recheck's result as a title and a sentence (`field-notes.md` 20). */
export function recheckSummary(
  i18n: I18n,
  before: ReportRow,
  after: ReportRow,
): { title: string; description?: string } {
  const title = t(i18n)`Rechecked`;
  let [now, then] = [conclusion(i18n, after), conclusion(i18n, before)];
  if (now === then) return { title, description: t(i18n)`Still ${now}.` };
  // A verdict that stayed is no news.
  if (before.verdict === after.verdict && before.score !== null && after.score !== null) {
    [now, then] = [scoreText(i18n, after.score), scoreText(i18n, before.score)];
  }
  return { title, description: t(i18n)`From ${then} to ${now}.` };
}

function scoreText(i18n: I18n, score: number): string {
  return i18n.number(score, { maximumFractionDigits: 0 });
}

/** A lowercase verdict with its score, for use in a sentence. */
function conclusion(i18n: I18n, { verdict, score }: ReportRow): string {
  const word = {
    good: t(i18n)`good`,
    decent: t(i18n)`decent`,
    bad: t(i18n)`bad`,
    unknown: t(i18n)`unrated`,
  }[verdict ?? "unknown"];
  if (score === null) return word;
  const number = scoreText(i18n, score);
  return t(i18n)`${word} (${number})`;
}
