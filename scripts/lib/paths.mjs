import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const { env, platform } = process;

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

function userCache() {
  if (platform === "darwin") return join(homedir(), "Library", "Caches");
  if (platform === "win32") return env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  return env.XDG_CACHE_HOME || join(homedir(), ".cache");
}

/** Where everything that is built goes, so that a second checkout on the same machine finds it again. */
export const cache = join(userCache(), "assay-dev");

/** Cargo's target folder. */
export const targetDir = env.CARGO_TARGET_DIR || join(cache, "target");

/** Where the tools of `npm run check` are installed. */
export const toolsDir = join(cache, "tools");

const exe = platform === "win32" ? ".exe" : "";

/**
 * A program of this workspace, as the development build leaves it.
 * @param {string} name the name of the cargo binary
 */
export const program = (name) => join(targetDir, "debug", name + exe);

/**
 * A program of this workspace, as it is shipped.
 * @param {string} name the name of the cargo binary
 */
export const released = (name) => join(targetDir, "release", name + exe);

/**
 * A tool that was installed.
 * @param {string} folder in {@link toolsDir}
 * @param {string} name
 */
export const tool = (folder, name) => join(toolsDir, folder, "bin", name + exe);
