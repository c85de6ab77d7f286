// npm run release:stores -- FOLDER URL: writes what package stores need for a release to FOLDER-stores: winget manifests,
// a Homebrew cask, the metainfo, and a Flatpak manifest with its lists of sources.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { crateDownload, crateSources, FLATPAK_ID, flatpakFiles, npmRegistry, packageSources } from "./lib/flatpak.mjs";
import { root } from "./lib/paths.mjs";
import { ask, main, must, Stop } from "./lib/run.mjs";
import { homebrewCask, metainfoFor, repositoryOf, wingetManifests } from "./lib/stores.mjs";

const METAINFO = `${FLATPAK_ID}.metainfo.xml`;
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
  const commit = ask("git", ["rev-parse", "HEAD"]);
  if (!commit) throw new Stop("The Flatpak manifest names a commit, so this needs git and a checkout.");
  await must("cargo", ["fetch", "--locked", "--quiet"]);
  const metainfo = metainfoFor(read("src-tauri", "bundle", METAINFO), release);
  const written = {
    [METAINFO]: metainfo,
    ...wingetManifests(release, files),
    ...homebrewCask(release, files),
    ...flatpakFiles({
      manifest: read("src-tauri", "bundle", `${FLATPAK_ID}.json`),
      metainfo,
      repository: repositoryOf(releases),
      version: release.version,
      commit,
      crates: crateSources(read("Cargo.lock"), crateDownload()),
      packages: packageSources(read("package-lock.json"), npmRegistry()),
    }),
  };
  for (const [name, text] of Object.entries(written)) {
    const file = join(`${folder}-stores`, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(file);
  }
});
