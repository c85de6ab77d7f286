import assert from "node:assert/strict";
import { it } from "node:test";
import { violations } from "../pictures/violations.ts";

it("every other screen and dialog passes axe-core in light", async () => {
  assert.deepEqual(await violations("light, from left to right", (_, at) => at % 2 === 0), []);
});
