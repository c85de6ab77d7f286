import { useLingui } from "@lingui/react/macro";
import type { VerdictCounts } from "../../host/contract";

/** A verdict, or that none is known. */
export type VerdictKey = keyof VerdictCounts;

/** All of them, in the order of reading. */
export const VERDICTS = ["good", "decent", "bad", "unknown"] as const satisfies VerdictKey[];

/** Those that a picture or a table of these counts needs: that none is known is told only where it happens. */
export function verdictsIn(counts: readonly VerdictCounts[]): VerdictKey[] {
  return VERDICTS.filter((key) => key !== "unknown" || counts.some(({ unknown }) => unknown > 0));
}

/** How many reports these are. */
export function totalOf({ good, decent, bad, unknown }: VerdictCounts): number {
  return good + decent + bad + unknown;
}

/** The word for each verdict. */
export function useVerdictWords(): Record<VerdictKey, string> {
  const { t } = useLingui();
  return { good: t`Good`, decent: t`Decent`, bad: t`Bad`, unknown: t`Unknown` };
}
