import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, tool, toolsDir } from "./paths.mjs";
import { must } from "./run.mjs";

/** Embeds the window's files; all builds share this feature, and so their artifacts. */
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

/** Builds the window's files and the gallery into ui/dist unless they are current. */
export async function buildUi() {
  const stamp = join(root, "node_modules", ".cache", "assay-ui");
  const fingerprint = uiFingerprint();
  const built = existsSync(join(root, "ui", "dist", "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8");
  if (built === fingerprint) return;
  await must("vite", ["build", "ui"]);
  // A separate build, so that the window's files are those shipped.
  await must("vite", ["build", "ui"], { env: { ...process.env, ASSAY_GALLERY: "1" } });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Lets the sample service play faults. For tests only, never for a release. */
export const withFaults = ["--features", "assay-sample-service/faults"];

/** Builds the app and the sample service for development. */
export const buildPrograms = () =>
  must("cargo", ["build", "-p", "assay", "-p", "assay-sample-service", ...embedded, ...withFaults]);

/**
 * Installs a cargo tool into the cache unless it is there.
 * @param {string} name
 * @param {string} version as in Cargo.toml: this one or a compatible newer one
 * @param {...string} options more options of `cargo install`
 * @returns {Promise<string>} the path of the tool
 */
export async function ensureTool(name, version, ...options) {
  // A folder per version.
  const folder = `${name}-${version}`;
  if (!existsSync(tool(folder, name))) {
    const { CARGO_TARGET_DIR, ...env } = process.env;
    const place = ["--locked", "--root", join(toolsDir, folder)];
    await must("cargo", ["install", name, "--version", `^${version}`, ...place, ...options], { env });
  }
  return tool(folder, name);
}
