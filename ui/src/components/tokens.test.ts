import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const sources = join(import.meta.dirname, "..");
const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
const textOf = (kinds: RegExp) =>
  files
    .filter((file) => kinds.test(file))
    .map((file) => readFileSync(join(sources, file), "utf8"))
    .join("\n");

it("has each property that a style uses", () => {
  const styles = textOf(/\.css$/);
  const used = styles.match(/(?<=var\()--[a-z0-9-]+/g) ?? [];
  const defined = styles.match(/(?<![(\w])--[a-z0-9-]+(?=:)/g) ?? [];
  const set = textOf(/(?<!\.test)\.tsx?$/).match(/(?<=["'])--[a-z0-9-]+(?=["'])/g) ?? [];
  // React Aria sets it on popovers.
  const known = new Set([...defined, ...set, "--trigger-width"]);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});
