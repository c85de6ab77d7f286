import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fingerprintOf, foldersOf, noticesOf, packagesOf } from "./notices.mjs";

const crate = (/** @type {string} */ name, license = "MIT") => ({ crate: { name, version: "1.0.0", license } });

describe("license notices", () => {
  it("hold each text once, and all texts of a package with several licenses", () => {
    const packages = packagesOf({
      licenses: [
        { id: "MIT", text: "Do what you like.\n", used_by: [crate("b"), crate("a", "MIT AND ISC")] },
        { id: "ISC", text: "Please.\n", used_by: [crate("a", "MIT AND ISC")] },
      ],
    });
    packages.push({ name: "c", version: "2.0.0", license: "MIT", text: "\r\nDo what you like.  \r\n" });
    const { packages: rows, texts } = noticesOf(packages, "f");
    assert.deepEqual(
      rows.map(({ name, license }) => [name, license]),
      [
        ["a", "MIT AND ISC"],
        ["b", "MIT"],
        ["c", "MIT"],
      ],
    );
    assert.match(texts[rows[0].text], /^Do what you like\.\n\n-+\n\nPlease\.$/);
    assert.equal(texts[rows[1].text], "Do what you like.");
    assert.equal(rows[2].text, rows[1].text);
    assert.equal(texts.length, 2);
  });

  it("are out of date when a crate of others is another one, not when the app has another version", () => {
    const lock = (/** @type {string} */ own, /** @type {string} */ other) =>
      `version = 4\n\n[[package]]\nname = "assay"\nversion = "${own}"\n\n` +
      `[[package]]\nname = "tokio"\nversion = "${other}"\nsource = "registry"\nchecksum = "${other}"\n`;
    assert.equal(fingerprintOf(lock("0.1.0", "1.0.0")), fingerprintOf(lock("0.2.0", "1.0.0")));
    assert.notEqual(fingerprintOf(lock("0.1.0", "1.0.0")), fingerprintOf(lock("0.1.0", "1.0.1")));
  });

  it("are of the packages whose modules are in the window, also of those within others", () => {
    const folders = foldersOf([
      "/a/node_modules/react/index.js",
      "\0/a/node_modules/react/cjs/react.js?commonjs",
      "/a/node_modules/@visx/shape/node_modules/d3-array/src/max.js",
      "/a/ui/src/main.tsx",
      "\0rolldown/runtime.js",
    ]);
    assert.deepEqual(folders, ["/a/node_modules/@visx/shape/node_modules/d3-array", "/a/node_modules/react"]);
  });
});
