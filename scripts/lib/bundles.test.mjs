import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { bundlesIn, excess, isHeld, limits } from "./bundles.mjs";

const folder = mkdtempSync(join(tmpdir(), "assay-bundles-"));
after(() => rmSync(folder, { recursive: true }));

it("finds installers, and neither what they were made of nor older ones", () => {
  for (const name of [
    "deb/Assay_1.0.0_amd64.deb",
    "deb/Assay_1.0.0_amd64/data.tar.gz",
    "rpm/Assay-1.0.0-1.x86_64.rpm",
  ]) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), "");
  }
  writeFileSync(join(folder, "deb/Assay_0.9.0_amd64.deb"), "");
  utimesSync(join(folder, "deb/Assay_0.9.0_amd64.deb"), 1000, 1000);
  const found = bundlesIn(folder, 2_000_000).map((file) => file.slice(folder.length + 1));
  assert.deepEqual(found, [join("deb", "Assay_1.0.0_amd64.deb"), join("rpm", "Assay-1.0.0-1.x86_64.rpm")]);
  assert.equal(bundlesIn(folder).length, 3);
  assert.deepEqual(bundlesIn(join(folder, "none")), []);
});

it("says what is too large, packed or installed", () => {
  const { packed, installed } = limits;
  assert.deepEqual(excess({ file: "a.deb", packed, installed }), []);
  assert.match(
    excess({ file: "a.deb", packed: packed + 100_000, installed })[0],
    /a\.deb has 9\.1 MB, at most 9\.0 MB/,
  );
  assert.match(excess({ file: "a.rpm", packed, installed: 31_000_000 })[0], /takes 31\.0 MB when it is installed/);
  assert.equal(excess({ file: "a.deb", packed: packed * 2, installed: installed * 2 }).length, 2);
  assert.equal(excess({ file: "a.msi", packed: packed * 2 }).length, 1);
  assert.deepEqual(excess({ file: "a_universal.dmg", packed: packed * 2 }), []);
  assert.equal(excess({ file: "a_universal.dmg", packed: packed * 2.1 }).length, 1);
});

it("holds to the limits what packs well and takes the web view from the system", () => {
  const names = ["a.deb", "a.rpm", "a-setup.exe", "a.msi", "a_universal.dmg", "a.AppImage"];
  assert.deepEqual(
    names.filter((file) => isHeld({ file, packed: 0 })),
    ["a.deb", "a.rpm", "a-setup.exe"],
  );
});
