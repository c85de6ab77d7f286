// Scenes that `npm run check:installed` plays in the installed app.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { App } from "./harness/app.ts";
import { until } from "./harness/processes.ts";
import type { SampleService } from "./harness/sample.ts";
import { Screen } from "./harness/screen.ts";
import { openTestMachine, type TestMachine } from "./harness/test-machine.ts";

/** `program`: the installed file; `launcher`: starts it where it is installed; `pictures`: the screenshots' folder. */
const [scene, program = "", launcher = "", pictures = ""] = process.argv.slice(2);

const given = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Asks the caller, which has the rights, to install or purge. */
async function order(what: "install" | "purge") {
  process.stdout.write(`@${what}\n`);
  assert.equal((await given.next()).value, "done");
}

const open = async (machine: TestMachine) => {
  const app = await machine.openApp({ application: program, launcher });
  await app.resize(1280, 800);
  return { app, screen: new Screen(app) };
};

const picture = (app: App, name: string) => app.picture(join(pictures, `${name}.png`));

/** Connects, which syncs all reports, lists them, and opens one; returns the connection's id. */
async function useIt({ app, screen }: Awaited<ReturnType<typeof open>>, service: SampleService) {
  await screen.shows("Connect your service");
  await picture(app, "welcome");
  await screen.connect("My pages", service);
  await screen.column("Page", (all) => all.length > 0);
  await picture(app, "reports");
  const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
  await screen.goTo(`/c/${connection}/reports/240`);
  await screen.shows("Only failed");
  await picture(app, "report");
  return connection;
}

const keyOf = (machine: TestMachine) => machine.secretToolSearch({ service: "Assay" });

const scenes = {
  /** First launch on a system with nothing else. */
  async first(machine: TestMachine, service: SampleService) {
    const { app, screen } = await open(machine);
    await useIt({ app, screen }, service);
    assert.match(keyOf(machine), new RegExp(`secret = ${service.key}`), "the key is in the keychain");
    await app.close();
    assert.deepEqual(machine.filesWith(service.key), [], "no file holds the key");
  },

  /** A newer version takes over an older library; then the app is removed, then the library. */
  async upgrade(machine: TestMachine, service: SampleService) {
    const older = await open(machine);
    const connection = await useIt(older, service);
    await older.app.close();
    await service.stop();

    await order("install");
    const { app, screen } = await open(machine);
    await screen.shows("Saved copy ·");
    await screen.goTo("/reports");
    await screen.hides("Connection refused");
    await screen.lists(240);
    await picture(app, "library-of-the-older-version");
    await screen.goTo(`/c/${connection}/reports`);
    await screen.shows("Saved copy ·");
    await service.start();
    await screen.goTo(`/c/${connection}/reports?search=harbour`);
    await screen.hides("Saved copy ·");
    await screen.column("Page", (all) => all.length > 0 && all.every((address) => address.includes("harbour")));
    await app.close();

    await order("purge");
    assert.ok(existsSync(machine.appData), "what the user keeps outlives the app");
    assert.match(keyOf(machine), new RegExp(`secret = ${service.key}`), "so does the key");

    await order("install");
    machine.run(launcher, ["--remove-data", "--yes"]);
    await until("the library to go", () => !existsSync(machine.appData));
    assert.equal(keyOf(machine), "", "the key is gone from the keychain");
  },
};

const play = scenes[scene as keyof typeof scenes];
assert.ok(play, `There is no scene "${scene}".`);
const machine = await openTestMachine();
try {
  await play(machine, await machine.startSample(["--delay-ms", "0"]));
} catch (error) {
  for (const app of machine.apps) await picture(app, "failed").catch(console.error);
  throw error;
} finally {
  await machine.close();
}
process.exit();
