import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { it } from "node:test";
import { batchLine } from "./run.mjs";

/**
 * Shows which of two secrets and a public key a command gets.
 * @param {string} started how a script starts the command
 */
function seenBy(started) {
  const child = `["-p", "[process.env.TAURI_SIGNING_PRIVATE_KEY, process.env.APPLE_PASSWORD, process.env.ASSAY_UPDATE_KEY].join()"]`;
  const script = `import { ask, run, signingEnv, systemEnv } from "./scripts/lib/run.mjs"; ${started.replace("CHILD", child)}`;
  const secrets = { TAURI_SIGNING_PRIVATE_KEY: "private", APPLE_PASSWORD: "password", ASSAY_UPDATE_KEY: "public" };
  const env = { ...process.env, ...secrets };
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], { env, encoding: "utf8" }).stdout.trim();
}

it("gives what signs a release to what asks for it alone", () => {
  for (const started of [
    'console.log(ask("node", CHILD))',
    'await run("node", CHILD)',
    'await run("node", CHILD, { env: systemEnv })',
  ])
    assert.equal(seenBy(started), ",,public", started);
  assert.equal(seenBy('await run("node", CHILD, { env: signingEnv })'), "private,password,public");
});

it("gives the shell of Windows each word as one", () => {
  assert.equal(
    batchLine(["tauri", "build", "--config", "C:\\Users\\A B\\bundle.json", "^0.9"]),
    'tauri build --config "C:\\Users\\A B\\bundle.json" "^0.9"',
  );
});
