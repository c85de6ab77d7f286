import assert from "node:assert/strict";
import { it } from "node:test";
import { isInstalled } from "./node-packages.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/for-another-system": { version: "2.0.0", optional: true },
};

it("is content with what the lock file wants, less what is for other systems", () =>
  assert.equal(isInstalled(wanted, { "node_modules/a": { version: "1.0.0" } }), true));

it("is not content with another version, of an optional package neither", () => {
  assert.equal(isInstalled(wanted, { "node_modules/a": { version: "1.0.1" } }), false);
  const other = { "node_modules/a": { version: "1.0.0" }, "node_modules/for-another-system": { version: "1.0.0" } };
  assert.equal(isInstalled(wanted, other), false);
});

it("is not content with an empty folder", () => assert.equal(isInstalled(wanted, {}), false));
