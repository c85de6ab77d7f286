import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./paths.mjs";
import { run } from "./run.mjs";

const FOUND = [
  "left: 0",
  "margin-right: 4px",
  "scroll-margin-left: 4px",
  "border-left: 1px solid var(--line)",
  "border-top-right-radius: 4px",
  "text-align: left",
  "float: right",
  "transform: translateX(4px)",
  "transform: translate(-50%, 0)",
  "transform-origin: top left",
  "background: linear-gradient(to right, red, blue)",
  "padding: 0 8px 0 4px",
  "padding: 0 calc(var(--edge) - 2px) 0 calc(var(--edge) - (2px + 1px))",
  "inset: 0 0 0 auto",
  "border-radius: 4px 0 0 4px",
];
const LET_BE = [
  "inset-inline-start: 0",
  "margin-inline: 4px 8px",
  "text-align: start",
  "transform: translateY(4px)",
  "transform: rotate(90deg)",
  "padding: 0 8px 4px",
  "padding: 0 8px 4px 8px",
  "padding: 0 calc(1px + 2px) 4px calc(1px + 2px)",
  "border-radius: 4px",
  "grid-area: left",
  "--left: 1px",
];

test("the lint rule finds left and right in place of start and end, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-directions-"));
  try {
    writeFileSync(join(folder, "biome.json"), JSON.stringify({ plugins: [join(root, "ui", "directions.grit")] }));
    const rules = [...FOUND, ...LET_BE].map((declaration) => `.rule { ${declaration}; }`);
    writeFileSync(join(folder, "sheet.css"), rules.join("\n"));
    const lint = ["lint", "--reporter=github", "--max-diagnostics=none"];
    const { output } = await run("biome", lint, { cwd: folder, capture: "silently" });
    const lines = [...output.matchAll(/title=plugin,.*?,line=(\d+),/g)].map(([, line]) => Number(line));
    assert.deepEqual(
      lines,
      FOUND.map((_, index) => index + 1),
      output,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
