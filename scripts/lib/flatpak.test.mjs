import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { crateSources, FLATPAK_ID, flatpakFiles, packageSources } from "./flatpak.mjs";
import { root } from "./paths.mjs";

const read = (/** @type {string[]} */ ...path) => readFileSync(join(root, ...path), "utf8");
const manifest = read("src-tauri", "bundle", `${FLATPAK_ID}.json`);
const [crateLock, packageLock] = [read("Cargo.lock"), read("package-lock.json")];

describe("the Flatpak manifest", () => {
  const { modules, command, id, ...whole } = JSON.parse(manifest);
  const granted = (/** @type {string} */ kind) =>
    whole["finish-args"].flatMap((/** @type {string} */ each) =>
      each.startsWith(`--${kind}=`) ? each.slice(kind.length + 3) : [],
    );

  it("is of the app, by its identifier", () => {
    assert.equal(id, JSON.parse(read("src-tauri", "tauri.conf.json")).identifier);
    assert.equal(command, "assay");
    assert.ok(modules[0]["build-commands"].some((/** @type {string} */ each) => each.endsWith("/bin")));
  });

  it("permits what the app needs and no more", () => {
    assert.deepEqual(granted("talk-name"), ["org.freedesktop.secrets", "org.freedesktop.Notifications"]);
    assert.deepEqual(granted("device"), ["dri"]);
    // Files only through dialogs, other programs not at all.
    for (const kind of ["filesystem", "own-name", "system-talk-name", "persist", "allow"])
      assert.deepEqual(granted(kind), []);
    assert.equal(whole["finish-args"].length, 7);
  });

  it("uses X11 only where there is no Wayland, as Flathub's linter wants it", () => {
    assert.deepEqual(granted("socket"), ["wayland", "fallback-x11"]);
    assert.deepEqual(granted("share"), ["network", "ipc"]);
  });

  it("builds without a network", () => {
    assert.doesNotMatch(manifest, /build-args/);
    for (const tool of ["npm install", "cargo build"])
      assert.ok(modules[0]["build-commands"].some((/** @type {string} */ each) => each.includes(`${tool} --offline`)));
  });
});

describe("the sources of crates", () => {
  const sources = crateSources(crateLock, "https://crates.example/dl").filter((source) => typeof source !== "string");
  const archives = sources.filter(({ type }) => type === "archive");

  it("are all of the lock file, by their checksums", () => {
    const checksums = [...crateLock.matchAll(/^checksum = "(\w{64})"$/gm)].map(([, sum]) => sum);
    assert.ok(checksums.length > 500);
    assert.deepEqual(
      archives.map(({ sha256 }) => sha256),
      checksums,
    );
  });

  it("have a folder each, with the checksum that cargo asks for", () => {
    const proofs = sources.filter((source) => source["dest-filename"] === ".cargo-checksum.json");
    assert.equal(new Set(archives.map(({ dest }) => dest)).size, archives.length);
    assert.deepEqual(
      proofs.map(({ dest, contents }) => [dest, JSON.parse(contents ?? "").package]),
      archives.map(({ dest, sha256 }) => [dest, sha256]),
    );
  });

  it("have the URL in the registry's form", () => {
    const lock = '[[package]]\nname = "a"\nversion = "1.2.0"\nsource = "registry+r"\nchecksum = "00"\n';
    const urlFor = (/** @type {string} */ dl) => Object(crateSources(lock, dl)[0]).url;
    assert.equal(urlFor("https://crates.example/dl"), "https://crates.example/dl/a/1.2.0/download");
    assert.equal(urlFor("https://c.example/{crate}/{crate}-{version}.crate"), "https://c.example/a/a-1.2.0.crate");
  });
});

describe("the sources of npm packages", () => {
  const sources = packageSources(packageLock, "https://npm.example/").filter((source) => typeof source !== "string");
  const files = sources.filter(({ type }) => type === "file");
  const lock = JSON.parse(sources.at(-1)?.contents ?? "");

  it("have the lock file's hashes, and a file each", () => {
    const archived = new Map(files.map((source) => [`file:${source.dest}/${source["dest-filename"]}`, source.sha512]));
    assert.equal(archived.size, files.length);
    const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved);
    assert.ok(named.length > 400);
    for (const [path, { resolved, integrity }] of named)
      assert.equal(archived.get(resolved), Buffer.from(integrity.split("-")[1], "base64").toString("hex"), path);
  });

  it("lack only what other systems need", () => {
    const lacking = Object.entries(lock.packages).filter(([path, { resolved }]) => path && !resolved);
    for (const [path, { optional, os, cpu, libc }] of lacking) {
      assert.ok(optional, path);
      const isFor = (/** @type {string[]} */ list = [], /** @type {string[]} */ ...ours) =>
        list.length === 0 || ours.some((one) => list.includes(one));
      assert.ok(!isFor(os, "linux") || !isFor(cpu, "x64", "arm64") || !isFor(libc, "glibc"), path);
    }
  });

  it("are for one processor where the package is", () => {
    const only = files.find(({ url }) => url?.includes("@biomejs/cli-linux-arm64/-/cli-linux-arm64-"));
    assert.deepEqual(only?.["only-arches"], ["aarch64"]);
  });
});

describe("the files for Flatpak", () => {
  const files = flatpakFiles({
    manifest,
    metainfo: read("src-tauri", "bundle", `${FLATPAK_ID}.metainfo.xml`),
    repository: "https://code.example/assay/assay",
    version: "1.4.0",
    commit: "0123456789012345678901234567890123456789",
    crates: [],
    packages: [],
  });

  it("are there, and the manifest names them and the commit of its version", () => {
    const { sources } = JSON.parse(files[`flatpak/${FLATPAK_ID}.json`]).modules[0];
    assert.deepEqual(sources[0], {
      type: "git",
      url: "https://code.example/assay/assay.git",
      tag: "v1.4.0",
      commit: "0123456789012345678901234567890123456789",
    });
    const named = sources.slice(1).map((/** @type {string | { path: string }} */ each) => Object(each).path ?? each);
    assert.deepEqual(
      [`${FLATPAK_ID}.json`, ...named].map((name) => `flatpak/${name}`),
      Object.keys(files),
    );
  });

  it("name the menu entry and the icon as Flatpak exports them", () => {
    const metainfo = files[`flatpak/${FLATPAK_ID}.metainfo.xml`];
    assert.match(metainfo, new RegExp(`<launchable type="desktop-id">${FLATPAK_ID}.desktop</launchable>`));
    assert.match(metainfo, new RegExp(`<icon type="stock">${FLATPAK_ID}</icon>`));
  });
});
