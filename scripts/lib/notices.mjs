import { createHash } from "node:crypto";

/** @typedef {{ name: string, version: string, license: string, text: string }} Package `license`: an SPDX expression */

/**
 * The part of `cargo about`'s output that a notice needs.
 * @typedef {{ licenses: { id: string, text: string,
 *   used_by: { crate: { name: string, version: string, license: string | null } }[] }[] }} About
 */

/** Separates the texts of a package with several licenses. */
const RULE = `\n\n${"-".repeat(80)}\n\n`;

/**
 * The crates with their license texts.
 * @param {About} about
 * @returns {Package[]}
 */
export function packagesOf(about) {
  /** @type {Map<string, { name: string, version: string, license: string, texts: string[] }>} */
  const crates = new Map();
  for (const { id, text, used_by } of about.licenses) {
    for (const { crate } of used_by) {
      const { name, version } = crate;
      const key = `${name} ${version}`;
      const found = crates.get(key) ?? { name, version, license: crate.license ?? id, texts: [] };
      if (!found.texts.includes(text.trim())) found.texts.push(text.trim());
      crates.set(key, found);
    }
  }
  return [...crates.values()].map(({ texts, ...crate }) => ({ ...crate, text: texts.join(RULE) }));
}

/**
 * The notices for the window, without duplicate texts.
 * @param {Package[]} packages
 * @param {string} crates {@link fingerprintOf} the lock file
 */
export function noticesOf(packages, crates) {
  /** @type {string[]} */
  const texts = [];
  const rows = packages
    .map((row) => ({ ...row, text: tidy(row.text) }))
    .sort((left, right) => compare(left.name, right.name) || compare(left.version, right.version))
    .map(({ name, version, license, text }) => {
      if (!texts.includes(text)) texts.push(text);
      return { name, version, license, text: texts.indexOf(text) };
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
 * A fingerprint of a Cargo.lock's third-party crates.
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
 * The folders of the modules' npm packages.
 * @param {string[]} modules their paths
 * @returns {string[]} sorted, without duplicates
 */
export const foldersOf = (modules) =>
  [...new Set(modules.flatMap((path) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))].sort();
