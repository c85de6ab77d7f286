import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { must, Stop, systemEnv } from "./run.mjs";

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/**
 * True if the installed packages match the lock file; optional ones for other systems may be missing.
 * @param {Packages} wanted of package-lock.json
 * @param {Packages} installed of npm's own record in node_modules
 */
export const isInstalled = (wanted, installed) =>
  Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || installed[path]?.version === version || (optional && !installed[path]),
  );

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Installs the npm packages unless node_modules matches the lock file. */
export async function ensureNodePackages() {
  if (Number(process.versions.node.split(".")[0]) < 20)
    throw new Stop(
      `Node ${process.versions.node} is too old: install Node 20 or newer (nodejs.org), then start again.`,
    );
  const installed = packagesOf("node_modules/.package-lock.json");
  if (installed && isInstalled(packagesOf("package-lock.json") ?? {}, installed)) return;
  console.log("Installing the npm packages");
  // `npm ci` rejects lock files without other systems' optional packages, which some registries lack; the system's Node
  // runs npm, which may replace the project's.
  await must("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], { env: systemEnv });
}
