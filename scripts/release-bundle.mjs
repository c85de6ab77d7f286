// npm run release:bundle -- --bundles deb,rpm: makes this system's release installers, signed as far as the environment
// has secrets (docs/releasing.md), in the folder release.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ensureTool } from "./lib/build.mjs";
import { bundleDir } from "./lib/bundles.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache, root } from "./lib/paths.mjs";
import { isReleased } from "./lib/release.mjs";
import { main, must, signingEnv } from "./lib/run.mjs";
import { signingWith } from "./lib/signing.mjs";
import { ensureSystem } from "./lib/system.mjs";

const given = process.argv.slice(2);

main(async () => {
  const { env, signs, notices } = signingWith(signingEnv, process.platform);
  for (const notice of notices) console.log(process.env.GITHUB_ACTIONS ? `::notice::${notice}` : notice);
  if (given.some((word) => word.includes("appimage"))) await ensureSystem("appimage");
  await ensureNodePackages();
  if (signs.has("azure")) given.push("--config", await azureConfig(env));
  const started = Date.now();
  await must("node", ["scripts/bundle.mjs", ...given], { env });

  const release = join(root, "release");
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const target = given[given.indexOf("--target") + 1];
  const folder = bundleDir(given.includes("--target") ? target : undefined);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isReleased)) {
    const file = join(folder, name);
    // Older bundles may be there.
    if (statSync(file).mtimeMs >= started) copyFileSync(file, join(release, basename(file)));
  }
});

/**
 * Tauri's configuration for signing with Azure Artifact Signing.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} the file's path
 */
async function azureConfig({ AZURE_SIGNING_ENDPOINT, AZURE_SIGNING_ACCOUNT, AZURE_SIGNING_PROFILE }) {
  const cmd = await ensureTool("artifact-signing-cli", "0.12");
  const account = ["-e", AZURE_SIGNING_ENDPOINT, "-a", AZURE_SIGNING_ACCOUNT, "-c", AZURE_SIGNING_PROFILE];
  const signCommand = { cmd, args: [...account, "-d", "Assay", "%1"] };
  const file = join(cache, "signing.json");
  writeFileSync(file, JSON.stringify({ bundle: { windows: { signCommand } } }));
  return file;
}
