// npm run rehearse:update: builds two versions that trust a temporary key, and lets one update to the other from a
// local server in the real window; --release uses release builds.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { buildPrograms, buildUi, embedded } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache, root, targetDir } from "./lib/paths.mjs";
import { main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";
import { updateConfig } from "./lib/updates.mjs";

const isRelease = process.argv.includes("--release");

main(async () => {
  if (!hasJourneys()) throw new Stop("The rehearsal drives the window, which can be done on Debian and Ubuntu only.");
  await ensureSystem("build", "test");
  await ensureNodePackages();
  await buildUi();
  await buildPrograms();
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "update-"));
  const place = await openPlace(folder);
  try {
    for (const key of ["makers", "identity"])
      await must("tauri", ["signer", "generate", "--ci", "--password", "", "--write-keys", join(folder, key)]);
    const present = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
    const [major, minor] = present.split(".").map(Number);
    const next = `${major}.${minor + 1}.0`;
    for (const version of [present, next]) await build(version, folder, place.address);
    await sign(join(folder, present), present, folder, "makers");
    cpSync(join(folder, next), join(folder, "changed"));
    await sign(join(folder, "changed"), next, folder, "identity");
    await sign(join(folder, next), next, folder, "makers");
    return (await run("node", ["tests/app/update.ts", folder, place.address, present, next])).code;
  } finally {
    place.server.close();
    rmSync(folder, { recursive: true, force: true });
    // The last version built is in the development build's place.
    if (!isRelease) await buildPrograms();
  }
});

/**
 * Serves a folder's files, except keys, on a free local port.
 * @param {string} folder
 * @returns {Promise<{ server: import("node:http").Server, address: string }>}
 */
function openPlace(folder) {
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1);
    const file = join(folder, name);
    if (!/^[\w.]+$/.test(name) || !existsSync(file)) return response.writeHead(404).end();
    response.end(readFileSync(file));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({ server, address: `http://127.0.0.1:${port}` });
    });
  });
}

/**
 * Builds a version that updates from a URL, into the folder of its number.
 * @param {string} version
 * @param {string} folder
 * @param {string} address
 */
async function build(version, folder, address) {
  const key = readFileSync(join(folder, "makers.pub"), "utf8").trim();
  const config = updateConfig({ ASSAY_UPDATE_ADDRESS: `${address}/latest.json`, ASSAY_UPDATE_KEY: key });
  const updater = { ...config?.plugins.updater, dangerousInsecureTransportProtocol: true };
  // Equivalent to `tauri build --config`.
  const env = { ...process.env, TAURI_CONFIG: JSON.stringify({ version, plugins: { updater } }) };
  await must("cargo", ["build", "-p", "assay", ...embedded, ...(isRelease ? ["--release"] : [])], { env });
  cpSync(join(targetDir, isRelease ? "release" : "debug", "assay"), join(folder, version));
}

/**
 * Writes a signature next to a file.
 * @param {string} file
 * @param {string} version
 * @param {string} folder
 * @param {string} key
 */
const sign = (file, version, folder, key) =>
  must("tauri", ["signer", "sign", "-f", join(folder, key), "-p", "", "--app-version", version, file]);
