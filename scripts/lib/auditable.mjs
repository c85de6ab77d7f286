import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { must } from "./run.mjs";

/** @typedef {{ name: string, version: string, kind?: "build" }} Crate */

/**
 * The crates that a program for Linux lists, as cargo-auditable embeds them.
 * @param {string} program
 * @returns {Promise<Crate[]>}
 */
export async function cratesIn(program) {
  const folder = mkdtempSync(join(tmpdir(), "assay-crates-"));
  try {
    const file = join(folder, "list");
    await must("objcopy", ["--dump-section", `.dep-v0=${file}`, program, join(folder, "program")]);
    return JSON.parse(inflateSync(readFileSync(file)).toString()).packages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Listed crates that aren't in the lock file in that version, as "name version".
 * @param {Crate[]} crates
 * @param {string} lock Cargo.lock
 */
export function unknownCrates(crates, lock) {
  const locked = new Set(
    [...lock.matchAll(/^name = "(.+)"\nversion = "(.+)"$/gm)].map(([, name, version]) => `${name} ${version}`),
  );
  return crates.map(({ name, version }) => `${name} ${version}`).filter((crate) => !locked.has(crate));
}
