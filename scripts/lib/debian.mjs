import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, must, Stop } from "./run.mjs";

/**
 * What may be found in a package source, as `apt-get indextargets` tells it in the format {@link sourceFormat}.
 * @typedef {{ origin: string, address: string, release: string, codename: string, component: string }} Source
 */

/** The format in which {@link sourcesFrom} reads. */
const sourceFormat = "$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(CODENAME)|$(COMPONENT)";

/**
 * The distribution's own sources of packages, without those that somebody added.
 * @param {string} listed what `apt-get indextargets` printed
 * @returns {Source[]}
 */
export const sourcesFrom = (listed) =>
  listed
    .split("\n")
    .map((line) => line.split("|"))
    .filter(([origin]) => origin === "Debian" || origin === "Ubuntu")
    .map(([origin, address, release, codename, component]) => ({ origin, address, release, codename, component }));

/**
 * A file or link of a root, by its path: what it is and what is in it.
 * @typedef {Map<string, string>} Contents
 */

/** Where installing anything leaves traces that are the package tools' own. */
const traces = /^\/(var\/(lib\/(dpkg|apt|rpm)|log|cache\/(debconf|ldconfig)))\//;

/**
 * What differs between two looks at a root, a line each; empty when nothing does.
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

/** The name of a root's folder below the one for what is kept. */
const FOLDER = "root";

/**
 * A root with the release of the distribution that this system has, and nothing but what makes it one. It is mounted
 * where only this process and its children see it, which must have a mount namespace of their own.
 */
export class Root {
  /** Where it is. */
  path;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
  }

  /**
   * Makes one. The first time takes some minutes.
   * @param {string} home a folder for what is kept for the next time
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
    // It is not kept, so that nothing need be safe on the disk before the next.
    writeFileSync(join(path, "etc/dpkg/dpkg.cfg.d/quick"), "force-unsafe-io\n");
    // Nothing that is installed may start a service.
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
   * Removes what {@link open} made, but for what it keeps. What was mounted there must be gone.
   * @param {string} home as for {@link open}
   */
  static remove(home) {
    rmSync(join(home, FOLDER), { recursive: true, force: true });
  }

  /**
   * Runs a command in it, with all rights, without what it tells of its progress, and stops when it fails.
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
   * What a command in it prints.
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
   * Installs packages by name or, with a path from within the root, from a file, with what they depend on.
   * @param {string[]} packages
   */
  install(...packages) {
    return this.must("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
  }

  /** The names of what is installed. */
  packages() {
    return this.ask("dpkg", "--get-selections")
      .split("\n")
      .flatMap((line) => /^([^\s:]+)\S*\s+install$/.exec(line)?.[1] ?? []);
  }

  /**
   * Everything that is in it.
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
