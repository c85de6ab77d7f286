// npm run sbom -- FOLDER: writes reproducible CycloneDX files of the program and the window.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureTool } from "./lib/build.mjs";
import { root } from "./lib/paths.mjs";
import { reproducible } from "./lib/release.mjs";
import { ask, main, must, Stop } from "./lib/run.mjs";

main(async () => {
  const folder = process.argv[2];
  if (!folder) throw new Stop("Say where to: npm run sbom -- FOLDER");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  /** @type {Record<string, string>} */
  const made = {
    [`assay-${version}.program.cdx.json`]: await ofProgram(),
    [`assay-${version}.window.cdx.json`]: ofWindow(),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(made)) {
    const bom = reproducible(JSON.parse(text), pathToFileURL(root).href);
    writeFileSync(join(folder, name), `${JSON.stringify(bom, null, 2)}\n`);
    console.log(`${bom.components.length} components: ${resolve(folder, name)}`);
  }
});

/** The program's crates on every system; the tool can only write next to each manifest. */
async function ofProgram() {
  const cyclonedx = await ensureTool("cargo-cyclonedx", "0.5");
  const name = "sbom-in-the-making";
  const metadata = ask("cargo", ["metadata", "--format-version", "1", "--no-deps", "--offline"]) ?? '{"packages":[]}';
  try {
    const options = ["--format", "json", "--spec-version", "1.5", "--target", "all", "--no-build-deps", "--quiet"];
    await must(cyclonedx, ["cyclonedx", ...options, "--override-filename", name]);
    return readFileSync(join(root, "src-tauri", `${name}.json`), "utf8");
  } finally {
    for (const { manifest_path: manifest } of JSON.parse(metadata).packages)
      rmSync(join(dirname(manifest), `${name}.json`), { force: true });
  }
}

/** The window's packages. */
function ofWindow() {
  const made = ask("npm", [
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
    "--omit=dev",
    "--package-lock-only",
  ]);
  if (!made) throw new Stop("npm sbom failed: try it by hand.");
  return made;
}
