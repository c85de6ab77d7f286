// npm run check:installed [-- FILE.deb FILE.rpm --older FILE.deb]: installs the packages of `npm run bundle` into a
// minimal system, uses the app there without rights, upgrades an older version with its library, and removes
// everything.
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { cratesIn, unknownCrates } from "./lib/auditable.mjs";
import { buildPrograms, buildUi } from "./lib/build.mjs";
import { bundleDir, bundlesIn, megabytes, weigh } from "./lib/bundles.mjs";
import { differences, Root } from "./lib/debian.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { faultsOf } from "./lib/package-faults.mjs";
import { cache, root as checkout } from "./lib/paths.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem, hasJourneys } from "./lib/system.mjs";

/** The unprivileged user that every system has. */
const PERSON = Number(ask("id", ["-u", "nobody"]));

/** The version of an older build made here. */
const OLDER = "0.0.9";

const home = join(cache, "installed");
const pictures = join(checkout, "pictures", "installed");
const given = process.argv.slice(2);

main(async () => {
  if (!hasJourneys()) throw new Stop("This needs the tools of the journeys, which Debian and Ubuntu have.");
  if (process.getuid?.() !== 0)
    throw new Stop(
      "Only root may make a system to install into. Run this:\n  sudo --preserve-env=HOME,PATH npm run check:installed",
    );
  const [newest, rpm] = [newestOf("deb"), newestOf("rpm")];
  if (!process.env.ASSAY_OWN_MOUNTS) {
    await ensureSystem("build", "test", "installed");
    await ensureNodePackages();
    await buildUi();
    await buildPrograms();
    lint("lintian", ["--tag-display-limit", "0", newest]);
    lint("rpmlint", [rpm]);
    mkdirSync(home, { recursive: true });
    await ensureOlder();
    // A mount namespace of its own: mounts disappear with this process.
    const [node, script] = [process.execPath, fileURLToPath(import.meta.url)];
    const env = { ...process.env, ASSAY_OWN_MOUNTS: "1" };
    const { code } = await run("unshare", ["--mount", "--propagation", "private", node, script, ...given], { env });
    Root.remove(home);
    return code;
  }

  const older = olderFile();
  const folder = mkdtempSync(join(tmpdir(), "assay-installed-"));
  chmodSync(folder, 0o755);
  try {
    const root = await Root.open(home);
    await install(root, newest);
    await firstInstall(root, newest, folder);
    await upgrade(root, older, newest, folder);
    await lookAtRpm(root, rpm);
    keepPictures(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log("\nInstalled, used, upgraded and removed.");
});

/** @param {string} what */
const say = (what) => console.log(`\n== ${what}`);

/**
 * @param {unknown} truth
 * @param {string} otherwise
 * @returns {asserts truth}
 */
function check(truth, otherwise) {
  if (!truth) throw new Stop(otherwise);
}

/**
 * Stops at what a distribution's own linter finds in a package.
 * @param {"lintian" | "rpmlint"} linter
 * @param {string[]} args
 */
function lint(linter, args) {
  say(linter);
  const { stdout, stderr } = spawnSync(linter, args, { encoding: "utf8" });
  check(stdout || !stderr, `${linter} failed: ${stderr}`);
  const faults = faultsOf(linter, stdout);
  check(faults.length === 0, `${linter} finds what package-faults.mjs doesn't accept:\n  ${faults.join("\n  ")}`);
}

/** @param {"deb" | "rpm"} kind */
function newestOf(kind) {
  const named = given.find((word, at) => word.endsWith(`.${kind}`) && given[at - 1] !== "--older");
  if (named) return resolve(named);
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const found = bundlesIn(bundleDir(undefined)).find((file) => file.endsWith(`.${kind}`) && file.includes(version));
  check(found, `There is no .${kind} of version ${version}. Run this, then start again:\n  npm run bundle`);
  return found;
}

function olderFile() {
  const named = given.indexOf("--older");
  return named < 0 ? join(home, `older-${OLDER}.deb`) : resolve(given[named + 1]);
}

/** Builds an older version unless there is one; an old build is as good. */
async function ensureOlder() {
  const file = olderFile();
  if (existsSync(file)) return;
  check(!given.includes("--older"), `There is no file ${file}.`);
  const config = join(home, "older.json");
  writeFileSync(config, JSON.stringify({ version: OLDER }));
  await must("node", ["scripts/bundle.mjs", "--bundles", "deb", "--config", config]);
  const made = bundlesIn(bundleDir(undefined)).find((one) => one.includes(OLDER));
  check(made, `No installer of version ${OLDER} was made.`);
  copyFileSync(made, file);
}

/**
 * Installs the dependencies first, so that what remains is a system without the app.
 * @param {Root} root
 * @param {string} deb
 */
async function install(root, deb) {
  say("the system, with what the package asks for");
  const depends = ask("dpkg-deb", ["--field", deb, "Depends"]);
  check(depends, `${deb} asks for nothing.`);
  console.log(`Depends: ${depends}`);
  await root.must("apt-get", "satisfy", "-y", "-qq", "--no-install-recommends", depends);
}

/**
 * @param {Root} root
 * @param {string} deb
 * @param {string} folder
 */
async function firstInstall(root, deb, folder) {
  say(`${basename(deb)} alone`);
  const before = root.contents();
  const packages = root.packages();
  await put(root, deb);
  const added = root.packages().filter((name) => !packages.includes(name));
  check(String(added) === "assay", `It also installed ${added}: what it asks for is not all that it needs.`);

  const libraries = root.ask("ldd", "/usr/bin/assay");
  check(!libraries.includes("not found"), `Libraries are missing:\n${libraries}`);
  console.log(`${libraries.split("\n").length} libraries, all found`);
  const crates = await cratesIn(join(root.path, "usr/bin/assay"));
  const unknown = unknownCrates(crates, readFileSync(join(checkout, "Cargo.lock"), "utf8"));
  check(
    crates.some(({ name }) => name === "assay-core"),
    "The program doesn't list its crates.",
  );
  check(unknown.length === 0, `The program lists crates that the lock file lacks:\n  ${unknown.join("\n  ")}`);
  console.log(`${crates.length} crates, listed by the program`);
  console.log(root.ask("setpriv", "--reuid", String(PERSON), "--clear-groups", "assay", "--version"));
  await play("first", root, folder, {});
  await remove(root, before);
}

/**
 * @param {Root} root
 * @param {string} older
 * @param {string} newest
 * @param {string} folder
 */
async function upgrade(root, older, newest, folder) {
  say("over an older version, on a system with a desktop's list of programs");
  await root.install("desktop-file-utils");
  const before = root.contents();
  await put(root, older);
  const cache = join(root.path, "usr/share/applications/mimeinfo.cache");
  const known = () => existsSync(cache) && readFileSync(cache, "utf8").includes("x-scheme-handler/assay=");
  check(known(), "The desktop does not know who opens assay: links.");
  await play("upgrade", root, folder, {
    install: () => put(root, newest),
    purge: () => remove(root, before),
  });
  await remove(root, before);
  check(!known(), "The desktop still thinks that Assay opens assay: links.");
  await root.must("apt-get", "purge", "-y", "-qq", "desktop-file-utils");
}

/**
 * Installs a file as a user would after downloading it.
 * @param {Root} root
 * @param {string} deb
 */
async function put(root, deb) {
  // The package tools read it without rights.
  const name = `/var/tmp/${basename(deb)}`;
  copyFileSync(deb, root.path + name);
  await root.install(name);
  rmSync(root.path + name);
  const { packed, installed } = weigh(deb);
  console.log(`${basename(deb)} is installed: ${megabytes(packed)}, on the disk ${megabytes(installed ?? 0)}`);
}

/**
 * Removes the app; stops if anything is left.
 * @param {Root} root
 * @param {import("./lib/debian.mjs").Contents} before
 */
async function remove(root, before) {
  await root.must("apt-get", "purge", "-y", "-qq", "assay");
  const residue = differences(before, root.contents());
  check(residue.length === 0, `Removing it left something:\n  ${residue.join("\n  ")}`);
  console.log("removed without residue");
}

/**
 * Plays a scene in the installed app as an unprivileged user, and carries out its orders.
 * @param {string} scene
 * @param {Root} root
 * @param {string} folder
 * @param {Record<string, () => Promise<void>>} orders
 */
async function play(scene, root, folder, orders) {
  const made = (/** @type {string} */ name) => {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o777);
    return join(folder, name);
  };
  const launcher = join(folder, "assay");
  // The test may enter the root and read the path to the checkout; the app has no capabilities.
  const nothing = "--no-new-privs --inh-caps=-all --ambient-caps=-all";
  const path = "PATH=/usr/bin:/bin";
  writeFileSync(
    launcher,
    `#!/bin/sh\nexec ${onHost("chroot")} ${root.path} env ${path} setpriv ${nothing} assay "$@"\n`,
  );
  chmodSync(launcher, 0o755);

  const rights = "+sys_chroot,+dac_read_search";
  const person = ["--reuid", String(PERSON), "--regid", String(PERSON), "--clear-groups"];
  const script = [
    process.execPath,
    "tests/app/installed.ts",
    scene,
    `${root.path}/usr/bin/assay`,
    launcher,
    made("pictures"),
  ];
  const child = spawn("setpriv", [...person, "--inh-caps", rights, "--ambient-caps", rights, ...script], {
    cwd: checkout,
    env: { ...process.env, HOME: made("home"), XDG_CACHE_HOME: made("cache") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const order = orders[line.slice(1)];
      if (!line.startsWith("@") || !order) console.log(line);
      else {
        await order();
        child.stdin.write("done\n");
      }
    }
  } finally {
    child.stdin.end();
  }
  if ((await ended) === 0) return;
  const kept = join(cache, "failures", "installed");
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(join(folder, "pictures")))
    copyFileSync(join(folder, "pictures", name), join(kept, name));
  throw new Stop(`The scene "${scene}" failed. What it saw is in ${kept}`);
}

/** @param {string} command */
const onHost = (command) => ask("sh", ["-c", `command -v ${command}`]) ?? command;

/**
 * Checks the .rpm's dependencies against rpm's own findings, installs it, and removes it without residue.
 * @param {Root} root
 * @param {string} rpm
 */
async function lookAtRpm(root, rpm) {
  say(basename(rpm));
  // Every system with rpm and a desktop has these.
  const common = ["licenses", "metainfo", "applications"].map((name) => `/usr/share/${name}`);
  await root.must("mkdir", "-p", "/var/lib/rpm", ...common);
  const before = root.contents();
  const lines = (/** @type {string[]} */ ...args) => (ask("rpm", args) ?? "").split("\n").filter(Boolean);
  const required = lines("-qp", "--requires", rpm).filter((name) => !/^(rpmlib\(|\/bin\/sh$)/.test(name));
  console.log(`Requires: ${required.join(", ")}`);
  console.log(lines("-qp", "--scripts", rpm).join("\n"));
  const there = ["--root", root.path, "--dbpath", "/var/lib/rpm"];
  await must("rpm", [...there, "--initdb"]);

  const { code, output } = await run("sh", ["-c", `rpm ${there.join(" ")} --test --install '${rpm}' 2>&1`], {
    capture: true,
  });
  const missing = output.split("\n").flatMap((line) => /^\s+(\S+) is needed by assay-/.exec(line)?.[1] ?? []);
  const unmet = missing.filter((name) => name !== "/bin/sh").sort();
  check(
    code !== 0 && String(unmet) === String([...required].sort()),
    "An empty rpm database should lack what it requires, and that alone.",
  );

  await must("rpm", [...there, "--nodeps", "--install", rpm]);
  const needed = ask("/usr/lib/rpm/elfdeps", ["--requires", `${root.path}/usr/bin/assay`]) ?? "";
  const unknown = required.filter((name) => !needed.split("\n").includes(name));
  check(
    required.length > 0 && unknown.length === 0,
    `The program does not need ${unknown}, as rpm tells it:\n${needed}`,
  );
  console.log(root.ask("assay", "--version"));
  await must("rpm", [...there, "--nodeps", "--erase", "assay"]);
  const residue = differences(before, root.contents());
  check(residue.length === 0, `Removing it left something:\n  ${residue.join("\n  ")}`);
  console.log("removed without residue");
}

/** @param {string} folder */
function keepPictures(folder) {
  mkdirSync(pictures, { recursive: true });
  // A copy would belong to its creator.
  for (const name of readdirSync(join(folder, "pictures")))
    writeFileSync(join(pictures, name), readFileSync(join(folder, "pictures", name)));
}
