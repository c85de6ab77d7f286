import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ask, Stop } from "./run.mjs";

/** The app's ID and the manifest's name. */
export const FLATPAK_ID = "app.assay.Assay";

/**
 * A source of a module, or the name of a file with more of them.
 * @typedef {string | { type: string, url?: string, tag?: string, commit?: string, path?: string, contents?: string,
 *   sha256?: string, sha512?: string, "archive-type"?: string, "only-arches"?: string[], dest?: string,
 *   "dest-filename"?: string }} Source
 */

/** Packages of these systems are in the lists; the others are optional. */
const systems = { os: ["linux"], cpu: ["x64", "arm64"], libc: ["glibc"] };
const arches = /** @type {Record<string, string>} */ ({ x64: "x86_64", arm64: "aarch64" });

/**
 * The crates of a lock file, as a folder that cargo builds from without a network.
 * @param {string} lock Cargo.lock
 * @param {string} download URL of a crate in the form of a registry's `dl`
 * @returns {Source[]}
 */
export function crateSources(lock, download) {
  const template = download.includes("{crate}") ? download : `${download}/{crate}/{version}/download`;
  const crates = [...lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\nsource = "registry\+.+"\nchecksum = "(.+)"$/gm)];
  const vendor = ".cargo/vendor";
  const sources = crates.flatMap(([, name, version, sha256]) => {
    const dest = `${vendor}/${name}-${version}`;
    const url = template.replaceAll("{crate}", name).replaceAll("{version}", version);
    const contents = JSON.stringify({ package: sha256, files: {} });
    return [
      { type: "archive", "archive-type": "tar-gzip", url, sha256, dest },
      { type: "inline", contents, dest, "dest-filename": ".cargo-checksum.json" },
    ];
  });
  const contents = `[source.crates-io]\nreplace-with = "vendored"\n\n[source.vendored]\ndirectory = "${vendor}"\n`;
  return [...sources, { type: "inline", contents, dest: ".cargo", "dest-filename": "config.toml" }];
}

/**
 * The npm packages of a lock file, and a lock file that names their archives, so that npm needs no network.
 * @param {string} lock package-lock.json
 * @param {string} registry URL of the registry, with a slash at the end
 * @returns {Source[]}
 */
export function packageSources(lock, registry) {
  const data = JSON.parse(lock);
  /** @type {Map<string, Source>} */
  const sources = new Map();
  for (const [path, entry] of Object.entries(data.packages)) {
    const isListed = Object.entries(systems).every(([kind, ours]) => {
      const theirs = entry[kind];
      return !theirs || theirs.some((/** @type {string} */ one) => ours.includes(one));
    });
    if (path === "" || !isListed) continue;
    const [algorithm, hash] = entry.integrity.split("-");
    if (algorithm !== "sha512") throw new Stop(`${path} has no sha512 in the lock file.`);
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const url = `${registry}${name}/-/${name.replace(/^@.*\//, "")}-${entry.version}.tgz`;
    const file = `${name.replace("/", "-")}-${entry.version}.tgz`;
    const only = entry.cpu
      ? { "only-arches": entry.cpu.flatMap((/** @type {string} */ cpu) => arches[cpu] ?? []) }
      : {};
    const sha512 = Buffer.from(hash, "base64").toString("hex");
    sources.set(file, { type: "file", url, sha512, dest: ".npm/archives", "dest-filename": file, ...only });
    entry.resolved = `file:.npm/archives/${file}`;
  }
  return [
    ...sources.values(),
    { type: "inline", contents: JSON.stringify(data), "dest-filename": "package-lock.json" },
  ];
}

/** The URL that cargo downloads crates from, in the form of a registry's `dl`; after `cargo fetch`. */
export function crateDownload() {
  const index = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "index");
  const [newest] = readdirSync(index)
    .map((name) => join(index, name, "config.json"))
    .filter((file) => existsSync(file))
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  return JSON.parse(readFileSync(newest, "utf8")).dl;
}

/** The URL of the registry that npm uses, with a slash at the end. */
export function npmRegistry() {
  const registry = ask("npm", ["config", "get", "registry"]);
  if (!registry) throw new Stop("npm names no registry: try npm config get registry.");
  return registry.replace(/\/?$/, "/");
}

/**
 * The Flatpak files of a release, by name.
 * @param {object} parts
 * @param {string} parts.manifest without sources
 * @param {string} parts.metainfo of the release
 * @param {string} parts.repository URL of the repository
 * @param {string} parts.version such as 1.4.0
 * @param {string} parts.commit of the version
 * @param {Source[]} parts.crates
 * @param {Source[]} parts.packages
 * @returns {Record<string, string>}
 */
export function flatpakFiles({ manifest, metainfo, repository, version, commit, crates, packages }) {
  const data = JSON.parse(manifest);
  const metainfoFile = `${FLATPAK_ID}.metainfo.xml`;
  data.modules[0].sources = [
    { type: "git", url: `${repository}.git`, tag: `v${version}`, commit },
    { type: "file", path: metainfoFile },
    "crates.json",
    "packages.json",
  ];
  const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    [`flatpak/${FLATPAK_ID}.json`]: json(data),
    // Flatpak exports only files that are named after the app.
    [`flatpak/${metainfoFile}`]: metainfo
      .replace(">Assay.desktop<", `>${FLATPAK_ID}.desktop<`)
      .replace(">assay</icon>", `>${FLATPAK_ID}</icon>`),
    "flatpak/crates.json": json(crates),
    "flatpak/packages.json": json(packages),
  };
}
