import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";

const source = join(root, "ui", "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).map((file) => join(source, file));

/** @type {Map<string, Set<string>>} */
const classes = new Map();
for (const file of files.filter((name) => name.endsWith(".module.css"))) {
  const text = readFileSync(file, "utf8").replace(/\/\*.*?\*\/|:global\((?:[^()]|\([^()]*\))*\)/gs, "");
  const selectors = [...text.matchAll(/[^{};]+(?=\{)/g)].join();
  classes.set(file, new Set([...selectors.matchAll(/(?<=\.)[a-z]\w*/gi)].map(String)));
}

const uses = files
  .filter((name) => /(?<!\.test)\.tsx$/.test(name))
  .flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/^import (\w+) from "(.+\.module\.css)";$/gm)].map(([line, name = "", path = ""]) => {
      const code = text.replace(line, "");
      const named = [...code.matchAll(new RegExp(`(?<=\\b${name}\\.)\\w+`, "g"))].map(String);
      // By a name that is computed, or taken apart.
      const others = new RegExp(`\\b${name}[[;]`).test(code) ? (code.match(/\w+/g) ?? []) : [];
      return { file, sheet: join(dirname(file), path), named, others };
    });
  });

test("every class that a component names is in the style sheet", () => {
  assert.ok(uses.length > 100);
  assert.deepEqual(
    uses.flatMap(({ file, sheet, named }) =>
      named.filter((name) => !classes.get(sheet)?.has(name)).map((name) => `${file}: ${name}`),
    ),
    [],
  );
});

test("every class of a style sheet is named by a component", () => {
  assert.deepEqual(
    [...classes].flatMap(([sheet, names]) => {
      const used = new Set(uses.flatMap((use) => (use.sheet === sheet ? [...use.named, ...use.others] : [])));
      return [...names].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name}`);
    }),
    [],
  );
});
