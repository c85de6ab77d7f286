import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { program } from "../../scripts/lib/paths.mjs";
import { until } from "./harness/processes.ts";
import { stage } from "./harness/stage.ts";
import type { World } from "./harness/world.ts";

const assay = program("assay");
const DMABUF_OFF = "WEBKIT_DISABLE_DMABUF_RENDERER=1";

type Note = { works: string | null; trying: string | null };

/** The app's record of renderers. */
const noteOf = (world: World): Note => JSON.parse(readFileSync(join(world.appData, "renderer.json"), "utf8"));

/** The webview process of an app. */
function webProcessOf(pid: number) {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").split(" "));
  const drawing = children.filter(Boolean).find((child) => {
    return readFileSync(`/proc/${child}/comm`, "utf8").startsWith("WebKitWebProces");
  });
  return drawing ? Number(drawing) : undefined;
}

/** A process's environment. */
const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");

/** A world's running apps. */
function appsOf(world: World) {
  const file = realpathSync(assay);
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const isApp = readlinkSync(`/proc/${pid}/exe`) === file;
      return isApp && environmentOf(pid).includes(`XDG_DATA_HOME=${world.env.XDG_DATA_HOME}`);
    } catch {
      return false;
    }
  });
}

describe("the renderer", () => {
  const on = stage();

  it("is the next one after a start that never painted, and stays the one that painted", async () => {
    const { world } = on;
    delete world.env.WEBKIT_DISABLE_DMABUF_RENDERER;
    const blank = await world.processes.start(assay, [], world.log("blank"), { env: world.env });
    const drawing = await until("the web process", () => webProcessOf(blank.pid as number));
    // Like a graphics driver that never lets the web process paint.
    process.kill(drawing, "SIGSTOP");
    const { trying } = noteOf(world);
    assert.ok(trying, "it painted before it was stopped");
    blank.kill("SIGKILL");
    process.kill(drawing, "SIGKILL");
    await world.processes.stop(blank);

    const next = trying === "usual" ? "without_dmabuf" : "without_compositing";
    let app = await world.openApp();
    await until("the picture to be noted", () => noteOf(world).works === next);
    const pid = await until("the web process", () => webProcessOf(app.pid));
    assert.ok(environmentOf(pid).includes(DMABUF_OFF));
    const diagnostics = await app.browser.executeAsync((done: (answer: unknown) => void) => {
      type Internals = { invoke: (name: string, args: object) => Promise<unknown> };
      const { invoke } = (window as unknown as { __TAURI_INTERNALS__: Internals }).__TAURI_INTERNALS__;
      invoke("diagnostics_read", { request: null }).then(done, done);
    });
    assert.match(String(diagnostics), /^Renderer: DMABUF /m);
    await app.close();

    app = await world.openApp();
    await until("the picture to be noted", () => noteOf(world).trying === null);
    assert.equal(noteOf(world).works, next);
    await app.close();
  });

  it("is the next one after its process has died, for which the app restarts once", async () => {
    const { world } = on;
    delete world.env.WEBKIT_DISABLE_DMABUF_RENDERER;
    // The shell outlives the first app, and with it the group that the next one joins.
    const command = ["-c", '"$0"; exec sleep 600', assay];
    await world.processes.start("sh", command, world.log("crashes"), { env: world.env });
    const first = await until("the app", () => appsOf(world).at(0));
    await until("the first picture", () => noteOf(world).works);
    const drawing = await until("the web process", () => webProcessOf(first));
    process.kill(drawing, "SIGKILL");
    const second = await until("the app to start anew", () => appsOf(world).find((pid) => pid !== first));
    const again = await until("the new web process", () => webProcessOf(second));
    assert.ok(environmentOf(again).includes(DMABUF_OFF));
    await until("the first picture of that", () => noteOf(world).trying === null && noteOf(world).works);

    process.kill(again, "SIGKILL");
    await until("that to be logged", () => world.filesWith("the web process has ended").length > 0);
    await until("the web process to be gone", () => webProcessOf(second) === undefined);
    assert.deepEqual(appsOf(world), [second]);
  });

  it("is left to the user who has set a variable", async () => {
    const { world } = on;
    const app = await world.openApp();
    assert.equal(await app.browser.execute(() => document.visibilityState), "visible");
    assert.throws(() => noteOf(world), /ENOENT/);
    await app.close();
  });
});
