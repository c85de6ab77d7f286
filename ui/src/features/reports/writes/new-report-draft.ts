import { makeProblem, problemOf } from "../../../host";
import type { Privacy } from "../../../host/contract";
import { withoutCredentials } from "../../../shared/unsaved/drafts";
import type { Doubt } from "./UnknownCreation";

/** What was typed for a new report, but for the password, and what is open of its creation. */
export type NewReportDraft = { url: string; privacy: Privacy; doubt: Doubt | null };

/** Whether there is nothing in it that was typed. */
export function isNothing({ url, privacy }: NewReportDraft): boolean {
  return url.trim() === "" && privacy === "private";
}

/** The doubt about a report whose creation was begun at `since` and never answered (`field-notes.md` 19). */
export function unanswered(url: string, since: string): Doubt {
  return { url, since, problem: makeProblem("outcome_unknown", { tried_at: since }) };
}

/** Reads a draft that was kept. */
export function readNewReport(values: unknown): NewReportDraft | undefined {
  const { url, privacy, doubt } = (values ?? {}) as Partial<Record<keyof NewReportDraft, unknown>>;
  if (typeof url !== "string") return undefined;
  if (privacy !== "public" && privacy !== "private" && privacy !== "password") return undefined;
  return { url, privacy, doubt: readDoubt(doubt) };
}

/** What goes to the disk of a draft. */
export function kept(draft: NewReportDraft): NewReportDraft {
  const { url, doubt } = draft;
  return {
    ...draft,
    url: withoutCredentials(url),
    doubt: doubt && { ...doubt, url: withoutCredentials(doubt.url) },
  };
}

function readDoubt(value: unknown): Doubt | null {
  const { url, since, problem } = (value ?? {}) as Partial<Record<keyof Doubt, unknown>>;
  return typeof url === "string" && typeof since === "string" ? { url, since, problem: problemOf(problem) } : null;
}
