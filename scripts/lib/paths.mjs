import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { env, platform } = process;

export const root = fileURLToPath(new URL("../..", import.meta.url));

function userCache() {
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  if (platform === "win32") return env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  return env.XDG_CACHE_HOME || join(homedir(), ".cache");
}

/** The build cache, shared by all checkouts on this computer. */
export const cache = join(userCache(), "assay-dev");

/** Cargo's target folder. */
export const targetDir = env.CARGO_TARGET_DIR || join(cache, "target");

/** Where the tools of `npm run check` are installed. */
export const toolsDir = join(cache, "tools");

const exe = platform === "win32" ? ".exe" : "";

/**
 * A development build of a program of this workspace.
 * @param {string} name the name of the cargo binary
 */
export const program = (name) => join(targetDir, "debug", name + exe);

/**
 * A release build of a program of this workspace.
 * @param {string} name the name of the cargo binary
 */
export const released = (name) => join(targetDir, "release", name + exe);

/**
 * An installed tool.
 * @param {string} folder in {@link toolsDir}
 * @param {string} name
 */
export const tool = (folder, name) => join(toolsDir, folder, "bin", name + exe);
