import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";
import { conditionsIn, places, placesIn } from "./platforms.mjs";

for (const [code, found] of /** @type {[string, string[]][]} */ ([
  ["#[cfg(unix)]", ["unix"]],
  ["#[cfg(not(windows))]", ["windows"]],
  ['#[cfg(all(not(test),\n  any(windows, target_os = "macos")))]', ["windows", 'target_os = "macos"']],
  ['#[cfg_attr(target_os = "linux", ignore = "not on windows (yet)")]', ['target_os = "linux"']],
  ['if cfg!(target_env = "msvc") {', ['target_env = "msvc"']],
  ["[target.'cfg(windows)'.dependencies]", ["windows"]],
  ["match std::env::consts::OS {", ["consts::OS"]],
  ['#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]', []],
  ["#[cfg(test)] fn windows() {}", []],
  ["// not under cfg(windows)", []],
]))
  test(`${code.replaceAll("\n", " ")}: ${found.join(" and ") || "nothing"}`, () =>
    assert.deepEqual(conditionsIn(code), found));

test("every place that differs between systems is in the list, and the list names no other", () =>
  assert.deepEqual(placesIn(readFileSync(join(root, "docs", "platforms.md"), "utf8")), places()));
