// npm run check: all checks that don't run the app; a failure doesn't stop the others.
import { buildUi, embedded, ensureTool } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { main, run, Stop } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";

/** @type {(machete: string) => Record<string, string[]>} */
const checks = (machete) => ({
  "format and lint": ["biome", "check", "--error-on-warnings"],
  "types of the scripts and journeys": ["tsc", "-p", "."],
  "types of the UI": ["tsc", "-p", "ui", "--noEmit"],
  "unused files, exports and packages": ["knip"],
  "message catalogs": ["npm", "run", "--silent", "messages:check"],
  "missing translations": [
    "lingui",
    "check",
    "missing",
    "--verbose",
    "--mode",
    "catalog",
    "--config",
    "ui/lingui.config.ts",
  ],
  "form of the translations": ["node", "scripts/texts.mjs"],
  "words of the documents": ["node", "scripts/words.mjs"],
  "size of the start": ["node", "scripts/startup-size.mjs"],
  "files of the installers": ["node", "scripts/bundle-files.mjs"],
  "Rust format": ["cargo", "fmt", "--all", "--check"],
  "unused crates": [machete],
  "Rust lint": ["cargo", "clippy", "--workspace", "--all-targets", ...embedded, "--", "-D", "warnings"],
  "license notices": ["node", "scripts/notices.mjs", "--check"],
  "supply chain": ["node", "scripts/supply-chain.mjs"],
  workflows: ["node", "scripts/workflows.mjs"],
  "contract between Rust and the UI": ["cargo", "test", "-q", "-p", "assay-model", "--test", "contract"],
});

main(async () => {
  await ensureSystem("build");
  await ensureNodePackages();
  // The shell needs the window's files to compile, so clippy fails without them.
  const ui = await buildUi().catch((error) => error);
  const machete = await ensureTool("cargo-machete", "0.9");

  const failed = ui instanceof Stop ? ["UI build"] : [];
  const summary = [];
  for (const [name, [command, ...args]] of Object.entries(checks(machete))) {
    console.log(`\n== ${name}`);
    const started = performance.now();
    const { code } = await run(command, args);
    if (code !== 0) failed.push(name);
    summary.push(
      `${code === 0 ? "ok    " : "FAILED"} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`,
    );
  }
  console.log(`\n${summary.join("\n")}`);
  if (failed.length > 0) throw new Stop(`Not in order: ${failed.join(", ")}`);
});
