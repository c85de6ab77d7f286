/** By how much an average changed from the first of its values to the last, both rounded as they are shown. */
export function changeOf(averages: readonly number[], digits: 0 | 1): number {
  const [unit, first, last] = [10 ** digits, averages[0] ?? 0, averages.at(-1) ?? 0];
  return (Math.round(last * unit) - Math.round(first * unit)) / unit;
}
