import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, tool, toolsDir } from "./paths.mjs";
import { must } from "./run.mjs";

/** The window's files are embedded into the program; all builds share this feature so that they share what is compiled. */
export const embedded = ["--features", "assay/custom-protocol"];

/** @param {string} folder */
const sources = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](dist|node_modules)[\\/]/.test(file.slice(root.length)))
    .sort();

function uiFingerprint() {
  const hash = createHash("sha256");
  for (const file of [...sources(join(root, "ui")), join(root, "package-lock.json")])
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Builds the window's files and the gallery of components into ui/dist, unless they are there for the present sources. */
export async function buildUi() {
  const stamp = join(root, "node_modules", ".cache", "assay-ui");
  const fingerprint = uiFingerprint();
  const built = existsSync(join(root, "ui", "dist", "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8");
  if (built === fingerprint) return;
  await must("vite", ["build", "ui"]);
  // A build of its own, so that the window's files are those that are shipped.
  await must("vite", ["build", "ui"], { env: { ...process.env, ASSAY_GALLERY: "1" } });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Builds the app and the sample service for development. */
export const buildPrograms = () => must("cargo", ["build", "-p", "assay", "-p", "assay-sample-service", ...embedded]);

/**
 * Installs a cargo tool into the cache, if it is not there.
 * @param {string} name
 * @param {string} version as in Cargo.toml: this one, or a newer one that can take its place
 * @param {...string} options further ones of `cargo install`
 * @returns {Promise<string>} the path of the tool
 */
export async function ensureTool(name, version, ...options) {
  // A folder for each, so that another version is not taken for this one.
  const folder = `${name}-${version}`;
  if (!existsSync(tool(folder, name))) {
    const { CARGO_TARGET_DIR, ...env } = process.env;
    const place = ["--locked", "--root", join(toolsDir, folder)];
    await must("cargo", ["install", name, "--version", `^${version}`, ...place, ...options], { env });
  }
  return tool(folder, name);
}
