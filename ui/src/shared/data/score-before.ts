/** The last of a report’s scores, from first to last, that rounds to another than its present one. */
export function scoreBefore(score: number, scores: readonly number[]): number | undefined {
  return scores.filter((one) => Math.round(one) !== Math.round(score)).at(-1);
}
