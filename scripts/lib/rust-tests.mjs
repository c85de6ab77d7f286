import { availableParallelism } from "node:os";
import { basename, dirname } from "node:path";
import { run } from "./run.mjs";

// Each program also uses all cores itself.
const LANES = Math.min(4, availableParallelism());

/**
 * The test programs in cargo's JSON messages, each with the folder it runs in, the longest first.
 * @param {string} messages
 */
export const testPrograms = (messages) =>
  messages
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ reason, profile, executable }) => reason === "compiler-artifact" && profile.test && executable)
    .map(({ executable, manifest_path }) => ({ program: executable, folder: dirname(manifest_path) }))
    .sort((one, other) => Number(isOfCore(other)) - Number(isOfCore(one)));

// Its programs take the longest: started last, one of them would run alone.
/** @param {{ folder: string }} program */
const isOfCore = ({ folder }) => basename(folder) === "core";

/**
 * Builds all Rust tests and runs their programs side by side, as `cargo test` does one after the other; there are no
 * tests in documentation.
 * @param {string[]} options of cargo
 * @returns {ReturnType<typeof run>} the last code that isn't 0, and the output of all
 */
export async function runRustTests(options) {
  const build = await run(
    "cargo",
    ["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics", ...options],
    { capture: "silently" },
  );
  if (build.code !== 0) return build;
  const waiting = testPrograms(build.output);
  const total = { code: 0, output: "" };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { program, folder } = next;
      const env = { ...process.env, CARGO_MANIFEST_DIR: folder };
      const { code, output } = await run(program, [], { env, cwd: folder, capture: "silently" });
      process.stdout.write(`\n${basename(folder)}: ${basename(program)}${output}`);
      if (code !== 0) total.code = code;
      total.output += output;
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return total;
}
