import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./paths.mjs";
import { appstreamNotes, homebrewCask, metainfoFor, wingetManifests } from "./stores.mjs";

const release = {
  version: "1.4.0",
  releases: "https://code.example/assay/assay/releases",
  changelog: `# Changelog

## Unreleased

- Not yet.

## 1.4.0 - 2026-11-20

### Added

- Reports & <projects>, see [the
  page](https://code.example/a).

## 0.9.0 - 2026-10-01

### Fixed

- One.
`,
};
const files = ["Assay_1.4.0_x64-setup.exe", "Assay_1.4.0_arm64-setup.exe", "Assay_1.4.0_universal.dmg", "a.deb"].map(
  (name) => ({ name, content: Buffer.from(name) }),
);

describe("metainfo", () => {
  const metainfo = readFileSync(join(root, "src-tauri", "bundle", "app.assay.Assay.metainfo.xml"), "utf8");
  const whole = metainfoFor(metainfo, release);

  it("has the released versions, newest first, and nothing unreleased", () => {
    const versions = [...whole.matchAll(/<release version="([^"]+)" date="([^"]+)">/g)].map(([, ...found]) => found);
    assert.deepEqual(versions, [
      ["1.4.0", "2026-11-20"],
      ["0.9.0", "2026-10-01"],
    ]);
    assert.ok(!whole.includes("Not yet"));
  });

  it("has the pictures of its version", () => {
    for (const [, version, name] of whole.matchAll(/raw\/v([^/]+)\/(docs\/pictures\/[^<]+)</g)) {
      assert.equal(version, "1.4.0");
      assert.ok(readFileSync(join(root, name)).length > 0);
    }
    assert.equal([...whole.matchAll(/<image>/g)].length, 3);
  });

  it("is accepted by software centers' own check, with the next release's notes", { skip: !hasAppstream() }, () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-metainfo-"));
    try {
      const file = join(folder, "app.assay.Assay.metainfo.xml");
      const notes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
      const changelog = notes.replace("\n## Unreleased\n", "\n## 99.0.0 - 2026-11-30\n");
      writeFileSync(file, metainfoFor(metainfo, { ...release, version: "99.0.0", changelog }));
      const { status, stdout } = spawnSync("appstreamcli", ["validate", "--no-net", "--pedantic", file]);
      assert.equal(status, 0, String(stdout));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("writes notes without markup that it could break", () => {
    assert.equal(
      appstreamNotes("### Added\n\n- A `<b>` & [c\n  d](https://e).\n- F."),
      "<p>Added</p><ul><li>A &lt;b&gt; &amp; c d.</li><li>F.</li></ul>",
    );
    assert.equal(
      appstreamNotes("- Not http://, but https://a.example."),
      "<ul><li>Not http, but a.example.</li></ul>",
      "URLs are not permitted",
    );
  });
});

function hasAppstream() {
  return spawnSync("appstreamcli", ["--version"]).status === 0;
}

describe("winget", () => {
  const manifests = wingetManifests(release, files);

  it("has three manifests of one version", () => {
    assert.deepEqual(Object.keys(manifests), [
      "winget/Assay.Assay.yaml",
      "winget/Assay.Assay.installer.yaml",
      "winget/Assay.Assay.locale.en-US.yaml",
    ]);
    for (const text of Object.values(manifests)) {
      assert.match(text, /^PackageIdentifier: "Assay.Assay"\nPackageVersion: "1.4.0"\n/);
      assert.match(text, /\nManifestType: "\w+"\nManifestVersion: "\d+\.\d+\.\d+"\n$/);
    }
  });

  it("names each installer with its processor, URL, and checksum", () => {
    const found = [
      ...manifests["winget/Assay.Assay.installer.yaml"].matchAll(/Architecture: "(\w+)"\n.*\/(.*)"\n.*: "(\w+)"/g),
    ];
    assert.deepEqual(
      found.map(([, cpu, file, sum]) => [cpu, file, sum.slice(0, 8).toLowerCase()]),
      [
        ["x64", "Assay_1.4.0_x64-setup.exe", "173b8d06"],
        ["arm64", "Assay_1.4.0_arm64-setup.exe", "a2bc205c"],
      ],
    );
  });

  it("is not written without installers for Windows", () => {
    assert.deepEqual(wingetManifests(release, files.slice(2)), {});
  });
});

describe("Homebrew", () => {
  it("takes the disk image of the version", () => {
    const cask = homebrewCask(release, files)["homebrew/assay.rb"];
    assert.match(cask, /^ {2}version "1\.4\.0"\n {2}sha256 "[0-9a-f]{64}"$/m);
    assert.match(cask, /releases\/download\/v#\{version\}\/Assay_#\{version\}_universal\.dmg"/);
  });

  it("is not written without a disk image", () => {
    assert.deepEqual(homebrewCask(release, []), {});
  });
});
