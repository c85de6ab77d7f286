// Part of npm run check: finds ruled-out words (words.json) in documents, installer texts, descriptions, and comments.
// Named files are checked even if words.json skips them: node scripts/words.mjs CONTRIBUTING.md
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { ask, main, Stop } from "./lib/run.mjs";
import { faultsOfAll, scopes } from "./lib/words.mjs";

/** @type {import("./lib/words.mjs").Words} */
const words = JSON.parse(readFileSync(join(root, "scripts", "words.json"), "utf8"));

main(async () => {
  const named = process.argv.slice(2);
  const tracked = ask("git", ["-C", root, "ls-files", "-z"]);
  if (tracked === undefined) throw new Stop("The words need git: it lists the files to check.");
  const files = (named.length > 0 ? named : tracked.split("\0")).filter(
    (file) => scopes.some((scope) => scope.files.test(file)) && existsSync(join(root, file)),
  );
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  const rules = named.length > 0 ? words.rules.map((rule) => ({ ...rule, except: {} })) : words.rules;
  const faults = faultsOfAll(texts, { rules, skip: named.length > 0 ? {} : words.skip });
  if (faults.length > 0) throw new Stop(faults.join("\n"));
});
