/** A linear scale; d3-scale's sets a `constructor` on load, which `freezePrototype` (`tauri.conf.json`) forbids. */
export function linear([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}
