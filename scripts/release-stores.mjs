// npm run release:stores -- FOLDER URL: writes what package stores need for a release to FOLDER-stores: winget manifests,
// a Homebrew cask, and the metainfo.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { root } from "./lib/paths.mjs";
import { main, Stop } from "./lib/run.mjs";
import { homebrewCask, metainfoFor, wingetManifests } from "./lib/stores.mjs";

const METAINFO = "app.assay.Assay.metainfo.xml";
const read = (/** @type {string[]} */ ...path) => readFileSync(join(root, ...path), "utf8");

main(async () => {
  const [given, address = ""] = process.argv.slice(2);
  if (!given || !URL.canParse(address))
    throw new Stop("Say where the bundles are and will be: npm run release:stores -- FOLDER https://…/releases");
  const [folder, releases] = [resolve(given), address.replace(/\/$/, "")];
  const release = { version: JSON.parse(read("package.json")).version, releases, changelog: read("CHANGELOG.md") };
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, content: readFileSync(join(folder, name)) }));
  const written = {
    [METAINFO]: metainfoFor(read("src-tauri", "bundle", METAINFO), release),
    ...wingetManifests(release, files),
    ...homebrewCask(release, files),
  };
  for (const [name, text] of Object.entries(written)) {
    const file = join(`${folder}-stores`, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(file);
  }
});
