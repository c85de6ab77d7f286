import assert from "node:assert/strict";
import { it } from "node:test";
import { violations } from "../pictures/violations.ts";

it("every other screen and dialog passes axe-core in dark, from right to left", async () => {
  assert.deepEqual(await violations("dark, from right to left", (_, at) => at % 2 === 1), []);
});
