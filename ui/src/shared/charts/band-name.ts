/** From the top to the bottom of something in a chart, in pixels. */
export type Heights = readonly [top: number, bottom: number];

/** From the baseline of small text to its middle, in pixels. */
export const MIDDLE = 4;

/** The baseline of a band's name: at the top of the band, or at its bottom if only that is free. */
export function bandNameAt([top, bottom]: Heights, taken: readonly Heights[]): number {
  const atTop = top + 14;
  const isFree = (baseline: number) => taken.every(([from, to]) => baseline - MIDDLE < from || baseline - MIDDLE > to);
  return [atTop, bottom - 6].find(isFree) ?? atTop;
}
