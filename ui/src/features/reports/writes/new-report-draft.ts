import { makeProblem, problemOf } from "../../../host";
import type { Privacy } from "../../../host/contract";
import { withoutCredentials } from "../../../shared/unsaved/drafts";
import type { UncertainCreate } from "./UnknownCreation";

/** A new report's draft without its password, and the state of its creation. */
export type NewReportDraft = { url: string; privacy: Privacy; doubt: UncertainCreate | null };

/** True if nothing was typed. */
export function isNothing({ url, privacy }: NewReportDraft): boolean {
  return url.trim() === "" && privacy === "private";
}

/** The unknown outcome of a create that got no response (`field-notes.md` 19). */
export function unanswered(url: string, since: string): UncertainCreate {
  return { url, since, problem: makeProblem("outcome_unknown", { tried_at: since }) };
}

export function readNewReport(values: unknown): NewReportDraft | undefined {
  const { url, privacy, doubt } = (values ?? {}) as Partial<Record<keyof NewReportDraft, unknown>>;
  if (typeof url !== "string") return undefined;
  if (privacy !== "public" && privacy !== "private" && privacy !== "password") return undefined;
  return { url, privacy, doubt: readDoubt(doubt) };
}

/** The part of a draft that is stored on disk. */
export function kept(draft: NewReportDraft): NewReportDraft {
  const { url, doubt } = draft;
  return {
    ...draft,
    url: withoutCredentials(url),
    doubt: doubt && { ...doubt, url: withoutCredentials(doubt.url) },
  };
}

function readDoubt(value: unknown): UncertainCreate | null {
  const { url, since, problem } = (value ?? {}) as Partial<Record<keyof UncertainCreate, unknown>>;
  return typeof url === "string" && typeof since === "string" ? { url, since, problem: problemOf(problem) } : null;
}
