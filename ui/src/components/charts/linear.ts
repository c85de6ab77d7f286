/**
 * Maps the numbers between two to the places between two others.
 *
 * Not that of d3-scale, for as it loads it sets the `constructor` of an object, which the window forbids
 * (`freezePrototype` in `tauri.conf.json`).
 */
export function linear([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}
