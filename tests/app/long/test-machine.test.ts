import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { Front, Manner } from "../harness/front.ts";
import { until } from "../harness/processes.ts";
import { openTestMachine, type TestMachine } from "../harness/test-machine.ts";

/** The processes with this machine's folder in their environment. */
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
const search = (machine: TestMachine) => machine.secretToolSearch(attributes);

describe("a machine with a keychain", () => {
  let machine: TestMachine;
  beforeEach(async () => {
    machine = await openTestMachine();
    machine.run("sh", ["-c", "printf planted-secret | secret-tool store --label=Test service test username somebody"]);
  });
  afterEach(() => machine.close());

  it("keeps secrets, and on disk only encrypted", () => {
    assert.match(search(machine), /secret = planted-secret/);
    assert.deepEqual(machine.filesWith("planted-secret"), []);
  });

  it("finds plain text in its files, in the encodings of the web view too", () => {
    machine.run("sh", [
      "-c",
      "printf planted > $XDG_DATA_HOME/a; printf planted | iconv -t UTF-16LE > $XDG_CACHE_HOME/b",
    ]);
    writeFileSync(join(machine.serviceFolder, "c"), "planted");
    assert.deepEqual(
      machine.filesWith("planted").map((file) => file.slice(machine.folder.length)),
      ["/data/a", "/cache/b"].sort(),
    );
  });

  it("keeps secrets when the keychain goes and comes back", async () => {
    await machine.stopKeychain();
    assert.throws(() => search(machine), /org.freedesktop.secrets/);
    await machine.startKeychain();
    assert.match(search(machine), /secret = planted-secret/);
  });

  it("shows no secret once it is locked", () => {
    machine.lockKeychain();
    assert.doesNotMatch(search(machine), /planted-secret/);
  });

  it("leaves nothing behind", async () => {
    assert.notDeepEqual(processesOf(machine.folder), []);
    await machine.close();
    assert.equal(existsSync(machine.folder), false);
    // Killed processes stay listed for a moment.
    await until("the processes to end", () => processesOf(machine.folder).length === 0);
  });
});

it("a machine without a keychain has none, even if the computer has one", async () => {
  const machine = await openTestMachine({ keychain: false });
  try {
    assert.throws(() => search(machine), /org.freedesktop.secrets/);
  } finally {
    await machine.close();
  }
});

describe("a front", () => {
  let machine: TestMachine;
  let front: Front;
  beforeEach(async () => {
    machine = await openTestMachine({ keychain: false });
    front = await machine.openFront(await machine.startSample(["--reports", "1"]));
  });
  afterEach(() => machine.close());

  /** Requests the service through the front: the status, or why there was no response. */
  const ask = (ca?: Buffer, timeout = 10_000) =>
    new Promise<string>((resolve) => {
      const headers = { Accept: "application/json" };
      get(`${front.baseUrl}/api/v1/reports`, { ca, agent: false, timeout, headers })
        .on("response", ({ statusCode }) => resolve(String(statusCode)))
        .on("timeout", () => resolve("timeout"))
        .on("error", ({ message }) => resolve(message));
    });

  it("stands before a service as told, for those who trust its authority", async () => {
    const ca = readFileSync(machine.certificates.file);
    const fromTheService = /^401$/;
    assert.match(await ask(ca), fromTheService);
    assert.match(await ask(), /unable to verify/);
    const outcomes: Record<Manner, RegExp> = {
      expired: /certificate has expired/,
      elsewhere: /does not match certificate's altnames/,
      old: /alert protocol version/,
      plain: /wrong version number/,
      silent: /^timeout$/,
      closed: /ECONNREFUSED/,
      good: fromTheService,
    };
    for (const [manner, outcome] of Object.entries(outcomes)) {
      await front.play(manner as Manner);
      assert.match(await ask(ca, manner === "silent" ? 300 : undefined), outcome);
    }
  });
});
