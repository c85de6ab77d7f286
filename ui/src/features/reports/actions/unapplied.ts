import type { NotApplied, Privacy, ReportRow, WriteResult } from "../../../host/contract";

/** The changes requested by a write. */
export type Asked = { privacy: Privacy | null; password: boolean; checks: boolean };

/** A write that the service accepted but applied only in part. */
export type Unapplied = {
  isNew: boolean;
  asked: Asked;
  /** The missing parts; never empty. */
  parts: readonly NotApplied[];
  /** The time of the page's last check before the write. */
  checkedBefore: string | null;
};

/** The parts of a write that weren't applied; `null` if all were, or if unknown. */
export function unappliedOf(
  { not_applied: parts, unsettled }: WriteResult,
  write: Pick<Unapplied, "isNew" | "asked" | "checkedBefore">,
): Unapplied | null {
  return unsettled || parts.length === 0 ? null : { ...write, parts };
}

/** True if the report shows the requested privacy and password. */
export function isAccessProven({ unsettled, not_applied }: WriteResult): boolean {
  return !unsettled && !not_applied.includes("privacy") && !not_applied.includes("password");
}

/** The parts still missing after another read; `null` if none. */
export function stillUnapplied(unapplied: Unapplied, now: ReportRow): Unapplied | null {
  const { asked, checkedBefore } = unapplied;
  const isMissing: Record<NotApplied, boolean> = {
    privacy: now.privacy !== asked.privacy,
    // A changed password looks the same.
    password: true,
    checks: now.generated_at === null || (checkedBefore !== null && now.generated_at <= checkedBefore),
  };
  const parts = unapplied.parts.filter((part) => isMissing[part]);
  return parts.length === 0 ? null : { ...unapplied, parts };
}
