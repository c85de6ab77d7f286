import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { root, targetDir } from "./paths.mjs";

// Children find the project's tools, including Node, before the system's.
const bin = join(root, "node_modules", ".bin");
const systemPath = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join("node_modules", ".bin")))
  .join(delimiter);
process.env.PATH = bin + delimiter + systemPath;
process.env.CARGO_TARGET_DIR = targetDir;

/** The environment with signing keys, passed only to signing: almost everything else runs dependencies' code. */
export const signingEnv = { ...process.env };
for (const name of Object.keys(process.env)) if (/^(APPLE|AZURE|TAURI_SIGNING)_/.test(name)) delete process.env[name];

/** The environment without the project's tools, for commands that replace them. */
export const systemEnv = { ...process.env, PATH: systemPath };

/** An expected failure the reader can act on: printed without a stack. */
export class Stop extends Error {}

/** On Windows, npm's commands are batch files, which need a shell. */
const isBatchFile = (/** @type {string} */ command) =>
  process.platform === "win32" && (command === "npm" || existsSync(join(bin, `${command}.cmd`)));

/**
 * Quotes a command for the Windows shell, which splits at spaces and consumes `^`.
 * @param {string[]} words
 */
export const batchLine = (words) => words.map((word) => (/[\s^&|<>()]/.test(word) ? `"${word}"` : word)).join(" ");

/**
 * Runs a command in the checkout's folder and forwards signals; after a signal, this process ends with the command.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, capture?: boolean | "silently" }} [options] `capture`: collect the
 *   output, and print it too unless silently
 * @returns {Promise<{ code: number, output: string }>} the code is 128 + signal for a command ended by a signal
 */
export function run(command, args = [], { env = process.env, cwd = root, capture = false } = {}) {
  const isBatch = isBatchFile(command);
  const child = spawn(isBatch ? batchLine([command, ...args]) : command, isBatch ? [] : args, {
    cwd,
    env: capture && process.stdout.isTTY ? { FORCE_COLOR: "1", CARGO_TERM_COLOR: "always", ...env } : env,
    shell: isBatch,
    stdio: capture ? ["inherit", "pipe", "inherit"] : "inherit",
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    output += text;
    if (capture !== "silently") process.stdout.write(text);
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  let isInterrupted = false;
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    isInterrupted = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Stop(`${command} could not be started: ${error.message}`)));
    child.on("close", (code, signal) => {
      for (const each of signals) process.off(each, pass);
      const number = code ?? 128 + constants.signals[signal ?? "SIGTERM"];
      // An interrupt also cancels the following commands.
      if (isInterrupted) process.exit(number);
      resolve({ code: number, output });
    });
  });
}

/**
 * Like {@link run}, but stops if the command fails.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export async function must(command, args = [], options = {}) {
  const { code } = await run(command, args, options);
  if (code !== 0) throw new Stop(`${[command, ...args].join(" ")} failed with code ${code}.`);
}

/**
 * A command's output; `undefined` if it is missing or fails.
 * @param {string} command
 * @param {string[]} [args]
 */
export function ask(command, args = []) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Runs a script's body; a returned number is the exit code.
 * @param {() => Promise<number | void>} body
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
