import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";

test("no feature of the UI may be imported by another", () => {
  const { overrides } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  const override = overrides.find((/** @type {{ includes: string[] }} */ { includes }) =>
    includes.includes("ui/src/features/**"),
  );
  /** @type {{ group: string[] }[]} */
  const patterns = override.linter.rules.style.noRestrictedImports.options.patterns;
  const groups = patterns.flatMap(({ group }) => group);
  for (const feature of readdirSync(join(root, "ui", "src", "features"))) {
    assert.ok(groups.includes(`**/../${feature}`) && groups.includes(`**/../${feature}/**`), feature);
  }
});
