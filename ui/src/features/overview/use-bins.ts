import { useLingui } from "@lingui/react/macro";

/** Reports within a range of ten scores. */
export type Bin = { from: number; to: number; name: string; count: number };

/** Score ranges: 0–9, 10–19, …, 90–100. */
export function useBins(scores: readonly number[]): Bin[] {
  const { t, i18n } = useLingui();
  return scores.map((count, index) => {
    const [from, to] = [index * 10, index === 9 ? 100 : index * 10 + 9];
    const [first, last] = [i18n.number(from), i18n.number(to)];
    return { from, to, name: t`${first}–${last}`, count };
  });
}
