// npm run bundle: makes the installers for this system, .deb and .rpm on Linux, and says what they weigh; .AppImage only
// when asked for, as what makes it is fetched. What is given goes to `tauri build`: npm run bundle -- --bundles appimage
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleDir, bundlesIn, excess, megabytes, repack, weigh } from "./lib/bundles.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache } from "./lib/paths.mjs";
import { main, must, Stop } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";
import { updateConfig } from "./lib/updates.mjs";

const given = process.argv.slice(2);

main(async () => {
  await ensureSystem("build");
  await ensureNodePackages();
  // A folder of their own: beside the window's files for development lies the gallery.
  const window = join(cache, "window");
  await must("vite", ["build", "ui", "--outDir", window, "--emptyOutDir"]);
  const started = Date.now();
  const config = join(cache, "bundle.json");
  writeFileSync(config, JSON.stringify({ build: { frontendDist: window }, ...updateConfig() }));
  await must("tauri", ["build", "--ci", "--config", config, ...given]);

  const target = given[given.indexOf("--target") + 1];
  const files = bundlesIn(bundleDir(given.includes("--target") ? target : undefined), started);
  if (files.length === 0) throw new Stop("No installer was made.");
  for (const file of files.filter((name) => name.endsWith(".deb"))) await repack(file);
  const bundles = files.map(weigh);
  console.log();
  for (const { file, packed, installed } of bundles)
    console.log(`${megabytes(packed)}${installed ? `, ${megabytes(installed)} installed` : ""}: ${file}`);
  const tooLarge = bundles.flatMap(excess);
  if (tooLarge.length > 0) throw new Stop(`Too large:\n  ${tooLarge.join("\n  ")}`);
});
