import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { targetDir } from "./paths.mjs";
import { ask, must } from "./run.mjs";

/** Maximum sizes of an installer and of the installed files, in bytes. */
export const limits = { packed: 9_000_000, installed: 30_000_000 };

/**
 * @typedef {{ file: string, packed: number, installed?: number }} Bundle
 *   sizes in bytes; `installed` where the system's tools can tell it
 */

/** File extensions of Tauri's bundle types. */
const kinds = /\.(deb|rpm|AppImage|exe|msi|dmg)$/;

/**
 * The folder of a release build's installers.
 * @param {string | undefined} target Rust target; default: this system
 */
export const bundleDir = (target) => join(targetDir, ...(target ? [target] : []), "release", "bundle");

/**
 * Installers below a folder that were made since a time.
 * @param {string} folder
 * @param {number} [since] in milliseconds since 1970
 * @returns {string[]} their paths, sorted
 */
export const bundlesIn = (folder, since = 0) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        // Deeper files are build inputs.
        .filter((name) => name.split(sep).length === 2 && kinds.test(name))
        .map((name) => join(folder, name))
        .filter((file) => statSync(file).mtimeMs >= since)
        .sort()
    : [];

/**
 * Repacks a .deb with stronger compression, a third smaller than Tauri's, if the system has the tool.
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
  // The signature belongs to the old file.
  rmSync(`${deb}.sig`, { force: true });
}

/**
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
 * True if the limits apply: not to poorly compressed formats (.msi, .dmg), nor to an AppImage, which includes the
 * webview.
 * @param {Bundle} bundle
 */
export const isHeld = ({ file }) => /\.(deb|rpm|exe)$/.test(file);

/**
 * Describes how an installer exceeds the limits; empty if it doesn't.
 * @param {Bundle} bundle
 */
export function excess({ file, packed, installed = 0 }) {
  // The macOS bundle contains a program per architecture.
  const most = limits.packed * (file.endsWith("universal.dmg") ? 2 : 1);
  return [
    ...(packed > most ? [`${file} has ${megabytes(packed)}, at most ${megabytes(most)}`] : []),
    ...(installed > limits.installed
      ? [`${file} takes ${megabytes(installed)} when it is installed, at most ${megabytes(limits.installed)}`]
      : []),
  ];
}

/**
 * A size in megabytes, as text.
 * @param {number} bytes
 */
export const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
