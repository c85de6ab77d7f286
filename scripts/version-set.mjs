// npm run version:set -- 1.4.0: sets the app's version everywhere, and moves the changelog's unreleased part to it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { cargoTomlAt, changelogAt, isNewer, packageJsonAt } from "./lib/release.mjs";
import { main, must, Stop } from "./lib/run.mjs";

/** Files containing the version, with their updaters. @type {Record<string, typeof cargoTomlAt>} */
const files = {
  "Cargo.toml": cargoTomlAt,
  "package.json": packageJsonAt,
  "package-lock.json": packageJsonAt,
  "CHANGELOG.md": (text, version) => changelogAt(text, version, new Date().toISOString().slice(0, 10)),
};

main(async () => {
  const version = process.argv[2] ?? "";
  const texts = Object.keys(files).map((name) => readFileSync(join(root, name), "utf8"));
  const present = JSON.parse(texts[1]).version;
  if (!isNewer(version, present)) throw new Stop(`${version} does not come after ${present}.`);
  // Fails before anything is written.
  const changed = Object.values(files).map((change, index) => change(texts[index], version));
  Object.keys(files).forEach((name, index) => {
    writeFileSync(join(root, name), changed[index]);
  });
  // Changes only the members' versions in the lock file.
  await must("cargo", ["update", "--workspace", "--offline", "--quiet"]);
  console.log(`${present} → ${version}. Look at CHANGELOG.md, commit, and tag the commit v${version}.`);
});
