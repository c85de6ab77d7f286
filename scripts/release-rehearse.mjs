// npm run release:rehearse: makes a release like the workflow, as far as this system can, in a copy of the tree with a
// temporary key, then an update; nothing leaves this computer.
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache, root } from "./lib/paths.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem } from "./lib/system.mjs";
import { copyTree } from "./lib/tree.mjs";

const folder = join(cache, "rehearsal");
const tree = join(folder, "tree");
const release = join(tree, "release");
const ADDRESS = "https://releases.invalid/assay/releases";
const PASSWORD = "rehearsal";

/** @type {string[]} */
const summary = [];

main(async () => {
  if (process.platform !== "linux")
    throw new Stop("The rehearsal runs on Linux: elsewhere, start the workflow by hand.");
  await ensureSystem("build", "release");
  await ensureNodePackages();
  rmSync(folder, { recursive: true, force: true });
  copyTree(tree);
  await commitTree();
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  try {
    await rehearse();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await step("update from one version to the next", () => must("npm", ["run", "rehearse:update"]));
  console.log(`\n${summary.join("\n")}`);
});

async function rehearse() {
  const present = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")).version;
  const [major, minor] = present.split(".").map(Number);
  const version = `${major}.${minor + 1}.0`;
  await step(`version ${present} → ${version}, changelog`, () => inTree("version:set", version));
  await step("notes from the changelog", () => inTree("release:notes", version));

  const key = join(folder, "key");
  const sign = await step("a key to throw away", async () => {
    await must("tauri", ["signer", "generate", "--ci", "--write-keys", key, "--password", PASSWORD]);
    return {
      ASSAY_UPDATE_ADDRESS: `${ADDRESS}/latest/download/latest.json`,
      ASSAY_UPDATE_KEY: readFileSync(`${key}.pub`, "utf8").trim(),
      TAURI_SIGNING_PRIVATE_KEY: readFileSync(key, "utf8").trim(),
      TAURI_SIGNING_PRIVATE_KEY_PASSWORD: PASSWORD,
    };
  });
  await step("bundles, signed", async () => {
    await must("npm", ["--prefix", tree, "run", "release:bundle", "--", "--bundles", "deb,rpm"], {
      env: { ...process.env, ...sign },
    });
  });
  await step("bills of materials, twice the same", async () => {
    const again = join(folder, "again");
    await inTree("sbom", release);
    await inTree("sbom", again);
    for (const name of readdirSync(again)) {
      const [one, two] = [release, again].map((each) => readFileSync(join(each, name), "utf8"));
      if (one !== two) throw new Stop(`${name} is another one each time.`);
    }
  });
  await step("checksums", async () => {
    await inTree("release:files", release, ADDRESS);
    if ((await run("sh", ["-c", `cd "${release}" && sha256sum --check --strict SHA256SUMS`])).code !== 0)
      throw new Stop("The checksums are wrong.");
  });
  await step("what package stores need", () => inTree("release:stores", release, ADDRESS));
  await step("Flatpak's build, from its lists and without a network", () =>
    must("npm", ["run", "rehearse:flatpak", "--", join(`${release}-stores`, "flatpak")]),
  );
  await step("signatures, verified by another program", () => verify(sign.ASSAY_UPDATE_KEY, version));
  await step("the version that is in the packages", async () => {
    const [deb, rpm] = [".deb", ".rpm"].map((end) =>
      join(release, readdirSync(release).find((name) => name.endsWith(end)) ?? ""),
    );
    const unpacked = join(folder, "unpacked");
    await must("dpkg-deb", ["--extract", deb, unpacked]);
    const seen = [
      ask("dpkg-deb", ["--field", deb, "Version"]),
      ask("rpm", ["-qp", "--queryformat", "%{VERSION}", rpm]),
      ask(join(unpacked, "usr", "bin", "assay"), ["--version"])?.replace(/^Assay /, ""),
    ];
    if (seen.some((each) => each !== version)) throw new Stop(`The packages say ${seen.join(", ")}, not ${version}.`);
  });
  summary.push("", ...readdirSync(release).map((name) => `       ${name}`), "");
}

/** Commits the copy, since the Flatpak manifest names a commit. */
async function commitTree() {
  const identity = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@releases.invalid"];
  await must("git", ["init", "--quiet", tree]);
  await must("git", ["-C", tree, "add", "--all"]);
  await must("git", ["-C", tree, ...identity, "commit", "--quiet", "--no-verify", "--message", "rehearsal"]);
}

/**
 * Checks that each signature fits its file, key, and version only; Tauri's files are encoded minisign signatures.
 * @param {string} publicKey
 * @param {string} version
 */
async function verify(publicKey, version) {
  const [key, signature] = ["minisign.pub", "minisign.sig"].map((name) => join(folder, name));
  writeFileSync(key, Buffer.from(publicKey, "base64"));
  const isGood = (/** @type {string} */ file) =>
    ask("minisign", ["-Vm", file, "-x", signature, "-p", key]) !== undefined;
  const signed = readdirSync(release).filter((name) => name.endsWith(".sig"));
  if (signed.length < 2) throw new Stop("Not all bundles are signed.");
  for (const name of signed) {
    const file = join(release, name.slice(0, -".sig".length));
    const decoded = Buffer.from(readFileSync(join(release, name), "utf8"), "base64").toString();
    writeFileSync(signature, decoded);
    const changed = join(folder, "changed");
    writeFileSync(changed, Buffer.concat([readFileSync(file), Buffer.from([0])]));
    if (!isGood(file)) throw new Stop(`The signature of ${file} is wrong.`);
    // The updater rejects signatures without the right version.
    if (/^trusted comment: .*\tversion:(.*)$/m.exec(decoded)?.[1] !== version)
      throw new Stop(`The signature of ${file} is not of version ${version}.`);
    if (isGood(changed)) throw new Stop(`The signature of ${file} is also right for another file.`);
  }
}

/** @param {...string} words a script of package.json with its arguments */
const inTree = (...[script, ...args]) => must("npm", ["--prefix", tree, "run", script, "--", ...args]);

/**
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} action
 */
async function step(name, action) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const result = await action();
  summary.push(`ok    ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}
