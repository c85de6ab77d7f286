import { mkdirSync } from "node:fs";
import { Screen } from "./harness/screen.ts";
import { openWorld } from "./harness/world.ts";

const out = "/tmp/u2/win";
mkdirSync(out, { recursive: true });
const world = await openWorld();
try {
  const service = await world.startSample(["--delay-ms", "300", "--rate", "100000", "--quota", "100000", "--control"]);
  const app = await world.openApp();
  const screen = new Screen(app);
  await screen.connect("My pages", service);
  const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";
  await app.resize(1100, 720);
  await screen.goTo(`/c/${connection}/batches/new`);
  const lines = Array.from({ length: 60 }, (_, n) => `https://window.example/page-${n + 1}`);
  await app.browser.$("textarea").waitForDisplayed();
  await app.browser.$("textarea").setValue([...lines, lines[0], "no address"].join("\n"));
  await screen.shows("60");
  await app.picture(`${out}/new.png`);
  await screen.press("Plan");
  await screen.shows("Create 60 reports");
  await screen.shows("1 line could not be used");
  await app.picture(`${out}/plan.png`);
  console.log("plan axe", await app.axe());
  await screen.press("Start");
  await screen.shows("Running:");
  await app.browser.pause(1500);
  await app.picture(`${out}/run.png`);
  await screen.press("Pause");
  await screen.shows("Paused at");
  await app.picture(`${out}/paused.png`);
  console.log((await screen.text()).replace(/\n/g, " | ").slice(0, 600));
  console.log("paused axe", await app.axe());
  await screen.press("Continue");
  await screen.shows("All 60 were done.");
  await app.picture(`${out}/ended.png`);
  console.log("ended axe", await app.axe());
  console.log((await screen.text()).replace(/\n/g, " | ").slice(0, 900));

  // Frames: 10,000 rows.
  await service.fetch("/control", { method: "PUT", body: "{}" }).catch(() => {});
  const number = await app.browser.executeAsync((of: string, done: (n: unknown) => void) => {
    const invoke = (window as never as { __TAURI_INTERNALS__: { invoke: (n: string, a: unknown) => Promise<{ number: number }> } }).__TAURI_INTERNALS__.invoke;
    const text = Array.from({ length: 10_000 }, (_, n) => `https://many.example/page-${n + 1}`).join("\n");
    invoke("batch_plan", { request: { connection: of, source: { kind: "text", text, reading: { addresses_alone: true } }, wish: { kind: "create", privacy: "private", known: { kind: "refresh" }, change_known: false, match_project: null }, password: null, keep_passwords: false }, ticket: { number: 900001, background: false } }).then((b) => done(b.number), (e) => done(JSON.stringify(e)));
  }, connection);
  console.log("batch", number);
  await screen.goTo(`/c/${connection}/batches/${number}`);
  await screen.shows("Create 10,000 reports");
  const measure = (ms: number) => app.browser.executeAsync((time: number, done: (n: unknown) => void) => {
    const gaps: number[] = []; let last = performance.now(); const start = last;
    const step = (now: number) => { gaps.push(now - last); last = now; if (now - start < time) requestAnimationFrame(step); else { gaps.sort((a, b) => a - b); done({ frames: gaps.length, seconds: (now - start) / 1000, median: gaps[gaps.length >> 1], p95: gaps[Math.floor(gaps.length * 0.95)], p99: gaps[Math.floor(gaps.length * 0.99)], worst: gaps.at(-1), over50: gaps.filter((g) => g > 50).length }); } };
    requestAnimationFrame(step);
  }, ms);
  await app.browser.setTimeout({ script: 60_000 });
  console.log("still", await measure(5000));
  await screen.press("Start");
  await screen.shows("Running:");
  await app.browser.pause(1000);
  console.log("running", await measure(10_000), (await screen.text()).match(/Running: .*/)?.[0]);
  await app.picture(`${out}/many.png`);
  console.log("running 2", await measure(10_000));
  await screen.press("Pause");
  await screen.shows("Paused at");
  console.log("paused", await measure(5000));
  await app.browser.pause(300);
} catch (error) {
  console.log("FAILED", error);
  for (const app of world.apps) { await app.picture(`${out}/failed.png`); console.log((await app.browser.execute(() => document.body.innerText)).slice(0, 1500)); }
} finally {
  await world.close();
}
