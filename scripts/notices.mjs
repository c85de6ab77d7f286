// npm run notices: writes the license notices of everything shipped; --check, part of npm run check, only tests if they
// are current.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { ensureTool } from "./lib/build.mjs";
import { fingerprintOf, foldersOf, noticesOf, packagesOf } from "./lib/notices.mjs";
import { root } from "./lib/paths.mjs";
import { main, must, Stop } from "./lib/run.mjs";

const file = join(root, "ui", "src", "features", "settings", "notices.json");
const HOW = "npm run notices makes them anew.";

/** @typedef {import("./lib/notices.mjs").Package} Package */

main(async () => {
  const crates = fingerprintOf(readFileSync(join(root, "Cargo.lock"), "utf8"));
  const inWindow = await packagesOfWindow();
  if (process.argv.includes("--check")) {
    const seen = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    if (seen.crates !== crates) throw new Stop(`The licence notices are not those of the crates in Cargo.lock: ${HOW}`);
    const known = new Set(seen.packages.map((/** @type {Package} */ { name, version }) => `${name} ${version}`));
    const missing = inWindow.filter(({ name, version }) => !known.has(`${name} ${version}`));
    if (missing.length > 0)
      throw new Stop(`Licence notices are missing of ${missing.map(({ name }) => name).join(", ")}: ${HOW}`);
    return;
  }
  const notices = noticesOf([...(await packagesOfProgram()), ...inWindow], crates);
  writeFileSync(file, `${JSON.stringify(notices, null, 1)}\n`);
  console.log(`${notices.packages.length} packages, ${notices.texts.length} texts: ${file}`);
});

/** The program's crates on every system in about.toml. */
async function packagesOfProgram() {
  const about = await ensureTool("cargo-about", "0.9", "--features", "cli");
  const folder = mkdtempSync(join(tmpdir(), "assay-notices-"));
  try {
    const made = join(folder, "about.json");
    const options = ["--format", "json", "--locked", "--offline", "--manifest-path", join("src-tauri", "Cargo.toml")];
    await must(about, ["generate", ...options, "--output-file", made]);
    return packagesOf(JSON.parse(readFileSync(made, "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files that an asset, such as a font, is made of; Vite names them from the window's folder. */
const filesOf = (/** @type {{ originalFileNames: string[] }} */ { originalFileNames }) =>
  originalFileNames.map((name) => resolve(root, "ui", name));

/** The npm packages in the window's files. */
async function packagesOfWindow() {
  const built = await build({ root: join(root, "ui"), logLevel: "error", build: { write: false, minify: false } });
  if (!("output" in built)) throw new Stop("Vite gave no files.");
  const modules = built.output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : filesOf(each)));
  return foldersOf(modules).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const texts = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry));
    if (!license || texts.length === 0) throw new Stop(`${name} ${version} does not say under which licence it is.`);
    const text = texts.map((entry) => readFileSync(join(folder, entry), "utf8").trim()).join("\n\n");
    return { name, version, license, text };
  });
}
