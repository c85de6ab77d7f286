import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";

/** @param {string[]} path */
const read = (...path) => readFileSync(join(root, ...path), "utf8");

const table = read("docs", "field-notes-tests.md");
const named = [...new Set([...table.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name))];

test("every field note has a line that names something", () => {
  const notes = [...read("docs", "field-notes.md").matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
  assert.ok(notes.length > 30);
  const lines = [...table.matchAll(/^\| (\d+) \|.*`/gm)].map(([, number]) => number);
  assert.deepEqual(lines, notes);
});

test("every recorded answer that is named exists", () => {
  const cases = readdirSync(join(root, "tests", "wire"));
  const patterns = named.filter((name) => /^[a-z0-9*-]+$/.test(name) && name !== "*" && name !== "scripts");
  assert.ok(patterns.length > 50);
  assert.deepEqual(
    patterns.filter((pattern) => !cases.some((file) => matchesGlob(file, `${pattern}.json`))),
    [],
  );
});

test("every test that is named exists", () => areThere(named));

test("every promise has tests that exist", () => {
  const promises = read("docs", "promises.md");
  const lines = [...promises.matchAll(/^\| ([TQ]\d+) \|(.*)$/gm)].map(([, finding, rest]) => ({ finding, rest }));
  const missing = Array.from({ length: 36 }, (_, index) => `T${index + 1}`).filter(
    (finding) => !lines.some((line) => line.finding === finding && line.rest.includes("`")),
  );
  assert.deepEqual(missing, []);
  areThere([...promises.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name));
});

/**
 * Fails unless each Rust function and each file exists.
 * @param {string[]} names functions with an underscore, and paths; others are ignored
 */
function areThere(names) {
  const rust = readdirSync(join(root, "src-tauri"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".rs"))
    .map((file) => read("src-tauri", file))
    .join("\n");
  const functions = new Set([...rust.matchAll(/\bfn (\w+)/g)].map(([, name]) => name));
  const tests = names.filter((name) => name.includes("_") && !name.includes("/"));
  assert.ok(tests.length > 50);
  assert.deepEqual(
    tests.filter((name) => !functions.has(name)),
    [],
  );
  const files = names.filter((name) => name.includes("/"));
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  );
}
