import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { accepted, faultsOf } from "./package-faults.mjs";

describe("faults of packages", () => {
  const lintian = Object.keys(accepted.lintian).map((tag) => `E: assay: ${tag} Maintainer The\n`);
  const rpmlint = Object.keys(accepted.rpmlint).map((tag) => `assay.x86_64: W: ${tag} something\n`);

  it("are none if all of them are accepted", () => {
    assert.deepEqual(faultsOf("lintian", lintian.join("")), []);
    const around = [
      "===== rpmlint session starts =====\n",
      ...rpmlint,
      " 1 packages and 0 specfiles checked; 5 errors\n",
    ];
    assert.deepEqual(faultsOf("rpmlint", around.join("")), []);
  });

  it("are told with what the linter says", () => {
    const lines = [
      "W: assay: no-manual-page [usr/bin/assay]",
      "E: assay: no-changelog usr/share/doc/assay/changelog.gz",
    ];
    assert.deepEqual(faultsOf("lintian", `${lintian.join("")}${lines.join("\n")}\n`), lines);
    const line = "assay.x86_64: E: unstripped-binary-or-object /usr/bin/assay";
    assert.deepEqual(faultsOf("rpmlint", `${rpmlint.join("")}${line}\n`), [line]);
    assert.deepEqual(faultsOf("rpmlint", `${rpmlint.join("")}(none): E: fatal error while reading\n`), [
      "(none): E: fatal error while reading",
    ]);
  });

  it("include what need not be accepted any longer", () => {
    assert.deepEqual(faultsOf("lintian", lintian.slice(1).join("")), [
      `${Object.keys(accepted.lintian)[0]} is accepted, but no longer found`,
    ]);
  });
});
