// npm run fuzz [-- SECONDS TARGET …]: fuzzes everything that parses responses or URL lists, 300 seconds each by
// default.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureTool } from "./lib/build.mjs";
import { cache, root } from "./lib/paths.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";
import { seeds } from "./lib/seeds.mjs";
import { ensureSystem } from "./lib/system.mjs";

const folder = join(root, "src-tauri", "crates", "api", "fuzz");
const targets = readdirSync(join(folder, "targets")).map((file) => file.replace(/\.rs$/, ""));

const given = process.argv.slice(2);
const seconds = Number(given.find((word) => /^\d+$/.test(word)) ?? 300);
const named = given.filter((word) => !/^\d+$/.test(word));

main(async () => {
  const unknown = named.find((name) => !targets.includes(name));
  if (unknown) throw new Stop(`There is no target "${unknown}". The targets are ${targets.join(", ")}.`);
  await ensureSystem("build");
  if (!ask("cargo", ["+nightly", "--version"]))
    throw new Stop("Fuzzing needs Rust's nightly toolchain: rustup toolchain install nightly, then start again.");
  const fuzz = await ensureTool("cargo-fuzz", "0.13");

  // Keeps the corpus for next time, and fuzzing builds apart from others.
  const home = join(cache, "fuzz");
  const env = { ...process.env, CARGO_TARGET_DIR: join(home, "target"), RUSTUP_TOOLCHAIN: "nightly" };
  await must(fuzz, ["build", "--fuzz-dir", folder], { env });
  const computer = ask("rustc", ["-vV"])?.match(/^host: (.+)$/m)?.[1] ?? "";

  const summary = [];
  const failed = [];
  for (const target of named.length > 0 ? named : targets) {
    const [corpus, recorded, found] = ["corpus", "recorded", "found"].map((part) => join(home, part, target));
    for (const each of [corpus, recorded, found]) mkdirSync(each, { recursive: true });
    for (const [name, content] of Object.entries(seeds(target))) writeFileSync(join(recorded, name), content);
    console.log(`\n== ${target}`);
    const { code } = await run(join(env.CARGO_TARGET_DIR, computer, "release", target), [
      corpus,
      recorded,
      `-dict=${join(folder, "tokens.dict")}`,
      `-max_total_time=${seconds}`,
      `-artifact_prefix=${found}/`,
      "-verbosity=0",
      "-print_final_stats=1",
    ]);
    if (code !== 0) failed.push(target);
    summary.push(code === 0 ? `ok      ${target}` : `FAILED  ${target}: what it failed on is in ${found}`);
  }
  console.log(`\n${summary.join("\n")}`);
  if (failed.length > 0) throw new Stop(`Not in order: ${failed.join(", ")}`);
});
