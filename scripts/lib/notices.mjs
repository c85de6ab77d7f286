import { createHash } from "node:crypto";

/** @typedef {{ name: string, version: string, licence: string, text: string }} Package `licence`: an SPDX expression */

/**
 * What `cargo about` tells of the crates, as far as a notice needs it.
 * @typedef {{ licenses: { id: string, text: string,
 *   used_by: { crate: { name: string, version: string, license: string | null } }[] }[] }} About
 */

/** Between the texts of a package that is under several licences at once. */
const RULE = `\n\n${"-".repeat(80)}\n\n`;

/**
 * The crates with the texts of the licences that they are taken under.
 * @param {About} about
 * @returns {Package[]}
 */
export function packagesOf(about) {
  /** @type {Map<string, { name: string, version: string, licence: string, texts: string[] }>} */
  const crates = new Map();
  for (const { id, text, used_by } of about.licenses) {
    for (const { crate } of used_by) {
      const { name, version } = crate;
      const key = `${name} ${version}`;
      const found = crates.get(key) ?? { name, version, licence: crate.license ?? id, texts: [] };
      if (!found.texts.includes(text.trim())) found.texts.push(text.trim());
      crates.set(key, found);
    }
  }
  return [...crates.values()].map(({ texts, ...crate }) => ({ ...crate, text: texts.join(RULE) }));
}

/**
 * The notices as the window shows them: each text once.
 * @param {Package[]} packages
 * @param {string} crates {@link fingerprintOf} the lock file that they are of
 */
export function noticesOf(packages, crates) {
  /** @type {string[]} */
  const texts = [];
  const rows = packages
    .map((row) => ({ ...row, text: tidy(row.text) }))
    .sort((left, right) => compare(left.name, right.name) || compare(left.version, right.version))
    .map(({ name, version, licence, text }) => {
      if (!texts.includes(text)) texts.push(text);
      return { name, version, licence, text: texts.indexOf(text) };
    });
  return { crates, packages: rows, texts };
}

const compare = (/** @type {string} */ left, /** @type {string} */ right) => (left < right ? -1 : left > right ? 1 : 0);

/** @param {string} text */
const tidy = (text) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");

/**
 * A fingerprint of the crates of others in a Cargo.lock: another one when there are others.
 * @param {string} lock
 */
export function fingerprintOf(lock) {
  const crates = lock
    .split("\n\n")
    .filter((entry) => entry.includes("\nsource = "))
    .map((entry) => entry.match(/^(name|version|checksum) = .*/gm)?.join(" "));
  return createHash("sha256").update(crates.join("\n")).digest("hex").slice(0, 16);
}

/**
 * The folders of the npm packages that modules are of.
 * @param {string[]} modules their paths
 * @returns {string[]} sorted, each once
 */
export const foldersOf = (modules) =>
  [...new Set(modules.flatMap((path) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))].sort();
