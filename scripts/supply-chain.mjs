// Part of npm run check: licenses, sources, and known vulnerabilities of dependencies.
import { spawnSync } from "node:child_process";
import { ensureTool } from "./lib/build.mjs";
import { root } from "./lib/paths.mjs";
import { ask, main, must, Stop } from "./lib/run.mjs";
import { auditFaults } from "./lib/supply-chain.mjs";

const ADVISORIES = "https://github.com/rustsec/advisory-db";

main(async () => {
  const program = await ensureTool("cargo-deny", "0.20");
  const deny = (/** @type {string[]} */ ...what) => must(program, ["--locked", "check", ...what]);
  await deny("bans", "licenses", "sources");
  if (ask("git", ["-c", "credential.helper=", "ls-remote", "--exit-code", ADVISORIES, "HEAD"]))
    await deny("advisories");
  else notice("Advisories on crates were not looked at: their database cannot be reached from here.");

  const faults = [];
  for (const what of ["audit", "audit signatures"]) {
    const found = auditFaults(npm(`${what} --json --fetch-retries=0`));
    if (found) faults.push(...found);
    else notice(`npm ${what} told nothing: what it asks cannot be reached from here.`);
  }
  if (faults.length > 0) throw new Stop(`npm knows of these:\n  ${faults.join("\n  ")}`);
});

/** @param {string} words */
const npm = (words) =>
  spawnSync("npm", words.split(" "), { cwd: root, encoding: "utf8", shell: process.platform === "win32" }).stdout;

/** @param {string} text */
const notice = (text) => console.log(`${process.env.GITHUB_ACTIONS ? "::notice::" : "Notice: "}${text}`);
