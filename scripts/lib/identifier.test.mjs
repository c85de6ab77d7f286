import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";

/** @param {string[]} path */
const read = (...path) => readFileSync(join(root, ...path), "utf8");

const { identifier } = JSON.parse(read("src-tauri", "tauri.conf.json"));

test("stores accept the identifier", () => {
  assert.match(identifier, /^[a-z]+(\.[A-Za-z]\w*){2,}$/);
  assert.doesNotMatch(identifier, /\.desktop$/i, "it would be taken for the name of a desktop entry");
});

test("metainfo and installers have the app's identifier, and no other one is left", () => {
  assert.ok(existsSync(join(root, "src-tauri", "bundle", `${identifier}.metainfo.xml`)));
  assert.match(read("src-tauri", "bundle", `${identifier}.metainfo.xml`), new RegExp(`<id>${identifier}</id>`));
  const folders = ["src-tauri/bundle", "src-tauri/src", "scripts", "tests/app"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const others = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bapp\.assay\.\w+/g)]
      .filter(([found]) => found !== identifier)
      .map(([found]) => `${file}: ${found}`),
  );
  assert.deepEqual(others, []);
});
