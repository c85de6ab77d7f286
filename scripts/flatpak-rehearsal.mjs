// npm run rehearse:flatpak -- FOLDER: runs the build of a release's Flatpak manifest, which release:stores wrote to that
// folder, without a network and with nothing but its sources. It isn't optimized and uses this system's compiler and
// libraries, since the runtime can't be had here.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { FLATPAK_ID } from "./lib/flatpak.mjs";
import { cache } from "./lib/paths.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";
import { copyTree } from "./lib/tree.mjs";

/** @typedef {Exclude<import("./lib/flatpak.mjs").Source, string>} Source */

const arch = process.arch === "arm64" ? "aarch64" : "x86_64";
const npmArchives = join(ask("npm", ["config", "get", "cache"]) ?? "", "_cacache", "content-v2", "sha512");
const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "cache");
const quick = { OPT_LEVEL: "0", LTO: "off", CODEGEN_UNITS: "256", STRIP: "symbols" };

main(async () => {
  const given = process.argv[2];
  if (!given) throw new Stop("Say where its files are: npm run rehearse:flatpak -- release-stores/flatpak");
  const folder = resolve(given);
  await ensureSystem("build", "installers", "release");
  const manifest = join(folder, `${FLATPAK_ID}.json`);
  mkdirSync(cache, { recursive: true });
  const { output } = await run("sh", ["-c", `flatpak-builder --show-manifest "${manifest}" 2>&1 >/dev/null`], {
    capture: true,
    // It leaves a folder of its own.
    cwd: cache,
  });
  if (output.trim()) throw new Stop("Flatpak's builder doesn't accept the manifest as it is.");

  const place = mkdtempSync(join(cache, "flatpak-"));
  try {
    const [build, app] = [join(place, "build"), join(place, "app")];
    const [module] = JSON.parse(readFileSync(manifest, "utf8")).modules;
    for (const source of module.sources) await lay(source, folder, build);
    await runCommands(module["build-commands"], build, app);
    const { version } = JSON.parse(readFileSync(join(build, "package.json"), "utf8"));
    if (ask(join(app, "bin", "assay"), ["--version"]) !== `Assay ${version}`)
      throw new Stop(`The program is not Assay ${version}.`);
    await must("desktop-file-validate", [join(app, "share", "applications", `${FLATPAK_ID}.desktop`)]);
    await must("appstreamcli", ["validate-tree", "--no-net", app]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

/**
 * Puts a source where Flatpak's builder would.
 * @param {import("./lib/flatpak.mjs").Source} source
 * @param {string} folder of the manifest
 * @param {string} build
 */
async function lay(source, folder, build) {
  if (typeof source === "string") {
    for (const each of JSON.parse(readFileSync(join(folder, source), "utf8"))) await lay(each, folder, build);
    return;
  }
  if (source["only-arches"] && !source["only-arches"].includes(arch)) return;
  const at = join(build, String(source.dest ?? ""));
  mkdirSync(at, { recursive: true });
  const file = join(at, String(source["dest-filename"] ?? source.path));
  switch (source.type) {
    case "git":
      return copyTree(build);
    case "inline":
      return writeFileSync(file, String(source.contents));
    case "archive":
      return must("tar", ["--extract", "--strip-components=1", "--directory", at, "--file", crate(source)]);
    case "file":
      return copyFileSync(source.path ? join(folder, String(source.path)) : await archive(source), file);
    default:
      throw new Stop(`A source of type ${source.type} can't be tried.`);
  }
}

/**
 * A crate as cargo downloaded it.
 * @param {Source} source
 */
function crate({ dest, sha256 }) {
  const name = String(dest).replace(/^.*\//, "");
  const file = readdirSync(crates)
    .map((registry) => join(crates, registry, `${name}.crate`))
    .find((each) => existsSync(each));
  if (!file || createHash("sha256").update(readFileSync(file)).digest("hex") !== sha256)
    throw new Stop(`cargo has no ${name}, or another one. Try cargo fetch --locked.`);
  return file;
}

/**
 * A package as npm downloaded it.
 * @param {Source} source
 */
async function archive({ url, sha512 }) {
  const hash = String(sha512);
  const file = join(npmArchives, hash.slice(0, 2), hash.slice(2, 4), hash.slice(4));
  if (!existsSync(file)) await must("npm", ["cache", "add", String(url)]);
  if (!existsSync(file)) throw new Stop(`npm downloads something else from ${url}.`);
  return file;
}

/**
 * @param {string[]} commands
 * @param {string} build the folder to run them in
 * @param {string} app the folder to install to
 */
async function runCommands(commands, build, app) {
  const profile = Object.entries(quick).map(([name, value]) => [`CARGO_PROFILE_RELEASE_${name}`, value]);
  const { CARGO_TARGET_DIR, ...env } = process.env;
  for (const command of commands) {
    console.log(`\n$ ${command}`);
    const alone = ["--map-current-user", "--net", "sh", "-ec", command];
    const { code } = await run("unshare", alone, {
      cwd: build,
      env: { ...env, ...Object.fromEntries(profile), FLATPAK_DEST: app, FLATPAK_ID },
    });
    if (code !== 0) throw new Stop(`The build failed with code ${code}.`);
  }
}
