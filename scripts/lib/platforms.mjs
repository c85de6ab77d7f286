import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./paths.mjs";

// The predicate may have nested parentheses and several lines.
const CONDITION = /\bcfg(?:_attr|!)?\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
const OF_PLATFORM = /(?<![\w"])(target_(?:os|family|env|vendor) = "\w+"|windows|unix)(?![\w"])/g;
const TEXT = /(target_\w+ = )?"[^"]*"/g;
const ASKED_WHEN_RUN = /\bconsts::(OS|FAMILY)\b/g;

/**
 * The platform conditions of a Rust or Cargo file, in order, such as `windows` or `target_os = "macos"`, and those at
 * run time, such as `consts::OS`.
 * @param {string} text
 */
export function conditionsIn(text) {
  const code = text.replace(/^\s*\/\/.*$/gm, "");
  const built = [...code.matchAll(CONDITION)].flatMap(
    ([, predicate]) => predicate.replace(TEXT, (text, isValue) => (isValue ? text : "")).match(OF_PLATFORM) ?? [],
  );
  return [...built, ...(code.match(ASKED_WHEN_RUN) ?? [])];
}

/** @param {RegExp} name */
const files = (name) =>
  readdirSync(join(root, "src-tauri"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !file.split("/").includes("target"))
    .sort();

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), "utf8");

/**
 * Files of the workspace with platform conditions, and how often they have each.
 * @returns {Record<string, Record<string, number>>}
 */
export function places() {
  /** @type {ReturnType<typeof places>} */
  const found = {};
  for (const file of files(/\.rs$|^Cargo\.toml$/)) {
    for (const condition of conditionsIn(read(file))) {
      found[file] ??= {};
      found[file][condition] = (found[file][condition] ?? 0) + 1;
    }
  }
  return found;
}

/**
 * The places in a document's table: one row per file, with its path and its conditions, "`windows`, `unix` ×2".
 * @param {string} markdown
 * @returns {ReturnType<typeof places>}
 */
export const placesIn = (markdown) =>
  Object.fromEntries(
    [...markdown.matchAll(/^\| `([^`]+\.(?:rs|toml))` \| ([^|]+) \|/gm)].map(([, file, conditions]) => [
      file,
      Object.fromEntries(
        [...conditions.matchAll(/`([^`]+)`(?: ×(\d+))?/g)].map(([, condition, times]) => [
          condition,
          Number(times ?? 1),
        ]),
      ),
    ]),
  );

/** Changes with everything that decides if the code for other systems works: places, program sources, and checks. */
export function fingerprint() {
  const hash = createHash("sha256");
  const manifests = files(/^(Cargo\.toml|build\.rs|tauri.*\.conf\.json)$/);
  const checks = ["check-platforms.mjs", "lib/platforms.mjs", "lib/uninstaller.mjs"].map((file) => `scripts/${file}`);
  const others = ["Cargo.toml", "Cargo.lock", "src-tauri/bundle/windows.nsh"];
  for (const file of new Set([...Object.keys(places()), ...manifests, ...checks, ...others]))
    hash.update(file).update("\0").update(read(file)).update("\0");
  return hash.digest("hex");
}
