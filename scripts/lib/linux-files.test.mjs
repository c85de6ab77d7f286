import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { debianChangelog, manPage } from "./linux-files.mjs";
import { root } from "./paths.mjs";

const options = readFileSync(join(root, "src-tauri", "src", "options.rs"), "utf8");

test("the manual page has every option of the program", () => {
  const page = manPage(options, "1.4.0");
  const [program] = options.split("#[cfg(test)]");
  const known = [...program.matchAll(/"(--[a-z-]+)"/g)].map(([, option]) => option.replaceAll("-", "\\-"));
  assert.ok(known.length >= 7);
  for (const option of known) assert.match(page, new RegExp(`^\\.B ${option.replaceAll("\\", "\\\\")}$`, "m"));
  assert.match(page, /^\.TH ASSAY 1 "" "Assay 1\.4\.0"\n\.SH NAME\nassay \\- manage /);
});

test("Debian's changelog has the released versions, newest first", () => {
  const changelog =
    "# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.4.0 - 2026-11-20\n\n### Added\n\n- *One* of\n  two.\n\n" +
    `### Fixed\n\n- ${"word ".repeat(30)}end.\n\n## 1.3.0 - 2026-10-01\n\n### Fixed\n\n- \`Three\`.\n`;
  const made = debianChangelog(changelog, "1.4.0");
  assert.deepEqual(made.match(/^assay \(.*$/gm), [
    "assay (1.4.0) unstable; urgency=medium",
    "assay (1.3.0) unstable; urgency=medium",
  ]);
  assert.match(made, /\n {2}\* One of two\.\n {2}\* word /);
  assert.match(made, /\n {2}\* Three\.\n\n -- The Assay developers <> {2}Thu, 01 Oct 2026 00:00:00 \+0000\n$/);
  assert.ok(!made.includes("Later"));
  for (const line of made.split("\n")) assert.ok(line.length < 80, line);
});

test("Debian's changelog begins with the package's version, also before its release", () => {
  assert.match(debianChangelog("# Changelog\n\n## Unreleased\n\n- Later.\n", "1.5.0"), /^assay \(1\.5\.0\) unstable;/);
});
