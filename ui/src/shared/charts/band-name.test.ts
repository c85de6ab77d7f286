import { expect, it } from "vitest";
import { bandNameAt, type Heights } from "./band-name";

const BAND: Heights = [100, 160];

it.each<[where: string, baseline: number, taken: Heights[]]>([
  ["at the top of a free band", 114, []],
  [
    "at the top beside what is elsewhere",
    114,
    [
      [40, 99],
      [140, 200],
    ],
  ],
  ["at the bottom where the top is taken", 154, [[105, 125]]],
  [
    "at the top where both are taken",
    114,
    [
      [105, 125],
      [140, 160],
    ],
  ],
])("places the name of a band %s", (_, baseline, taken) => {
  expect(bandNameAt(BAND, taken)).toBe(baseline);
});
