// npm run release:files -- FOLDER URL: adds latest.json (if the bundles are signed for updates) and SHA256SUMS to the
// bundles of all systems.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { checksums, listedPackages, releaseIn } from "./lib/release.mjs";
import { main, Stop } from "./lib/run.mjs";
import { manifest } from "./lib/updates.mjs";

const SUMS = "SHA256SUMS";

main(async () => {
  const [folder, address] = process.argv.slice(2);
  if (!folder || !URL.canParse(address ?? ""))
    throw new Stop("Say where the bundles are and will be: npm run release:files -- FOLDER https://…/releases");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const files = () =>
    readdirSync(folder)
      .filter((name) => name !== SUMS)
      .sort()
      .map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  const packages = listedPackages(files(), `${address}/download/v${version}`);
  if (Object.keys(packages).length > 0) {
    const { notes, date } = releaseIn(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
    const [published, page] = [`${date}T00:00:00Z`, `${address}/tag/v${version}`];
    const listing = manifest({ version, notes, published, page, packages });
    writeFileSync(join(folder, "latest.json"), `${JSON.stringify(listing, null, 2)}\n`);
    console.log(`latest.json: ${Object.keys(packages).join(", ")}`);
  }
  writeFileSync(join(folder, SUMS), checksums(files()));
  console.log(`${SUMS}: ${files().length} files`);
});
