import assert from "node:assert/strict";
import { it } from "node:test";
import { countsOf } from "./tiers.mjs";

it("adds up the test programs of cargo", () => {
  const output =
    "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n" +
    "test result: \u001b[31mFAILED\u001b[0m. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
  assert.deepEqual(countsOf("cargoTest", output), { passed: 5, failed: 1, skipped: 1 });
});

it("reads Node's summary", () => {
  const output = "ℹ tests 7\nℹ suites 2\nℹ pass 4\nℹ fail 2\nℹ cancelled 0\nℹ skipped 1\n";
  assert.deepEqual(countsOf("nodeTest", output), { passed: 4, failed: 2, skipped: 1 });
});

it("reads Vitest's summary", () => {
  const output = " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 20 passed | 3 skipped (24)\n";
  assert.deepEqual(countsOf("vitest", output), { passed: 20, failed: 1, skipped: 3 });
});

it("finds no tests where a runner did not come that far", () =>
  assert.deepEqual(countsOf("cargoTest", "error: could not compile"), { passed: 0, failed: 0, skipped: 0 }));
