import type { VerdictCounts } from "../../host/contract";

/** A verdict or `unknown`. */
type VerdictKey = keyof VerdictCounts;

/** All verdicts, in reading order. */
const VERDICTS = ["good", "decent", "bad", "unknown"] as const satisfies VerdictKey[];

/** The verdicts to show; `unknown` only if it occurs. */
export function verdictsIn(counts: readonly VerdictCounts[]): VerdictKey[] {
  return VERDICTS.filter((key) => key !== "unknown" || counts.some(({ unknown }) => unknown > 0));
}

export function totalOf({ good, decent, bad, unknown }: VerdictCounts): number {
  return good + decent + bad + unknown;
}
