// The scene of `npm run rehearse:update`: the app finds an update, rejects forged ones, and installs it.
import assert from "node:assert/strict";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "../../scripts/lib/updates.mjs";
import { until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { openTestMachine } from "./harness/test-machine.ts";

/** The folder with both versions, its URL, and the version numbers. */
const [folder = "", address = "", present = "", next = ""] = process.argv.slice(2);

/** Publishes a file as a version. */
function list(version: string, file: string) {
  const signature = readFileSync(join(folder, `${file}.sig`), "utf8");
  const cpu = process.arch === "arm64" ? "aarch64" : "x86_64";
  const packages = { [`linux-${cpu}`]: { url: `${address}/${file}`, signature } };
  const [notes, page] = ["## New\n\n- Everything is **faster**.", "https://releases.invalid/"];
  const release = manifest({ version, notes, published: new Date().toISOString(), page, packages });
  writeFileSync(join(folder, "latest.json"), JSON.stringify(release));
}

/** The processes running a program. */
const running = (file: string) =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/exe`) === file;
    } catch {
      return false;
    }
  });

const machine = await openTestMachine();
try {
  // Stands in for an AppImage's runtime, which isn't built here.
  const image = join(machine.folder, "apps", "Assay.AppImage");
  mkdirSync(join(machine.folder, "apps"));
  cpSync(join(folder, present), image);
  chmodSync(image, 0o755);
  Object.assign(machine.env, { APPIMAGE: image, APPDIR: join(machine.folder, "apps") });
  const isVersion = (version: string) => readFileSync(image).equals(readFileSync(join(folder, version)));

  const service = await machine.startSample();
  // An old version under a new number.
  list(next, present);
  let app = await machine.openApp({ application: image });
  let screen = new Screen(app);
  await screen.connect("My pages", service);
  await screen.shows(`Assay ${next} is available.`);
  await screen.press("What’s new");
  await screen.shows("Everything is faster.");
  await app.picture(join(folder, "..", "update-found.png"));
  await screen.press("Install and restart");
  await screen.shows("Update not verified");
  assert.ok(isVersion(present), "an old version under a new number is refused");

  list(next, "changed");
  await screen.press("Try again");
  await until("a second refusal", async () => (await screen.details()).includes("signature"));
  assert.ok(isVersion(present), "what somebody else signed is refused");
  assert.ok(app.isRunning);

  list(next, next);
  await screen.press("Try again");
  await until("the present version to end", () => !app.isRunning);
  assert.ok(isVersion(next), "the next version is in its place");
  const [again] = await until("the next version to run", () => running(image));
  const shown = ["search", "--onlyvisible", "--pid", String(again), "--name", "Assay"];
  const window = await until("its window", () => machine.run("xdotool", shown).trim());
  machine.run("xdotool", ["windowclose", window]);
  await until("it to end", () => running(image).length === 0);

  app = await machine.openApp({ application: image });
  screen = new Screen(app);
  await screen.lists(240);
  await service.stop();
  await screen.goTo("/settings?section=about");
  await screen.shows(`Assay ${next}`);
  await screen.shows("My pages");
  await screen.press("Check for updates");
  await screen.shows("Up to date");
  await screen.shows("240 reports");
  await app.picture(join(folder, "..", "update-done.png"));
  assert.deepEqual(readdirSync(join(machine.folder, "apps")), ["Assay.AppImage"], "nothing else is left there");
  await app.close();
  console.log(`ok: Assay ${present} became ${next}, with its connection, its key and its library`);
} catch (error) {
  for (const app of machine.apps) await app.picture(join(folder, "..", "update-failed.png")).catch(() => {});
  throw error;
} finally {
  await machine.close();
}
