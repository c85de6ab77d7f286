import { useLingui } from "@lingui/react/macro";

/** How many reports have a score of ten that lie together. */
export type Bin = { from: number; to: number; name: string; count: number };

/** The bins of the scores: 0–9, 10–19, …, 90–100. */
export function useBins(scores: readonly number[]): Bin[] {
  const { t, i18n } = useLingui();
  return scores.map((count, index) => {
    const [from, to] = [index * 10, index === 9 ? 100 : index * 10 + 9];
    const [first, last] = [i18n.number(from), i18n.number(to)];
    return { from, to, name: t`${first}–${last}`, count };
  });
}
