// npm run check:platforms [-- PART …]: checks the code for Windows and macOS as far as Linux can, such as windows or
// wine.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildUi, embedded, withFaults } from "./lib/build.mjs";
import { ensureNodePackages } from "./lib/node-packages.mjs";
import { cache } from "./lib/paths.mjs";
import { fingerprint } from "./lib/platforms.mjs";
import { ask, main, must, run, Stop } from "./lib/run.mjs";
import { ensureSystem, isDebian } from "./lib/system.mjs";
import { countsOf } from "./lib/tiers.mjs";
import { callOfUninstaller } from "./lib/uninstaller.mjs";

const WINDOWS = "x86_64-pc-windows-gnu";
const MACOS = "aarch64-apple-darwin";
const MINGW = "x86_64-w64-mingw32";

// Debian's compiler comes with the standard library's source, from which other targets are built.
const cargo = "/usr/bin/cargo";
const clippy = "/usr/bin/cargo-clippy";
const rustc = "/usr/bin/rustc";
/** The code is free of this compiler's lints; findings of others are shown, but don't fail. */
const FREE_OF_LINTS_OF = "1.96";

const home = join(cache, "platforms");
const sysroot = join(home, "sysroot");
const standIn = join(home, "stand-in");
const lastInOrder = join(home, "last-in-order");

// Without Wine's menu entries, browser, and .NET, which it would ask to install.
const wine = {
  WINEPREFIX: join(home, "wine"),
  WINEDEBUG: "-all",
  WINEDLLOVERRIDES: "winemenubuilder.exe,mscoree,mshtml=",
  DISPLAY: "",
};

// Wine's credentials have unaligned addresses, unlike Windows; without debug assertions the crate accepts them.
const UNWATCHED = ["--config", "profile.dev.package.windows-native-keyring-store.debug-assertions=false"];

const BEYOND_WINE = [
  // Wine stores credentials in its registry, whose names end at 255 characters.
  "the_longest_name_that_the_core_gives_has_room",
  // They use their own certificate authority, for which Wine 8 only has the settings of Windows 7.
  "connection_test::a_secure_connection_can_be_what_fails",
  "connection_test::every_step_of_a_good_connection_passes_and_nothing_is_changed",
  "http2::a_refused_stream_is_no_reason_to_send_a_write_again",
  "proxy::a_write_is_sent_when_the_proxy_is_there",
  "proxy::secure_requests_are_a_secret_to_the_proxy",
  "proxy::what_comes_through_a_tunnel_is_the_services_own_word",
  "tls::a_certificate_has_its_time",
  "tls::a_certificate_is_for_a_name",
  "tls::a_certificate_that_nobody_vouches_for_is_untrusted",
  "tls::the_authorities_of_a_file_are_trusted_besides_the_systems",
  "tls::where_the_system_has_no_certificates_nobody_is_trusted_and_plain_requests_work",
];

/** @typedef {{ code: number, remark?: string }} Outcome */

/** @type {Record<string, Record<string, () => Promise<Outcome>>>} */
const parts = {
  windows: {
    "Windows: types and lints of all code": () => lint(WINDOWS),
    "Windows: the programs link": () =>
      cargoFor(WINDOWS, [cargo, "build", "-p", "assay", "-p", "assay-sample-service", ...embedded, ...withFaults]),
  },
  wine: {
    "Windows: tests of the crates without a window, under Wine": testUnderWine,
    "Windows: what the uninstaller asks the app for, under Wine": uninstallUnderWine,
  },
  macos: { "macOS: types and lints of all code": () => lint(MACOS) },
};

const NOT_HERE = [
  "Windows: its window, Microsoft's linker, its installers",
  "macOS: linking, tests, its window and its installer, which need Apple's own tools",
];

const given = process.argv.slice(2);
const named = given.filter((word) => word !== "--if-changed");

main(async () => {
  const unknown = named.find((name) => !(name in parts));
  if (unknown) throw new Stop(`There is no part "${unknown}". The parts are ${Object.keys(parts).join(", ")}.`);
  if (!isDebian() || process.arch !== "x64")
    throw new Stop("This needs Debian or Ubuntu on x86-64: the compilers for the other systems are theirs.");
  const present = fingerprint();
  if (given.includes("--if-changed") && existsSync(lastInOrder) && readFileSync(lastInOrder, "utf8") === present) {
    console.log("platforms: in order when last checked, and nothing that concerns them has changed since");
    return;
  }
  await ensureSystem("build", "platforms", "installers");
  await ensureNodePackages();
  await buildUi();

  const failed = [];
  const summary = [];
  for (const [part, steps] of Object.entries(parts))
    for (const [name, step] of Object.entries(steps)) {
      if (named.length > 0 && !named.includes(part)) {
        summary.push(`not asked for      ${name}`);
        continue;
      }
      console.log(`\n== ${name}`);
      const started = performance.now();
      const { code, remark = "" } = await step();
      if (code !== 0) failed.push(name);
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(7);
      summary.push(`${code === 0 ? "ok    " : "FAILED"} ${seconds} s   ${name}${remark}`);
    }
  console.log(`\n${[...summary, ...NOT_HERE.map((name) => `not possible here  ${name}`)].join("\n")}`);
  if (failed.length > 0) throw new Stop(`Not in order: ${failed.join(", ")}`);
  if (named.length === 0) writeFileSync(lastInOrder, present);
});

/**
 * The environment for Debian's compiler, overriding the user's own settings.
 * @param {string} target
 */
function envFor(target) {
  const { RUSTUP_TOOLCHAIN, RUSTFLAGS, ...env } = process.env;
  const tools =
    target === WINDOWS
      ? { CC: `${MINGW}-gcc-posix`, CXX: `${MINGW}-g++-posix` }
      : { CC: standIn, CXX: standIn, AR: standIn, RANLIB: "true" };
  const forTarget = target.replaceAll("-", "_");
  const forCargo = `CARGO_TARGET_${forTarget.toUpperCase()}`;
  return {
    ...env,
    ...Object.fromEntries(Object.entries(tools).map(([name, tool]) => [`${name}_${forTarget}`, tool])),
    [`${forCargo}_LINKER`]: tools.CC,
    [`${forCargo}_RUNNER`]: "wine",
    CARGO: cargo,
    RUSTC: rustc,
    CARGO_TARGET_DIR: join(home, "target"),
    CARGO_INCREMENTAL: "0",
    CARGO_ENCODED_RUSTFLAGS: ["--sysroot", sysroot].join("\u001f"),
  };
}

/**
 * @param {string} target
 * @param {string[]} command
 * @param {{ env?: NodeJS.ProcessEnv, capture?: boolean }} [options]
 */
async function cargoFor(target, [program, verb, ...args], { env = {}, capture = false } = {}) {
  await ensureStandardLibrary(target);
  ensureStandIn();
  return run(program, [verb, "--target", target, ...args], { env: { ...envFor(target), ...env }, capture });
}

/** @param {string} target */
async function lint(target) {
  const version = ask(rustc, ["--version"])?.split(" ")[1] ?? "";
  const isStrict = version.startsWith(`${FREE_OF_LINTS_OF}.`);
  const args = ["--workspace", "--all-targets", ...embedded, ...(isStrict ? ["--", "-D", "warnings"] : [])];
  const { code } = await cargoFor(target, [clippy, "clippy", ...args]);
  return { code, remark: isStrict ? "" : ` (lints of ${version} fail nothing)` };
}

async function testUnderWine() {
  await ensureWine();
  const tests = [...UNWATCHED, "--workspace", "--exclude", "assay", "--tests", "--no-fail-fast"];
  const wanted = ["--exact", ...BEYOND_WINE.flatMap((name) => ["--skip", name])];
  const command = [cargo, "test", ...tests, "--", ...wanted];
  // Only one server runs for a prefix, and that of its creation, or of an interrupted run, may still be there.
  await run("wineserver", ["--kill"], { env: { ...process.env, ...wine } });
  // A server that ends with its last program can take the next one, just started, with it.
  await must("wineserver", ["--persistent"], { env: { ...process.env, ...wine } });
  const { code, output } = await cargoFor(WINDOWS, command, { env: wine, capture: true });
  await run("wineserver", ["--kill"], { env: { ...process.env, ...wine } });
  const { passed, failed, skipped } = countsOf("cargoTest", output);
  const leftOut = [...output.matchAll(/^test result: .* (\d+) filtered out/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );
  if (leftOut !== BEYOND_WINE.length) {
    console.error(`${BEYOND_WINE.length} tests are named as beyond Wine, and ${leftOut} were left out.`);
    return { code: 1 };
  }
  return { code, remark: `: ${passed} tests passed, ${failed} failed, ${skipped + leftOut} left out` };
}

/** App data is deleted only if the box is ticked, and never by an update. */
async function uninstallUnderWine() {
  await ensureWine();
  const env = { ...process.env, ...wine };
  const wrong = [];
  for (const isTicked of [false, true])
    for (const isUpdate of [false, true]) {
      const call = await callOfUninstaller({ isTicked, isUpdate }, env);
      const isRight = isTicked && !isUpdate ? call?.endsWith(" --remove-data --yes") : call === undefined;
      if (!isRight) wrong.push(`ticked: ${isTicked}, update: ${isUpdate}, the call: ${call}`);
    }
  await run("wineserver", ["--kill"], { env });
  for (const line of wrong) console.error(line);
  return { code: wrong.length };
}

/**
 * Builds the standard library for a target with the current compiler.
 * @param {string} target
 */
async function ensureStandardLibrary(target) {
  const version = ask(rustc, ["-vV"]) ?? "";
  const builtBy = join(sysroot, "built-by");
  if (!existsSync(builtBy) || readFileSync(builtBy, "utf8") !== version)
    // Artifacts of another compiler are incompatible.
    for (const folder of [sysroot, join(home, "target")]) rmSync(folder, { recursive: true, force: true });
  const libraries = join(sysroot, "lib", "rustlib", target, "lib");
  if (existsSync(libraries)) return;

  const folder = join(home, "empty");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src", "lib.rs"), "");
  writeFileSync(
    join(folder, "Cargo.toml"),
    '[package]\nname = "assay-empty"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n',
  );
  // Lets a stable compiler build the standard library.
  const { CARGO_ENCODED_RUSTFLAGS, ...own } = envFor(target);
  const env = { ...own, RUSTC_BOOTSTRAP: "1", CARGO_TARGET_DIR: join(folder, "target") };
  const wanted = "-Zbuild-std=std,panic_abort,panic_unwind,proc_macro,test";
  const manifest = join(folder, "Cargo.toml");
  await must(cargo, ["build", "--release", wanted, "--target", target, "--manifest-path", manifest], { env });

  const built = join(folder, "target", target, "release", "deps");
  const found = readdirSync(built).filter((file) => file.endsWith(".rlib") && !file.startsWith("libassay_empty"));
  for (const file of found) cpSync(join(built, file), join(`${libraries}.part`, file));
  renameSync(`${libraries}.part`, libraries);
  writeFileSync(builtBy, version);
  rmSync(folder, { recursive: true });
}

/** Checking needs no code from Apple's compiler and archiver, so empty files stand in. */
function ensureStandIn() {
  const script = `#!/bin/sh
for word; do
  case $last in -o) : > "$word" ;; esac
  case $word in *.a) : > "$word" ;; esac
  last=$word
done
`;
  mkdirSync(home, { recursive: true });
  writeFileSync(standIn, script, { mode: 0o755 });
}

/** Creates a Wine prefix for the tests. */
async function ensureWine() {
  // Wine creates only the last folder of its path.
  mkdirSync(home, { recursive: true });
  const system = join(wine.WINEPREFIX, "drive_c", "windows", "system32");
  if (!existsSync(system)) await must("wine", ["wineboot", "--init"], { env: { ...process.env, ...wine } });
  const random = join(system, "bcryptprimitives.dll");
  if (existsSync(random)) return;
  // Older versions of Wine lack the library of Rust's random numbers; Windows has the function under another name, too.
  const exports = join(home, "bcryptprimitives.def");
  writeFileSync(exports, "LIBRARY bcryptprimitives\nEXPORTS\n  ProcessPrng = advapi32.SystemFunction036\n");
  await must(`${MINGW}-gcc-posix`, ["-shared", "-nostdlib", "-Wl,--entry=0", exports, "-o", random]);
}
