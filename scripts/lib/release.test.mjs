import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  cargoTomlAt,
  changelogAt,
  checksums,
  isNewer,
  isReleased,
  listedPackages,
  packageJsonAt,
  releaseIn,
  reproducible,
  updaterKeys,
  versionIn,
} from "./release.mjs";

const changelog = `# Changelog

What users notice.

## Unreleased

### Added

- A thing.

## 0.1.0 - 2026-11-01

### Added

- The first thing.
`;

describe("a new version", () => {
  it("comes after the one before, number by number", () => {
    assert.equal(isNewer("0.10.0", "0.9.9"), true);
    assert.equal(isNewer("1.0.0", "0.99.99"), true);
    assert.equal(isNewer("0.2.0", "0.2.0"), false);
    assert.equal(isNewer("0.2.9", "0.3.0"), false);
  });

  it("is three numbers and nothing else", () => {
    for (const version of ["1", "1.2", "v1.2.3", "1.2.3-rc.1", "01.2.3", "1.2.3\n", "", undefined])
      assert.throws(() => isNewer(/** @type {string} */ (version), "0.1.0"), /three numbers/);
  });

  it("goes into the workspace's manifest, not into what it depends on", () => {
    const toml = '[workspace]\nmembers = []\n\n[workspace.package]\nversion = "0.1.0"\n\n[dep]\nversion = "0.1.0"\n';
    assert.equal(
      cargoTomlAt(toml, "0.2.0"),
      '[workspace]\nmembers = []\n\n[workspace.package]\nversion = "0.2.0"\n\n[dep]\nversion = "0.1.0"\n',
    );
    assert.equal(versionIn(toml), "0.1.0");
    assert.throws(() => cargoTomlAt("[package]\n", "0.2.0"), /Cargo.toml/);
  });

  it("goes into npm's files, not into what they depend on", () => {
    const lock = { name: "assay", version: "0.1.0", packages: { "": { version: "0.1.0" }, a: { version: "0.1.0" } } };
    const wanted = { name: "assay", version: "0.2.0", packages: { "": { version: "0.2.0" }, a: { version: "0.1.0" } } };
    assert.equal(packageJsonAt(JSON.stringify(lock), "0.2.0"), `${JSON.stringify(wanted, null, 2)}\n`);
  });
});

describe("the changelog", () => {
  it("gives a version what was unreleased, and leaves room for what comes", () => {
    const after = changelogAt(changelog, "0.2.0", "2026-11-30");
    assert.deepEqual(releaseIn(after, "0.2.0"), { notes: "### Added\n\n- A thing.", date: "2026-11-30" });
    assert.deepEqual(releaseIn(after, "0.1.0"), { notes: "### Added\n\n- The first thing.", date: "2026-11-01" });
    assert.throws(() => changelogAt(after, "0.3.0", "2026-12-01"), /nothing unreleased/);
  });

  it("has notes only for what is out", () => {
    assert.throws(() => releaseIn(changelog, "0.2.0"), /no version 0.2.0/);
    assert.throws(() => releaseIn(changelog, "0.1"), /no version 0.1/);
  });

  it("must say what is unreleased", () =>
    assert.throws(() => changelogAt("# Changelog\n", "0.2.0", "2026-11-30"), /no line/));
});

describe("the files of a release", () => {
  it("are known to the updater where it can install them", () => {
    const known = Object.fromEntries(
      [
        "Assay_0.2.0_amd64.AppImage",
        "Assay_0.2.0_aarch64.AppImage",
        "Assay_0.2.0_x64-setup.exe",
        "Assay_0.2.0_arm64-setup.exe",
        "Assay_0.2.0_x64_en-US.msi",
        "Assay_0.2.0_arm64_en-US.msi",
        "Assay.app.tar.gz",
        "Assay_0.2.0_arm64.deb",
        "Assay-0.2.0-1.x86_64.rpm",
      ].map((name) => [name, updaterKeys(name).join(" ")]),
    );
    assert.deepEqual(known, {
      "Assay_0.2.0_amd64.AppImage": "linux-x86_64-appimage",
      "Assay_0.2.0_aarch64.AppImage": "linux-aarch64-appimage",
      "Assay_0.2.0_x64-setup.exe": "windows-x86_64-nsis",
      "Assay_0.2.0_arm64-setup.exe": "windows-aarch64-nsis",
      "Assay_0.2.0_x64_en-US.msi": "windows-x86_64-msi",
      "Assay_0.2.0_arm64_en-US.msi": "windows-aarch64-msi",
      "Assay.app.tar.gz": "darwin-aarch64 darwin-x86_64",
      "Assay_0.2.0_arm64.deb": "linux-aarch64-deb",
      "Assay-0.2.0-1.x86_64.rpm": "linux-x86_64-rpm",
    });
    assert.deepEqual(updaterKeys("Assay_0.2.0_universal.dmg"), []);
  });

  it("are listed for the updater where they are signed", () => {
    const files = ["Assay_0.2.0_universal.dmg.sig", "Assay_0.2.0_amd64.AppImage", "Assay_0.2.0_x64-setup.exe.sig"];
    assert.deepEqual(
      listedPackages(
        files.map((name) => ({ name, content: Buffer.from("signature\n") })),
        "https://a.example/v0.2.0",
      ),
      { "windows-x86_64-nsis": { url: "https://a.example/v0.2.0/Assay_0.2.0_x64-setup.exe", signature: "signature" } },
    );
  });

  it("are the installers, what updates are made of, and their signatures", () => {
    const paths = [
      "deb/Assay_0.2.0_amd64.deb",
      "rpm/Assay-0.2.0-1.x86_64.rpm.sig",
      "appimage/Assay_0.2.0_amd64.AppImage.sig",
      "nsis\\Assay_0.2.0_x64-setup.exe",
      "macos/Assay.app.tar.gz",
    ];
    assert.deepEqual(paths.filter(isReleased), paths);
    for (const path of ["deb/Assay_0.2.0_amd64/data.tar.gz", "macos/Assay.app/Contents/a.dmg", "dmg/bundle_dmg.sh"])
      assert.equal(isReleased(path), false);
  });

  it("have checksums in an order independent of the folder's", () => {
    const [a, b] = ["a", "b"].map((name) => ({ name, content: Buffer.from(name) }));
    assert.equal(
      checksums([b, a]),
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n" +
        "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n",
    );
  });
});

it("a bill of materials does not tell when and where it was made", () => {
  const made = (/** @type {string} */ day, /** @type {string} */ folder) => ({
    serialNumber: `urn:uuid:${day}`,
    metadata: { timestamp: day, component: { name: folder, "bom-ref": `path+file:///home/${folder}/src-tauri#assay` } },
    components: [{ name: "a" }],
  });
  const [one, two] = [made("monday", "here"), made("tuesday", "there")];
  const bom = reproducible(one, "file:///home/here/");
  assert.deepEqual(bom, reproducible(two, "file:///home/there/"));
  assert.deepEqual(bom.components, [{ name: "a" }]);
});
