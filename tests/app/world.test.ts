import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { openWorld, type World } from "./harness/world.ts";

/** The processes that have this world's folder in their environment. */
const processesOf = (folder: string) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`).includes(folder);
      } catch {
        return false;
      }
    });

const attributes = { service: "test", username: "somebody" };
const search = (world: World) => world.secretToolSearch(attributes);

describe("a world with a keychain", () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld();
    world.run("sh", ["-c", "printf planted-secret | secret-tool store --label=Test service test username somebody"]);
  });
  afterEach(() => world.close());

  it("keeps secrets, and on disk only encrypted", () => {
    assert.match(search(world), /secret = planted-secret/);
    assert.deepEqual(world.filesWith("planted-secret"), []);
  });

  it("finds plain text in its files, in the encodings of the web view too", () => {
    world.run("sh", [
      "-c",
      "printf planted > $XDG_DATA_HOME/a; printf planted | iconv -t UTF-16LE > $XDG_CACHE_HOME/b",
    ]);
    writeFileSync(join(world.serviceFolder, "c"), "planted");
    assert.deepEqual(
      world.filesWith("planted").map((file) => file.slice(world.folder.length)),
      ["/data/a", "/cache/b"].sort(),
    );
  });

  it("keeps secrets when the keychain goes and comes back", async () => {
    await world.stopKeychain();
    assert.throws(() => search(world), /org.freedesktop.secrets/);
    await world.startKeychain();
    assert.match(search(world), /secret = planted-secret/);
  });

  it("shows no secret once it is locked", () => {
    world.lockKeychain();
    assert.doesNotMatch(search(world), /planted-secret/);
  });

  it("leaves nothing behind", async () => {
    assert.notDeepEqual(processesOf(world.folder), []);
    await world.close();
    assert.equal(existsSync(world.folder), false);
    assert.deepEqual(processesOf(world.folder), []);
  });
});

it("a world without a keychain has none, whatever the computer has", async () => {
  const world = await openWorld({ keychain: false });
  try {
    assert.throws(() => search(world), /org.freedesktop.secrets/);
  } finally {
    await world.close();
  }
});
