import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { program } from "../../../scripts/lib/paths.mjs";
import type { App } from "../harness/app.ts";
import { appsOf, until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";
import type { TestMachine } from "../harness/test-machine.ts";

const assay = program("assay");

/** Opens the list's first report and returns its app link. */
async function openFirst(screen: Screen) {
  const [first = ""] = await screen.column("Page", (addresses) => addresses.length > 0);
  await screen.openRow(first);
  return until("the open report", async () => {
    const [, connection, id] = /^#\/c\/([^/]+)\/reports\/(\d+)/.exec(await screen.place()) ?? [];
    return connection && id && `assay://report/${connection}/${id}`;
  });
}

/** Waits until the link's report is open. */
const shows = (screen: Screen, link: string) =>
  until(`the report of ${link}`, async () => {
    const [connection, id] = link.split("/").slice(-2);
    return (await screen.place()).startsWith(`#/c/${connection}/reports/${id}`);
  });

/** True if the app's window has the keyboard focus. */
const isInFront = (machine: TestMachine, app: App) =>
  machine.run("sh", ["-c", "xdotool getactivewindow getwindowpid 2>/dev/null || true"]).trim() === String(app.pid);

describe("a link to a report", () => {
  const on = setUp({ shared: true });

  it("is shown by the window that is open, which comes to the front", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const link = await openFirst(screen);
    await screen.goTo("/settings");
    await screen.shows("Appearance");
    machine.run("sh", ["-c", "xdotool windowminimize --sync $(xdotool getactivewindow)"]);
    await until("the window to be out of the way", () => !isInFront(machine, app));

    machine.run(assay, [link]);
    await shows(screen, link);
    await screen.shows("Only failed");
    await until("the window to come to the front", () => isInFront(machine, app));

    const place = await screen.place();
    machine.run(assay, ["assay://delete/everything"]);
    await screen.shows("Invalid Assay link");
    assert.equal(await screen.place(), place);
    await app.expectAccessible();
    await app.close();
  });

  it("is shown by the app that it starts, and by no start after it", async () => {
    const { machine } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.lists();
    const link = await openFirst(screen);
    await screen.goTo("/settings");
    await until("the place to be kept", () => machine.filesWith('"/settings').length > 0);
    await app.close();

    app = await machine.openApp({ args: [link] });
    screen = new Screen(app);
    await shows(screen, link);
    await screen.shows("Only failed");
    await screen.goTo("/settings");
    await until("the place to be kept", () => machine.filesWith('"/settings').length > 0);
    await app.close();

    app = await machine.openApp();
    screen = new Screen(app);
    await until("the place of last time", async () => (await screen.place()).startsWith("#/settings"));
    await app.close();
  });
});

describe("safe mode", () => {
  const on = setUp();

  /** The files of library and batches, by content. */
  const remembered = (machine: TestMachine) =>
    machine.run("sh", ["-c", `cd ${machine.appData} && sha256sum library.sqlite* batches.sqlite*`]);

  it("shows the service with the usual settings and touches neither library nor settings", async () => {
    const { machine, service } = on;
    machine.prefer({ density: "compact", stale_days: 7 });
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    assert.throws(() => machine.run(assay, ["--safe-mode"]), /Assay is open. Close it, then/);
    assert.ok(!(await screen.text()).includes("Safe mode"));
    await app.close();
    const before = remembered(machine);

    app = await machine.openApp({ args: ["--safe-mode"] });
    screen = new Screen(app);
    await screen.shows("Safe mode");
    await app.expectAccessible();
    await screen.lists(240);
    assert.equal(remembered(machine), before);
    const [safe] = appsOf(machine.env);
    await screen.press("Restart Assay");
    const again = await until("the app to start again", () => appsOf(machine.env).find((pid) => pid !== safe));
    assert.ok(!readFileSync(`/proc/${again}/cmdline`, "utf8").includes("--safe-mode"));
    await until("its window", () =>
      machine.run("xdotool", ["search", "--onlyvisible", "--pid", `${again}`, "--name", "Assay"]),
    );
    process.kill(again);
    await until("it to end", () => appsOf(machine.env).length === 0);

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.lists(240);
    assert.ok(!(await screen.text()).includes("Safe mode"));
    // The app may be saving its place at this moment.
    const staleDays = () =>
      /"stale_days":\s*(\d+)/.exec(readFileSync(join(machine.appData, "settings.json"), "utf8"))?.[1];
    await until("the settings to be there", () => staleDays() !== undefined);
    assert.equal(staleDays(), "7");
  });
});

describe("what failed", () => {
  const on = setUp();

  it("is reported at the next start, readable and without secrets, until dismissed", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    const text = `Error: planted fault\nat ${service.baseUrl}/api?key=${service.key}`;
    await app.browser.executeAsync((crash: string, done: (answer: unknown) => void) => {
      type Internals = { invoke: (name: string, args: object) => Promise<unknown> };
      const { invoke } = (window as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
      invoke("crash_report_save", { request: { text: crash } }).then(done, done);
    }, text);
    await app.close();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Part of Assay crashed");
    await screen.press("View details");
    await screen.shows("Error: planted fault");
    await screen.shows("Assay 0.");
    assert.ok(!(await screen.text()).includes(service.baseUrl));
    await app.expectAccessible();
    await screen.press("Dismiss");
    await screen.hides("Part of Assay crashed");
    await app.close();
    assert.deepEqual(machine.filesWith(service.key), []);

    app = await machine.openApp();
    await new Screen(app).lists(240);
    assert.ok(!(await new Screen(app).text()).includes("Part of Assay crashed"));
  });
});

describe("the end of the app on this computer", () => {
  const on = setUp();
  const keys = (machine: TestMachine) => machine.secretToolSearch({ service: "Assay (development)" });

  /** The app's files on the machine, as absolute paths. */
  const left = (machine: TestMachine) =>
    ["data", "config", "cache", "home"]
      .map((name) => join(machine.folder, name))
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
      .filter((path) => /assay/i.test(path.slice(machine.folder.length)));

  it("leaves nothing when everything is removed in the window", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    assert.match(keys(machine), new RegExp(service.key));
    assert.ok(existsSync(machine.appData));
    // Other users can't read it.
    for (const folder of [machine.appData, join(machine.appData, "logs")])
      assert.equal(statSync(folder).mode & 0o777, 0o700);

    await screen.goTo("/settings?section=data");
    await screen.press("Delete all Assay data…");
    await screen.shows("This permanently deletes the following");
    await app.expectAccessible();
    await app.browser.$("//section[@role='alertdialog' or @role='dialog']//input[@type='text']").setValue("Assay");
    await screen.press("Delete and close");
    await app.answer(false);
    assert.ok(app.isRunning && keys(machine) !== "");
    await screen.press("Delete and close");
    await app.answer(true);
    await until("the app to end", () => !app.isRunning);
    await until("its files to go", () => left(machine).length === 0);
    assert.equal(keys(machine), "");
  });

  it("waits for the app that is open, removes nothing then, and everything once it is closed", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    await new Screen(app).connect("My pages", service);
    assert.throws(() => machine.run(assay, ["--remove-data", "--yes"]), /Assay is open/);
    assert.ok(app.isRunning && keys(machine) !== "");
    await app.close();
    machine.run(assay, ["--remove-data", "--yes"]);
    assert.deepEqual(left(machine), []);
    assert.equal(keys(machine), "");
    // Deleting nothing isn't an error.
    machine.run(assay, ["--remove-data", "--yes"]);
  });

  it("says what stays where the keychain is locked", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    await new Screen(app).connect("My pages", service);
    await app.close();
    machine.lockKeychain();
    assert.throws(() => machine.run(assay, ["--remove-data", "--yes"]), /Couldn’t delete keys and passwords/);
    assert.deepEqual(left(machine), []);
  });

  it("deletes the files also without a keychain and with its output closed", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    await new Screen(app).connect("My pages", service);
    await app.close();
    await machine.stopKeychain();
    // The pipe is closed before it begins.
    machine.run("sh", ["-c", `{ sleep 1; "${assay}" --remove-data --yes; } | true`]);
    assert.deepEqual(left(machine), []);
  });
});
