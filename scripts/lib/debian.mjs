import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, must, Stop } from "./run.mjs";

/**
 * A package source, as `apt-get indextargets` prints it in {@link sourceFormat}.
 * @typedef {{ origin: string, address: string, release: string, codename: string, component: string }} Source
 */

const sourceFormat = "$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(CODENAME)|$(COMPONENT)";

/**
 * The distribution's own package sources.
 * @param {string} listed output of `apt-get indextargets`
 * @returns {Source[]}
 */
export const sourcesFrom = (listed) =>
  listed
    .split("\n")
    .map((line) => line.split("|"))
    .filter(([origin]) => origin === "Debian" || origin === "Ubuntu")
    .map(([origin, address, release, codename, component]) => ({ origin, address, release, codename, component }));

/**
 * A root's files and links by path, each with type and content.
 * @typedef {Map<string, string>} Contents
 */

/** Traces that the package tools leave themselves. */
const traces = /^\/(var\/(lib\/(dpkg|apt|rpm)|log|cache\/(debconf|ldconfig)))\//;

/**
 * Differences between two contents of a root, one per line; empty if there are none.
 * @param {Contents} before
 * @param {Contents} after
 */
export function differences(before, after) {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !traces.test(path)).sort();
  return paths.flatMap((path) => {
    if (!before.has(path)) return [`left: ${path}`];
    if (!after.has(path)) return [`gone: ${path}`];
    return before.get(path) === after.get(path) ? [] : [`changed: ${path}`];
  });
}

/** The name of a root's folder in the cache. */
const FOLDER = "root";

/**
 * A minimal root of this system's distribution and release, mounted only for this process, which must have its own
 * mount namespace.
 */
export class Root {
  /** The root's path. */
  path;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /**
   * Creates a root; the first time takes minutes.
   * @param {string} home the cache folder
   */
  static async open(home) {
    const sources = sourcesFrom(
      ask("apt-get", ["indextargets", "--format", sourceFormat, "Identifier: Packages"]) ?? "",
    );
    const release = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
    const main = sources.find((source) => source.codename === release && source.release === release);
    if (!release || !main) throw new Stop("apt has no source of the distribution's own packages. Run apt-get update.");

    Root.remove(home);
    const [base, path, archives] = [`base-${release}.tar`, FOLDER, "archives"].map((name) => join(home, name));
    for (const folder of [path, archives]) mkdirSync(folder, { recursive: true });
    if (!existsSync(base)) {
      await must("debootstrap", ["--variant=minbase", release, path, main.address]);
      await must("tar", ["--create", "--file", `${base}.part`, "--directory", path, "."]);
      renameSync(`${base}.part`, base);
    } else await must("tar", ["--extract", "--file", base, "--directory", path]);

    writeFileSync(
      join(path, "etc/apt/sources.list"),
      sources.map(({ address, release: suite, component }) => `deb ${address} ${suite} ${component}\n`).join(""),
    );
    // The root is temporary, so dpkg doesn't need to sync.
    writeFileSync(join(path, "etc/dpkg/dpkg.cfg.d/quick"), "force-unsafe-io\n");
    // Keeps packages from starting services.
    writeFileSync(join(path, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    for (const file of ["resolv.conf", "hosts"]) writeFileSync(join(path, "etc", file), readFileSync(`/etc/${file}`));

    const root = new Root("/mnt");
    await must("mount", ["--bind", path, root.path]);
    await must("mount", ["--types", "proc", "proc", join(root.path, "proc")]);
    for (const folder of ["/dev", "/dev/pts", "/dev/shm", "/tmp"])
      await must("mount", ["--bind", folder, root.path + folder]);
    await must("mount", ["--bind", archives, join(root.path, "var/cache/apt/archives")]);
    await root.must("apt-get", "update", "-qq");
    return root;
  }

  /**
   * Removes the result of {@link open} except the cache; it must be unmounted.
   * @param {string} home as for {@link open}
   */
  static remove(home) {
    rmSync(join(home, FOLDER), { recursive: true, force: true });
  }

  /**
   * Runs a command in the root with all rights, without its progress output; stops if it fails.
   * @param {string[]} command
   */
  must(...command) {
    return must("chroot", [
      this.path,
      "env",
      "-i",
      ...environment,
      "sh",
      "-c",
      'exec "$@" >/dev/null',
      "sh",
      ...command,
    ]);
  }

  /**
   * The output of a command in the root.
   * @param {string[]} command
   */
  ask(...command) {
    const { status, stdout, stderr } = spawnSync("chroot", [this.path, "env", "-i", ...environment, ...command], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Stop(`${command.join(" ")} failed in the root: ${stderr}`);
    return stdout.trimEnd();
  }

  /**
   * Installs packages with their dependencies.
   * @param {string[]} packages names, or paths within the root
   */
  install(...packages) {
    return this.must("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
  }

  /** The installed packages' names. */
  packages() {
    return this.ask("dpkg", "--get-selections")
      .split("\n")
      .flatMap((line) => /^([^\s:]+)\S*\s+install$/.exec(line)?.[1] ?? []);
  }

  /**
   * All files and links.
   * @returns {Contents}
   */
  contents() {
    const own = ["/proc", "/dev", "/tmp", "/var/cache/apt"].flatMap((path) => ["-path", path, "-prune", "-o"]);
    const files = this.ask("sh", "-c", `find / ${own.join(" ")} -type f -print0 | xargs -0 md5sum`).split("\n");
    const others = this.ask("find", "/", ...own, "!", "-type", "f", "-printf", "%y%l  %p\n").split("\n");
    return new Map(
      [...files, ...others].map((line) => {
        const [what] = line.split("  ", 1);
        return [line.slice(what.length + 2), what];
      }),
    );
  }
}

const environment = [
  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  "LANG=C.UTF-8",
  "HOME=/root",
  "DEBIAN_FRONTEND=noninteractive",
];
