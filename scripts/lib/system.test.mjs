import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aptPrefix, installCommand, installerOf, missing, needs } from "./system.mjs";

describe("the installer of a distribution", () => {
  for (const [name, osRelease, installer] of [
    ["Debian", 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\nVERSION_ID="12"', "apt"],
    ["Mint", 'ID=linuxmint\nID_LIKE="ubuntu debian"', "apt"],
    ["Fedora", "ID=fedora\nVARIANT_ID=workstation", "dnf"],
    ["Rocky", 'ID="rocky"\nID_LIKE="rhel centos fedora"', "dnf"],
    ["Manjaro", "ID=manjaro\nID_LIKE=arch", "pacman"],
    ["Tumbleweed", 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', "zypper"],
    ["another one", "ID=nixos", undefined],
    ["none", "", undefined],
  ])
    it(`${name}: ${installer}`, () => assert.equal(installerOf(osRelease ?? ""), installer));
});

describe("what is missing", () => {
  it("is nothing where all is there", () =>
    assert.deepEqual(
      missing(["build", "test"], () => true),
      [],
    ));

  it("is what the probe does not find, of the kinds asked for", () => {
    const probe = (/** @type {{ command?: string }} */ { command }) => command !== "cc" && command !== "Xvfb";
    assert.deepEqual(
      missing(["build"], probe).map(({ apt }) => apt[0]),
      ["build-essential"],
    );
    assert.deepEqual(
      missing(["build", "test"], probe).map(({ apt }) => apt[0]),
      ["build-essential", "xvfb"],
    );
  });

  it("has a reason and one way to detect it", () => {
    for (const { why, command, file, module, font } of Object.values(needs).flat()) {
      assert.ok(why);
      assert.equal([command, file, module, font].filter(Boolean).length, 1);
    }
  });
});

describe("apt-get", () => {
  const user = { isRoot: false, hasSudo: true, sudoIsSilent: false, isInteractive: false };
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive"];
  it("runs as it is for root", () => assert.deepEqual(aptPrefix({ ...user, isRoot: true, hasSudo: false }), quiet));
  it("runs through sudo that asks for nothing", () =>
    assert.deepEqual(aptPrefix({ ...user, sudoIsSilent: true }), ["sudo", ...quiet]));
  it("runs through sudo that asks the user", () =>
    assert.deepEqual(aptPrefix({ ...user, isInteractive: true }), ["sudo", ...quiet]));
  it("is left to the user if sudo can't ask", () => assert.equal(aptPrefix(user), undefined));
  it("is left to the user where there is no sudo", () =>
    assert.equal(aptPrefix({ ...user, hasSudo: false, isInteractive: true }), undefined));
});

it("other distributions get one command with everything", () => {
  const lacking = missing(["build"], () => false);
  assert.match(
    installCommand("dnf", lacking),
    /sudo dnf install gcc pkgconf-pkg-config 'pkgconfig\(webkit2gtk-4.1\)'$/,
  );
  assert.match(installCommand("pacman", lacking), /sudo pacman -S --needed base-devel pkgconf webkit2gtk-4.1$/);
  assert.match(
    installCommand("zypper", lacking),
    /sudo zypper install gcc pkgconf-pkg-config 'pkgconfig\(webkit2gtk-4.1\)'$/,
  );
});
