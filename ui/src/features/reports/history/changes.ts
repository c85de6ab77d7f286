import type { ReportRow, Snapshot } from "../../../host/contract";

/** What of a report can differ from one snapshot to the next, as far as the snapshots themselves tell. */
export type Aspect = "verdict" | "score" | "privacy" | "address" | "project" | "checks" | "created";

/** What differs between a snapshot and the one before; nothing where its checks ran again and found the same. */
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
  // What does not show in a list is in the checks: there is a snapshot only where anything differs.
  if (aspects.length === 0 && now.generated_at === then.generated_at) aspects.push("checks");
  return aspects;
}

/** When a report became better or worse, and what it was before and after. */
export type Turn = { isBetter: boolean; at: string; before: ReportRow; after: ReportRow };

/** The last time that a report became better or worse, if it ever did. Snapshots are newest first. */
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

/** The two snapshots to compare: those that are asked for, if they are there, or else the latest two. */
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
