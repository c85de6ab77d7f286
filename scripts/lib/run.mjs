import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { root, targetDir } from "./paths.mjs";

// Every child finds the tools of this project, its Node among them, before those of the system.
const bin = join(root, "node_modules", ".bin");
const systemPath = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join("node_modules", ".bin")))
  .join(delimiter);
process.env.PATH = bin + delimiter + systemPath;
process.env.CARGO_TARGET_DIR = targetDir;

/** The environment with what signs a release. Nothing else has that: code of dependencies runs in almost all that is started. */
export const signingEnv = { ...process.env };
for (const name of Object.keys(process.env)) if (/^(APPLE|AZURE|TAURI_SIGNING)_/.test(name)) delete process.env[name];

/** The environment without the tools of this project: for what replaces them. */
export const systemEnv = { ...process.env, PATH: systemPath };

/** A reason to stop that the reader can act on: printed without a stack. */
export class Stop extends Error {}

/** npm's commands are batch files on Windows, which only a shell starts. */
const isBatchFile = (/** @type {string} */ command) =>
  process.platform === "win32" && (command === "npm" || existsSync(join(bin, `${command}.cmd`)));

/**
 * A command as the shell of Windows takes it, which would split words at spaces and eat each `^`.
 * @param {string[]} words
 */
export const batchLine = (words) => words.map((word) => (/[\s^&|<>()]/.test(word) ? `"${word}"` : word)).join(" ");

/**
 * Runs a command in the checkout's folder and passes signals on to it; after one, this process ends when the command does.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean }} [options] `capture`: also collect what it prints
 * @returns {Promise<{ code: number, output: string }>} a command that a signal ended has the code 128 + signal
 */
export function run(command, args = [], { env = process.env, capture = false } = {}) {
  const isBatch = isBatchFile(command);
  const child = spawn(isBatch ? batchLine([command, ...args]) : command, isBatch ? [] : args, {
    cwd: root,
    env: capture && process.stdout.isTTY ? { FORCE_COLOR: "1", CARGO_TERM_COLOR: "always", ...env } : env,
    shell: isBatch,
    stdio: capture ? ["inherit", "pipe", "inherit"] : "inherit",
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
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
      // Whoever interrupts wants none of what would come next either.
      if (isInterrupted) process.exit(number);
      resolve({ code: number, output });
    });
  });
}

/**
 * As {@link run}, and stops when the command fails.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export async function must(command, args = [], options = {}) {
  const { code } = await run(command, args, options);
  if (code !== 0) throw new Stop(`${[command, ...args].join(" ")} failed with code ${code}.`);
}

/**
 * What a command prints, or `undefined` where it is missing or fails.
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
 * Runs a script's body; its number is the exit code.
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
