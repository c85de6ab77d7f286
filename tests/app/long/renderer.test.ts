import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { program } from "../../../scripts/lib/paths.mjs";
import { appsOf, environmentOf, until } from "../harness/processes.ts";
import { setUp } from "../harness/set-up.ts";
import type { TestMachine } from "../harness/test-machine.ts";

const assay = program("assay");
const DMABUF_OFF = "WEBKIT_DISABLE_DMABUF_RENDERER=1";

type Note = { works: string | null; trying: string | null };

const noteFile = (machine: TestMachine) => join(machine.appData, "renderer.json");

/** The app's record of renderers. */
const noteOf = (machine: TestMachine): Note => JSON.parse(readFileSync(noteFile(machine), "utf8"));

/** The webview process of an app. */
function webProcessOf(pid: number) {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" "));
  const drawing = children.filter(Boolean).find((child) => {
    return readFileSync(`/proc/${child}/comm`, "utf8").startsWith("WebKitWebProces");
  });
  return drawing ? Number(drawing) : undefined;
}

describe("the renderer", () => {
  const on = setUp();

  it("is the next one after a start that never painted, and stays the one that painted", async () => {
    const { machine } = on;
    let app = await machine.openApp();
    await until("the picture to be noted", () => noteOf(machine).works);
    await app.close();
    // As if there were a graphics driver: without one, the first choice is the last already.
    writeFileSync(noteFile(machine), JSON.stringify({ ...noteOf(machine), works: "usual" }));
    const blank = await machine.processes.start(assay, [], machine.log("blank"), { env: machine.env });
    const drawing = await until("the web process", () => webProcessOf(blank.pid as number));
    // Like a graphics driver that never lets the web process paint.
    process.kill(drawing, "SIGSTOP");
    const { trying } = noteOf(machine);
    assert.equal(trying, "usual", "it painted before it was stopped");
    blank.kill("SIGKILL");
    process.kill(drawing, "SIGKILL");
    await machine.processes.stop(blank);

    const next = "without_dmabuf";
    app = await machine.openApp();
    await until("the picture to be noted", () => noteOf(machine).works === next);
    const pid = await until("the web process", () => webProcessOf(app.pid));
    assert.ok(environmentOf(pid).includes(DMABUF_OFF));
    const diagnostics = await app.browser.executeAsync((done: (answer: unknown) => void) => {
      type Internals = { invoke: (name: string, args: object) => Promise<unknown> };
      const { invoke } = (window as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
      invoke("diagnostics_read", { request: null }).then(done, done);
    });
    assert.match(String(diagnostics), /^Renderer: DMABUF /m);
    await app.close();

    app = await machine.openApp();
    await until("the picture to be noted", () => noteOf(machine).trying === null);
    assert.equal(noteOf(machine).works, next);
    await app.close();
  });

  it("is the next one after its process has died, for which the app restarts once, and then loads the page once more", async () => {
    const { machine } = on;
    // The shell outlives the first app, and with it the group that the next one joins.
    const command = ["-c", '"$0"; exec sleep 600', assay];
    await machine.processes.start("sh", command, machine.log("crashes"), { env: machine.env });
    const first = await until("the app", () => appsOf(machine.env).at(0));
    await until("the first picture", () => noteOf(machine).works);
    const drawing = await until("the web process", () => webProcessOf(first));
    process.kill(drawing, "SIGKILL");
    const second = await until("the app to start again", () => appsOf(machine.env).find((pid) => pid !== first));
    const again = await until("the new web process", () => webProcessOf(second));
    await until("its renderer", () => environmentOf(again).includes(DMABUF_OFF));
    await until("the first picture of that", () => noteOf(machine).trying === null && noteOf(machine).works);

    // Written again once the page that was loaded again has painted.
    rmSync(noteFile(machine));
    process.kill(again, "SIGKILL");
    await until("the page to be loaded again", () => noteOf(machine).works);
    const last = await until("its web process", () => webProcessOf(second));
    assert.notEqual(last, again);
    process.kill(last, "SIGKILL");
    const log = machine.log("crashes");
    const crashes = () => readFileSync(log, "utf8").split("the web process crashed or was stopped").length - 1;
    await until("the third crash to be logged", () => crashes() === 3);
    // It would be loaded again right after that.
    await sleep(1_000);
    assert.equal(webProcessOf(second), undefined);
    assert.deepEqual(appsOf(machine.env), [second]);
  });

  it("is left to the user who has set a variable", async () => {
    const { machine } = on;
    machine.env.WEBKIT_DISABLE_DMABUF_RENDERER = "1";
    const app = await machine.openApp();
    assert.equal(await app.browser.execute(() => document.visibilityState), "visible");
    assert.throws(() => noteOf(machine), /ENOENT/);
    await app.close();
  });
});
