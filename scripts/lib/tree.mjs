import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";
import { ask, Stop } from "./run.mjs";

/**
 * Copies the checkout's current files, except ignored ones.
 * @param {string} folder
 */
export function copyTree(folder) {
  const names = ask("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]);
  const deleted = new Set(ask("git", ["ls-files", "-z", "--deleted"])?.split("\0"));
  if (!names) throw new Stop("A copy of the tree needs git, and a checkout.");
  for (const name of names.split("\0").filter((each) => each && !deleted.has(each))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(root, name), join(folder, name));
  }
}
