import type { Snapshot } from "../../../host/contract";

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
