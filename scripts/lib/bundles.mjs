import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { targetDir } from "./paths.mjs";
import { ask, must } from "./run.mjs";

/** What an installer may weigh, and what it puts onto the disk, in bytes. */
export const limits = { packed: 9_000_000, installed: 30_000_000 };

/**
 * An installer and what it weighs.
 * @typedef {{ file: string, packed: number, installed?: number }} Bundle
 * sizes in bytes; `installed` where the system's tools can tell it
 */

/** The end of an installer's name, by the kind that Tauri calls it. */
const kinds = /\.(deb|rpm|AppImage|exe|msi|dmg)$/;

/**
 * The folder with the installers of a release build.
 * @param {string | undefined} target the system they are for, as Rust calls it; default: this one
 */
export const bundleDir = (target) => join(targetDir, ...(target ? [target] : []), "release", "bundle");

/**
 * The installers below a folder that are not older than a moment.
 * @param {string} folder
 * @param {number} [since] in milliseconds since 1970
 * @returns {string[]} their paths, sorted
 */
export const bundlesIn = (folder, since = 0) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        // What is deeper is what they were made of.
        .filter((name) => name.split(sep).length === 2 && kinds.test(name))
        .map((name) => join(folder, name))
        .filter((file) => statSync(file).mtimeMs >= since)
        .sort()
    : [];

/**
 * Packs a .deb as distributions do, by a third smaller than Tauri, where the system has the tool for it.
 * @param {string} deb
 */
export async function repack(deb) {
  if (!ask("dpkg-deb", ["--version"])) return;
  const folder = mkdtempSync(join(tmpdir(), "assay-deb-"));
  try {
    await must("dpkg-deb", ["--raw-extract", deb, join(folder, "package")]);
    await must("dpkg-deb", ["--root-owner-group", "-Zxz", "--build", join(folder, "package"), deb]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  // That was of the other file. Package managers bring the updates of a .deb.
  rmSync(`${deb}.sig`, { force: true });
}

/**
 * What an installer weighs.
 * @param {string} file
 * @returns {Bundle}
 */
export const weigh = (file) => ({ file, packed: statSync(file).size, installed: installedSize(file) });

/** @param {string} file */
function installedSize(file) {
  if (file.endsWith(".deb")) return kibibytes(ask("dpkg-deb", ["--field", file, "Installed-Size"]));
  if (file.endsWith(".rpm")) return number(ask("rpm", ["-qp", "--queryformat", "%{SIZE}", file]));
  return undefined;
}

const number = (/** @type {string | undefined} */ text) => (text ? Number(text) : undefined);

const kibibytes = (/** @type {string | undefined} */ text) => (text ? Number(text) * 1024 : undefined);

/**
 * Whether an installer has to keep to the limits: not where its format packs badly (.msi, .dmg), nor an AppImage, which
 * brings the web view along that all others take from the system.
 * @param {Bundle} bundle
 */
export const isHeld = ({ file }) => /\.(deb|rpm|exe)$/.test(file);

/**
 * What is too large of an installer, in words; empty where it is small enough.
 * @param {Bundle} bundle
 */
export function excess({ file, packed, installed = 0 }) {
  // The one for macOS holds a program for each of its two processors.
  const most = limits.packed * (file.endsWith("universal.dmg") ? 2 : 1);
  return [
    ...(packed > most ? [`${file} has ${megabytes(packed)}, at most ${megabytes(most)}`] : []),
    ...(installed > limits.installed
      ? [`${file} takes ${megabytes(installed)} when it is installed, at most ${megabytes(limits.installed)}`]
      : []),
  ];
}

/**
 * A size as people read it.
 * @param {number} bytes
 */
export const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
