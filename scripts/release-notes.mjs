// npm run release:notes -- 1.4.0: prints the changelog of this tree's version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { releaseIn, versionIn } from "./lib/release.mjs";
import { main, Stop } from "./lib/run.mjs";

const read = (/** @type {string} */ name) => readFileSync(join(root, name), "utf8");

main(async () => {
  const version = process.argv[2] ?? "";
  const own = { "package.json": JSON.parse(read("package.json")).version, "Cargo.toml": versionIn(read("Cargo.toml")) };
  for (const [name, present] of Object.entries(own))
    if (version !== present) throw new Stop(`${name} has version ${present}, not "${version}".`);
  console.log(releaseIn(read("CHANGELOG.md"), version).notes);
});
