import type { ReportRow, Snapshot } from "../../../host/contract";

/** Differences between snapshots that are visible without their checks. */
export type Aspect = "verdict" | "score" | "privacy" | "address" | "project" | "checks" | "created";

/** Differences from the previous snapshot; empty if a recheck found the same. */
export function aspectsOf(after: Snapshot, before: Snapshot): Aspect[] {
  const [now, then] = [after.row, before.row];
  const aspects: Aspect[] = [];
  if (now.score !== then.score) aspects.push("score");
  else if (now.verdict !== then.verdict) aspects.push("verdict");
  if (after.failed !== before.failed) aspects.push("checks");
  if (now.privacy !== then.privacy || now.has_password !== then.has_password) aspects.push("privacy");
  if (now.address !== then.address || now.url !== then.url) aspects.push("address");
  if (now.project !== then.project) aspects.push("project");
  if (now.created_at !== then.created_at) aspects.push("created");
  // Snapshots always differ, so the change must be in the checks.
  if (aspects.length === 0 && now.generated_at === then.generated_at) aspects.push("checks");
  return aspects;
}

/** When a report improved or worsened, with its values before and after. */
export type Turn = { isBetter: boolean; at: string; before: ReportRow; after: ReportRow };

/** The last improvement or deterioration; snapshots are newest first. */
export function lastTurn(snapshots: readonly Snapshot[]): Turn | null {
  for (const [index, { row: after, seen_at: at }] of snapshots.entries()) {
    const before = snapshots[index + 1]?.row;
    const difference = before ? gain(before, after) : 0;
    if (before && difference !== 0) return { isBetter: difference > 0, at, before, after };
  }
  return null;
}

/** How much better a report became: above 0 if its verdict rose, or within the same verdict its score; below if it fell. */
function gain(before: ReportRow, after: ReportRow): number {
  if (before.verdict === null || after.verdict === null) return 0;
  const rise = RANKS[after.verdict] - RANKS[before.verdict];
  if (rise !== 0 || before.score === null || after.score === null) return rise;
  return after.score - before.score;
}

const RANKS = { bad: 0, decent: 1, good: 2 };

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
