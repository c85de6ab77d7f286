// npm run bundle [-- TAURI OPTIONS]: makes the installers for this system and reports their sizes. Tools for .AppImage
// are downloaded, so it needs --bundles appimage; --no-bundle only builds, --built only bundles.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureTool } from "./lib/build.mjs";
import { bundleDir, bundlesIn, excess, isHeld, megabytes, repack, weigh } from "./lib/bundles.mjs";
import { debianChangelog, manPage, packed } from "./lib/linux-files.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache, root } from "./lib/paths.mjs";
import { ask, main, must, Stop, signingEnv } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";
import { updateConfig } from "./lib/updates.mjs";

const own = ["--no-bundle", "--built"];
const [isAlone, isBuilt] = own.map((word) => process.argv.includes(word));
const given = process.argv.slice(2).filter((word) => !own.includes(word));

main(async () => {
  await ensureSystem("build");
  await ensureNodePackages();
  const config = join(cache, "bundle.json");
  const options = ["--ci", "--config", config, ...given];
  if (!isBuilt) {
    // Its own folder, since the development build includes the gallery.
    const window = join(cache, "window");
    await must("vite", ["build", "ui", "--outDir", window, "--emptyOutDir"]);
    writeFileSync(
      config,
      JSON.stringify({
        build: { frontendDist: window, runner: await auditableCargo() },
        ...withLinuxFiles(updateConfig()),
      }),
    );
    await must("tauri", ["build", "--no-bundle", ...options]);
  }
  if (isAlone) return;
  const started = Date.now();
  // Only this step gets the signing keys: it compiles nothing.
  await must("tauri", ["bundle", ...options], { env: signingEnv });

  const target = given[given.indexOf("--target") + 1];
  const files = bundlesIn(bundleDir(given.includes("--target") ? target : undefined), started);
  if (files.length === 0) throw new Stop("No installer was made.");
  for (const file of files.filter((name) => name.endsWith(".deb"))) {
    await repack(file);
    if (signingEnv.TAURI_SIGNING_PRIVATE_KEY) await sign(file);
  }
  const bundles = files.map(weigh);
  console.log();
  for (const { file, packed, installed } of bundles)
    console.log(`${megabytes(packed)}${installed ? `, ${megabytes(installed)} installed` : ""}: ${file}`);
  for (const words of bundles.filter((each) => !isHeld(each)).flatMap(excess))
    console.log(`${process.env.GITHUB_ACTIONS ? "::warning::" : "Warning: "}${words}`);
  const tooLarge = bundles.filter(isHeld).flatMap(excess);
  if (tooLarge.length > 0) throw new Stop(`Too large:\n  ${tooLarge.join("\n  ")}`);
});

/**
 * Signs a repacked package for its version, as Tauri signs the other ones.
 * @param {string} file
 */
const sign = (file) =>
  must("tauri", ["signer", "sign", "--app-version", ask("dpkg-deb", ["--field", file, "Version"]) ?? "", file], {
    env: signingEnv,
  });

/** A cargo that lists the program's crates in the program, as Tauri can call it. */
async function auditableCargo() {
  const tool = await ensureTool("cargo-auditable", "0.7");
  const isWindows = process.platform === "win32";
  const file = join(cache, isWindows ? "auditable.cmd" : "auditable");
  const script = isWindows ? `@"${tool}" auditable %*\r\n` : `#!/bin/sh\nexec "${tool}" auditable "$@"\n`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

/**
 * Adds a manual page and a changelog to the Linux packages.
 * @param {ReturnType<typeof updateConfig>} config
 */
function withLinuxFiles(config) {
  const read = (/** @type {string[]} */ ...path) => readFileSync(join(root, ...path), "utf8");
  const { version } = JSON.parse(read("package.json"));
  const [manual, changelog] = ["assay.1.gz", "changelog.gz"].map((name) => join(cache, name));
  writeFileSync(manual, packed(manPage(read("src-tauri", "src", "options.rs"), version)));
  writeFileSync(changelog, packed(debianChangelog(read("CHANGELOG.md"), version)));
  const files = { "/usr/share/man/man1/assay.1.gz": manual };
  const deb = { files: { ...files, "/usr/share/doc/assay/changelog.gz": changelog } };
  return { ...config, bundle: { ...config?.bundle, linux: { deb, rpm: { files } } } };
}
