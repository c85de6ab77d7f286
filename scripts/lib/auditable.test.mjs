import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { cratesIn, unknownCrates } from "./auditable.mjs";

const crates = [
  { name: "assay", version: "1.4.0" },
  { name: "serde", version: "1.0.2" },
];

test("crates of another version than the lock file's are found", () => {
  const lock = '[[package]]\nname = "assay"\nversion = "1.4.0"\n\n[[package]]\nname = "serde"\nversion = "1.0.3"\n';
  assert.deepEqual(unknownCrates(crates, lock), ["serde 1.0.2"]);
  assert.deepEqual(unknownCrates(crates.slice(0, 1), lock), []);
});

test("a program's list is read", { skip: process.platform !== "linux" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-list-"));
  try {
    const [program, list] = ["program", "list"].map((name) => join(folder, name));
    copyFileSync("/bin/true", program);
    await assert.rejects(cratesIn(program), "it has none yet");
    writeFileSync(list, deflateSync(JSON.stringify({ packages: crates })));
    assert.equal(spawnSync("objcopy", ["--add-section", `.dep-v0=${list}`, program]).status, 0);
    assert.deepEqual(await cratesIn(program), crates);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
