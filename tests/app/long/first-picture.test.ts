import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { program } from "../../../scripts/lib/paths.mjs";
import { type Area, Display, EACH, groundOf, likeness } from "../bench/display.ts";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

/** Time without changes until a kept picture counts as the last, in milliseconds. */
const STILL = 4_000;

/** The same for the display, in which slow computers show the picture for that long. */
const DRAWN = 20_000;

/** Share of the final screen's marks that the picture has, too: ages and the service's state may differ. */
const MOST = 0.95;

describe("the last picture", () => {
  const on = setUp({ readableDisplay: true });

  const file = () => join(on.machine.appData, "first-picture");

  /** Waits for a picture of what is shown, also after the sync at the start, and closes the app. */
  async function close(app: App, { of = "" } = {}) {
    const place = (await new Screen(app).place()).slice(1);
    await until("the picture of the screen", () => {
      const text = existsSync(file()) ? readFileSync(file(), "utf8") : "";
      return text.includes(`"place":${JSON.stringify(place)}`) && text.includes(of) && isAtRest();
    });
    await app.close();
  }

  /** A sync changes the library, and the picture with it. */
  const isAtRest = () => Date.now() - statSync(file()).mtimeMs > STILL;

  /** Starts the app and returns if its page came with a picture, once the real screen has replaced it. */
  async function start(shown: string): Promise<{ app: App; screen: Screen; hadPicture: boolean }> {
    const app = await on.machine.openApp();
    const screen = new Screen(app);
    await screen.shows(shown);
    await until("the real screen", () => app.browser.execute(() => document.getElementById("first-picture") === null));
    const hadPicture = await app.browser.execute(
      () => document.querySelector("link[href='/first-picture.css']") !== null,
    );
    return { app, screen, hadPicture };
  }

  /** Each different look of a part of the display, from the start of the app until it rests. */
  async function watch(area: Area, act: () => void): Promise<Uint32Array[]> {
    const display = new Display(on.machine.displayFile);
    const looks: Uint32Array[] = [];
    for (let since = performance.now(); performance.now() - since < DRAWN; await sleep(2)) {
      const look = display.look(area);
      const last = looks.at(-1);
      if (last && Buffer.compare(Buffer.from(last.buffer), Buffer.from(look.buffer)) === 0) continue;
      looks.push(look);
      since = performance.now();
      act();
    }
    display.close();
    return looks;
  }

  it("is there first, and the real screen takes its place without a jump and does what is pressed", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const [page] = await screen.column("Page", (pages) => pages.length > 5);
    const at = await app.browser.execute(() => {
      const row = document.querySelectorAll("[role=rowheader]")[2]?.getBoundingClientRect();
      return row ? { x: Math.round(row.x + 40), y: Math.round(row.y + row.height / 2) } : null;
    });
    const rowsTop = await app.browser.execute(
      () => document.querySelector("[role=grid]")?.getBoundingClientRect().top ?? 0,
    );
    assert.ok(at && page && rowsTop > 0);
    const list = (await screen.place()).slice(1);
    await close(app);

    machine.run("xdotool", ["mousemove", "0", "0"]);
    const begin = () => machine.processes.start(program("assay"), [], machine.log("app"), { env: machine.env });
    const windowOf = (pid: number | undefined) =>
      until(
        "the window",
        () => machine.run("xdotool", ["search", "--sync", "--onlyvisible", "--pid", String(pid)]).split("\n")[0],
      );
    let running = await begin();
    const shell = machine.run("xdotool", ["getwindowgeometry", "--shell", await windowOf(running.pid)]);
    const [x = 0, y = 0, width = 0, height = 0] = ["X", "Y", "WIDTH", "HEIGHT"].map((name) =>
      Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(shell)?.[1]),
    );
    const area = { x, y, width, height };
    const looks = await watch(area, () => {});
    await machine.processes.stop(running);
    const sharesOf = (part: (look: Uint32Array) => Uint32Array) => {
      const parts = looks.map(part);
      const final = parts.at(-1) ?? new Uint32Array();
      return parts.map((look) => likeness(final, groundOf(final), look));
    };
    const shares = sharesOf((look) => look);
    const first = shares.findIndex((share) => share >= MOST);
    // Above the rows, which outweigh all else.
    const toolbar = sharesOf((look) => look.subarray(0, width * Math.floor(rowsTop / EACH)));
    for (const alike of [shares, toolbar]) {
      assert.deepEqual(
        alike.slice(first).filter((share) => share < MOST),
        [],
        `${alike}`,
      );
    }
    assert.ok(looks.length - first > 1, "the picture and the real screen are not the same to the last pixel");

    // The first press may come before any script.
    running = await begin();
    await windowOf(running.pid);
    const settings = () => readFileSync(join(machine.appData, "settings.json"), "utf8");
    await until("the pressed report", async () => {
      machine.run("xdotool", ["mousemove", String(x + at.x), String(y + at.y), "click", "1"]);
      await sleep(50);
      return settings().includes(`${list}/`);
    });
    await machine.processes.stop(running);
  });

  it("is never one of something else", async () => {
    const { machine, service } = on;
    const first = await machine.openApp();
    await new Screen(first).connect("My pages", service);
    await close(first);

    let { app, hadPicture } = await start("Reports");
    assert.equal(hadPicture, true, "unchanged");
    await close(app);
    const earlier = readdirSync(machine.appData).filter((name) => name.startsWith("library.sqlite"));
    for (const name of earlier) copyFileSync(join(machine.appData, name), join(machine.folder, name));

    await service.create("https://one.example/later");
    ({ app, hadPicture } = await start("one.example/later"));
    await close(app, { of: "later" });
    for (const name of earlier) copyFileSync(join(machine.folder, name), join(machine.appData, name));
    ({ app, hadPicture } = await start("one.example/later"));
    assert.equal(hadPicture, false, "another library");
    await close(app);

    machine.prefer({ language: "de" });
    ({ app, hadPicture } = await start("Berichte"));
    assert.equal(hadPicture, false, "another language");
    await close(app, { of: "Berichte" });

    const state = join(machine.folder, "config", basename(machine.appData), ".window-state.json");
    const { main } = JSON.parse(readFileSync(state, "utf8"));
    writeFileSync(state, JSON.stringify({ main: { ...main, width: main.width - 100 } }));
    ({ app, hadPicture } = await start("Berichte"));
    assert.equal(hadPicture, false, "another window size");
    await close(app);

    truncateSync(file(), 100);
    ({ app, hadPicture } = await start("Berichte"));
    assert.equal(hadPicture, false, "a damaged picture");
    await close(app);

    ({ app, hadPicture } = await start("Berichte"));
    assert.equal(hadPicture, true, "unchanged in German");
    await service.fail({ answer: { status: 401 } });
    app.press("F5");
    await until("no picture", () => !existsSync(file()));
    await app.close();
    ({ app, hadPicture } = await start("Berichte"));
    assert.equal(hadPicture, false, "a withdrawn key");
    await app.close();
  });
});
