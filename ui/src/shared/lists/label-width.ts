/** About how wide the label of a column is, in pixels. */
export function labelWidth(label: string): number {
  return Math.ceil([...label].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12.5 : 6.8), 0));
}
