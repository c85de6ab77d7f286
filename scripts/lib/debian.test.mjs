import assert from "node:assert/strict";
import { it } from "node:test";
import { differences, sourcesFrom } from "./debian.mjs";

it("takes only the distribution's own sources", () => {
  const listed =
    "Debian|http://mirror.example/debian/|bookworm|bookworm|main\n" +
    "Somebody|http://packages.example/|nodistro|nodistro|main\n" +
    "Debian|http://mirror.example/security/|bookworm-security|bookworm-security|main";
  const [first, second, ...others] = sourcesFrom(listed);
  assert.deepEqual(others, []);
  assert.deepEqual(first, {
    origin: "Debian",
    address: "http://mirror.example/debian/",
    release: "bookworm",
    codename: "bookworm",
    component: "main",
  });
  assert.equal(second.release, "bookworm-security");
  assert.deepEqual(sourcesFrom(""), []);
});

it("tells what a removal left, took or changed, but for the package tools' own records", () => {
  const before = new Map([
    ["/etc/kept", "1"],
    ["/etc/taken", "2"],
    ["/usr/share/applications/mimeinfo.cache", "3"],
    ["/var/lib/dpkg/status", "4"],
    ["/var/libre", "5"],
  ]);
  const after = new Map([
    ["/etc/kept", "1"],
    ["/usr/share/applications/mimeinfo.cache", "changed"],
    ["/usr/share/icons/hicolor/32x32/apps/assay.png", "6"],
    ["/var/lib/dpkg/status", "changed"],
    ["/var/log/dpkg.log", "7"],
    ["/var/libre", "changed"],
  ]);
  assert.deepEqual(differences(before, after), [
    "gone: /etc/taken",
    "changed: /usr/share/applications/mimeinfo.cache",
    "left: /usr/share/icons/hicolor/32x32/apps/assay.png",
    "changed: /var/libre",
  ]);
  assert.deepEqual(differences(before, before), []);
});
