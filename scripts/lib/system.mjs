import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ask, must, Stop } from "./run.mjs";

/**
 * A system requirement: a command on the path, a file, a pkg-config module, or a font.
 * @typedef {{ why: string, command?: string, file?: string, module?: string, font?: string,
 *   apt: string[], dnf?: string, pacman?: string, zypper?: string }} Need
 *   `apt`: alternatives, of which the first available is installed; the others: words of the install command
 */

/** @type {Record<"build" | "test" | "pictures" | "platforms" | "installers" | "installed" | "appimage" | "release", Need[]>} */
export const needs = {
  build: [
    {
      why: "C compiler and linker, for Rust and SQLite",
      command: "cc",
      apt: ["build-essential"],
      dnf: "gcc",
      pacman: "base-devel",
      zypper: "gcc",
    },
    {
      why: "finds the system's libraries",
      command: "pkg-config",
      apt: ["pkg-config"],
      dnf: "pkgconf-pkg-config",
      pacman: "pkgconf",
      zypper: "pkgconf-pkg-config",
    },
    {
      why: "the web view that draws the window",
      module: "webkit2gtk-4.1",
      apt: ["libwebkit2gtk-4.1-dev"],
      dnf: "'pkgconfig(webkit2gtk-4.1)'",
      pacman: "webkit2gtk-4.1",
      zypper: "'pkgconfig(webkit2gtk-4.1)'",
    },
  ],
  test: [
    { why: "a display of the tests' own", command: "Xvfb", apt: ["xvfb"] },
    { why: "a window manager for that display", command: "openbox", apt: ["openbox"] },
    { why: "takes pictures of the window", command: "import", apt: ["imagemagick"] },
    { why: "makes certificates, good and bad ones", command: "openssl", apt: ["openssl"] },
    { why: "presses keys as a person does", command: "xdotool", apt: ["xdotool"] },
    { why: "a session bus of the tests' own", command: "dbus-daemon", apt: ["dbus"] },
    { why: "a keychain of the tests' own", command: "gnome-keyring-daemon", apt: ["gnome-keyring"] },
    { why: "looks into that keychain", command: "secret-tool", apt: ["libsecret-tools"] },
    {
      why: "drives the web view",
      command: "WebKitWebDriver",
      // The second is its name since Ubuntu 26.04.
      apt: ["webkit2gtk-driver", "webkitgtk-webdriver"],
    },
    {
      why: "the bus that screen readers listen on",
      file: "/usr/libexec/at-spi-bus-launcher",
      apt: ["at-spi2-core"],
    },
    {
      why: "reads what a screen reader would",
      file: "/usr/lib/python3/dist-packages/gi/__init__.py",
      apt: ["python3-gi"],
    },
  ],
  pictures: [{ why: "the font of the pictures", font: "Noto Sans", apt: ["fonts-noto-core"] }],
  platforms: [
    {
      why: "proves whom crates are fetched from",
      file: "/etc/ssl/certs/ca-certificates.crt",
      apt: ["ca-certificates"],
    },
    {
      why: "the compiler whose standard library is there in source",
      file: "/usr/bin/rustc",
      apt: ["rustc-web", "rustc"],
    },
    { why: "builds with that compiler", file: "/usr/bin/cargo", apt: ["cargo-web", "cargo"] },
    { why: "the lints of that compiler", file: "/usr/bin/cargo-clippy", apt: ["rust-web-clippy", "rust-clippy"] },
    {
      why: "the source of the standard library",
      file: "/usr/lib/rustlib/src/rust/library/std/Cargo.toml",
      apt: ["rust-web-src", "rust-src"],
    },
    {
      why: "compilers and linker for Windows",
      command: "x86_64-w64-mingw32-g++-posix",
      apt: ["g++-mingw-w64-x86-64-posix"],
    },
    { why: "runs programs for Windows", command: "wine", apt: ["wine"] },
  ],
  installers: [
    { why: "checks the entry in the desktop's menus", command: "desktop-file-validate", apt: ["desktop-file-utils"] },
    { why: "checks what software centres show", command: "appstreamcli", apt: ["appstream"] },
    { why: "compiles what the Windows installer does more", command: "makensis", apt: ["nsis"] },
  ],
  installed: [
    { why: "makes a system to install into", command: "debootstrap", apt: ["debootstrap"] },
    { why: "reads and installs .rpm files", command: "rpm", apt: ["rpm"] },
    { why: "checks .deb files as Debian does", command: "lintian", apt: ["lintian"] },
    { why: "checks .rpm files as Fedora does", command: "rpmlint", apt: ["rpmlint"] },
  ],
  appimage: [
    {
      why: "draws icons, for which an AppImage brings the library along",
      module: "librsvg-2.0",
      apt: ["librsvg2-dev"],
    },
    { why: "lets programs find the libraries beside them", command: "patchelf", apt: ["patchelf"] },
    { why: "tells programs from other files", command: "file", apt: ["file"] },
  ],
  release: [
    { why: "reads .rpm files", command: "rpm", apt: ["rpm"] },
    { why: "verifies signatures, without being what made them", command: "minisign", apt: ["minisign"] },
    { why: "reads Flatpak manifests", command: "flatpak-builder", apt: ["flatpak-builder"] },
  ],
};

const installers = /** @type {const} */ ({
  dnf: "sudo dnf install",
  pacman: "sudo pacman -S --needed",
  zypper: "sudo zypper install",
});

/**
 * The package manager of a Linux distribution, from its os-release file.
 * @param {string} osRelease
 * @returns {"apt" | keyof typeof installers | undefined}
 */
export function installerOf(osRelease) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap(([, value]) =>
    value.replaceAll('"', "").split(" "),
  );
  if (ids.some((id) => id === "debian" || id === "ubuntu")) return "apt";
  if (ids.some((id) => id === "fedora" || id === "rhel")) return "dnf";
  if (ids.includes("arch")) return "pacman";
  if (ids.some((id) => id.includes("suse"))) return "zypper";
  return undefined;
}

/**
 * The prefix with which `apt-get` may install; `undefined` if only the user can decide.
 * @param {{ isRoot: boolean, hasSudo: boolean, sudoIsSilent: boolean, isInteractive: boolean }} rights
 *   `sudoIsSilent`: sudo needs no password; `isInteractive`: the user can enter one
 * @returns {string[] | undefined}
 */
export function aptPrefix({ isRoot, hasSudo, sudoIsSilent, isInteractive }) {
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive"];
  if (isRoot) return quiet;
  return hasSudo && (sudoIsSilent || isInteractive) ? ["sudo", ...quiet] : undefined;
}

/** @param {string} command */
function onPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param {Need} need */
function isThere({ command, file, module, font }) {
  if (command) return onPath(command);
  if (file) return existsSync(file);
  if (module) return ask("pkg-config", ["--exists", module]) !== undefined;
  return Boolean(ask("fc-list", [`:family=${font}`]));
}

/**
 * Unmet requirements of these kinds.
 * @param {(keyof typeof needs)[]} kinds
 * @param {(need: Need) => boolean} [probe]
 */
export const missing = (kinds, probe = isThere) => kinds.flatMap((kind) => needs[kind]).filter((need) => !probe(need));

const osRelease = () => {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
};

/** True on Debian, Ubuntu, and derivatives. */
export const isDebian = () => process.platform === "linux" && installerOf(osRelease()) === "apt";

/**
 * True if journeys can run: other systems have no WebDriver, and other distributions build theirs without the mouse.
 */
export const hasJourneys = () => isDebian();

/**
 * Meets the requirements, or stops with instructions.
 * @param {...(keyof typeof needs)} kinds
 */
export async function ensureSystem(...kinds) {
  if (process.platform === "linux") await ensureLinux(kinds);
  if (process.platform === "darwin" && ask("xcode-select", ["-p"]) === undefined)
    throw new Stop("Apple's command line tools are missing. Run this, then start again:\n  xcode-select --install");
  if (ask("cargo", ["--version"]) === undefined) {
    const compiler =
      process.platform === "win32"
        ? ' It also needs the "Desktop development with C++" workload of the Visual Studio Build Tools, and WebView2, which Windows 10 and 11 have.'
        : "";
    throw new Stop(`Rust is missing. Install it as rustup.rs says, open a new terminal, and start again.${compiler}`);
  }
}

/** @param {(keyof typeof needs)[]} kinds */
async function ensureLinux(kinds) {
  const lacking = missing(kinds);
  if (lacking.length === 0) return;
  console.log("Missing on this system:");
  for (const { command, file, module, font, why } of lacking)
    console.log(`  ${command ?? file ?? module ?? font}: ${why}`);
  const installer = installerOf(osRelease());
  if (installer === "apt") return installWithApt(lacking.map(({ apt }) => apt));
  if (!installer) throw new Stop("Install these with your distribution's package manager, then start again.");
  throw new Stop(installCommand(installer, lacking));
}

/**
 * The command that the user must run.
 * @param {keyof typeof installers} installer
 * @param {Need[]} lacking
 */
export const installCommand = (installer, lacking) =>
  `Run this, then start again:\n  ${installers[installer]} ${lacking.map((need) => need[installer]).join(" ")}`;

/** @param {string[][]} alternatives names of each package, of which a release has at least one */
async function installWithApt(alternatives) {
  const available = () =>
    alternatives.map((names) => names.find((name) => ask("apt-cache", ["show", name])) ?? names[0]);
  const install = ["apt-get", "install", "-y", "--no-install-recommends"];
  const prefix = aptPrefix({
    isRoot: process.getuid?.() === 0,
    hasSudo: onPath("sudo"),
    sudoIsSilent: ask("sudo", ["-n", "true"]) !== undefined,
    isInteractive: process.stdin.isTTY === true,
  });
  if (!prefix) {
    const command = `sudo apt-get update && sudo ${[...install, ...available()].join(" ")}`;
    throw new Stop(`Run this, then start again:\n  ${command}`);
  }
  await must(prefix[0], [...prefix.slice(1), "apt-get", "update", "-qq"]);
  const packages = available();
  console.log(`Installing ${packages.join(" ")}`);
  await must(prefix[0], [...prefix.slice(1), ...install, "-qq", ...packages]);
}
