import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CheckChange, CheckChangeKind, Importance, ReportRow, Snapshot } from "../../../host/contract";

/** Differences between snapshots that are visible without their checks. */
export type Aspect = "verdict" | "score" | "privacy" | "address" | "project" | "created";

/** Differences from the previous snapshot, but those of checks; empty if a recheck found the same. */
export function aspectsOf({ row: now }: Snapshot, { row: then }: Snapshot): Aspect[] {
  const aspects: Aspect[] = [];
  if (now.verdict !== then.verdict) aspects.push("verdict");
  if (now.score !== then.score) aspects.push("score");
  if (now.privacy !== then.privacy || now.has_password !== then.has_password) aspects.push("privacy");
  if (now.address !== then.address || now.url !== then.url) aspects.push("address");
  if (now.project !== then.project) aspects.push("project");
  if (now.created_at !== then.created_at) aspects.push("created");
  return aspects;
}

const DAY: Intl.DateTimeFormatOptions = { month: "short", day: "numeric" };

const MINUTES: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

const TIMES: Intl.DateTimeFormatOptions[] = [{}, MINUTES, { ...MINUTES, second: "2-digit" }];

/** A moment: its day, what else tells it from others, and both together. */
export type Moment = { day: string; rest: string | null; text: string };

/**
 * Returns what says when a snapshot was seen, as short as tells it from the others; with moments `shownWith` it, in the
 * form that all of them need.
 */
export function momentTexts(i18n: I18n, snapshots: readonly Snapshot[]) {
  const thisYear = new Date().getFullYear();
  const partsOf = (at: string, time: Intl.DateTimeFormatOptions): Intl.DateTimeFormatOptions => ({
    ...(new Date(at).getFullYear() !== thisYear && { year: "numeric" }),
    ...time,
  });
  const textOf = (at: string, options: Intl.DateTimeFormatOptions) => i18n.date(new Date(at), options);
  const seen = new Set(snapshots.map(({ seen_at }) => seen_at));
  const forms = TIMES.map((time) => {
    const dated = (at: string) => textOf(at, { ...DAY, ...partsOf(at, time) });
    const counts = new Map<string, number>();
    for (const at of seen) counts.set(dated(at), (counts.get(dated(at)) ?? 0) + 1);
    return { time, isUnique: (at: string) => (counts.get(dated(at)) ?? 0) === Number(seen.has(at)) };
  });
  return (at: string, shownWith: readonly string[] = []): Moment => {
    const form = forms.find(({ isUnique }) => [at, ...shownWith].every(isUnique));
    const rest = partsOf(at, form?.time ?? MINUTES);
    return {
      day: textOf(at, DAY),
      rest: Object.keys(rest).length > 0 ? textOf(at, rest) : null,
      text: textOf(at, { ...DAY, ...rest }),
    };
  };
}

/** The snapshot that held at a moment, from those sorted newest first. */
export function snapshotAt(snapshots: readonly Snapshot[], at: string): Snapshot | undefined {
  return snapshots.find(({ seen_at }) => Date.parse(seen_at) <= Date.parse(at));
}

/** The snapshots to compare: the requested ones if they exist, or else the latest two. */
export function chosenPair(
  snapshots: readonly Snapshot[],
  wanted: { before?: number; after?: number },
): [before: Snapshot, after: Snapshot] | null {
  const find = (number: number | undefined) => snapshots.find((snapshot) => snapshot.number === number);
  const [latest, beforeLatest] = snapshots;
  const [one, other] = [find(wanted.before) ?? beforeLatest, find(wanted.after) ?? latest];
  if (!one || !other || one === other) return latest && beforeLatest ? [beforeLatest, latest] : null;
  return one.number < other.number ? [one, other] : [other, one];
}

/** The day on which a snapshot was seen is the one of its check. */
export function isSeenWhenChecked({ seen_at, row: { generated_at } }: Snapshot): boolean {
  return generated_at !== null && new Date(seen_at).toDateString() === new Date(generated_at).toDateString();
}

/** When a report was updated, unless a check was all that updated it. */
export const ownUpdate = ({ updated_at, generated_at }: ReportRow): string | null =>
  updated_at === generated_at ? null : updated_at;

/** How the checks of two reports differ. */
export const DIFFERENCES: Record<CheckChangeKind, MessageDescriptor> = {
  fixed: msg`Only the first fails`,
  broken: msg`Only the second fails`,
  changed: msg`Different`,
  removed: msg`Only in the first`,
  added: msg`Only in the second`,
};

/** How important a check is, by its latest state. */
export const importanceOf = ({ before, after }: CheckChange): Importance | null =>
  (after ?? before)?.importance ?? null;
