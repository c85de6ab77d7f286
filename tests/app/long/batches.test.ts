import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

type Row = { url: string; privacy: number; created_at: string };

/** The service's reports whose URL contains the text. */
async function reportsOf(service: SampleService, search: string) {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await service.fetch(`/api/v1/reports?search=${search}&per_page=100&page=${page}`);
    const { data } = (await answer.json()) as { data: Row[] };
    rows.push(...data);
    if (data.length < 100) return rows;
  }
}

const addressesOf = async (service: SampleService, search: string) =>
  (await reportsOf(service, search)).map(({ url }) => url).sort();

const connectionOf = async (screen: Screen) => /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";

describe("a batch", () => {
  const on = setUp({}, ["--delay-ms", "1000"]);

  it("goes from a table with invalid lines through plan, pause, and restart to an exported outcome", async () => {
    const { machine, service } = on;
    const pages = Array.from({ length: 53 }, (_, at) => `planted.example/page-${at + 1}`);
    const bad = ["not an address", "ftp://planted.example/x", "javascript:alert(1)", "two words.example", "https://"];
    const lines = [...pages.map((page) => `${page};private`), ...bad.map((line) => `${line};private`)];
    lines.splice(9, 0, "planted.example/secret;secret", "planted.example/other;7");
    assert.equal(lines.length, 60);
    const list = join(machine.serviceFolder, "list.csv");
    writeFileSync(list, `\uFEFFPage;Privacy\r\n${lines.join("\r\n")}\r\n`);

    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = await connectionOf(screen);
    await screen.goTo(`/c/${connection}/batches/new`);
    await screen.press("Choose file…");
    await app.openFile(list);
    await screen.shows("53 pages");
    await screen.shows("7 invalid lines");
    await app.expectAccessible("what was found");
    await screen.press("Review plan");
    await screen.shows("Create 53 reports");
    await app.expectAccessible("the plan");
    assert.deepEqual(await addressesOf(service, "planted.example"), [], "nothing is sent by a plan");

    await screen.press("Start batch");
    await until("some of them", async () => (await addressesOf(service, "planted.example")).length > 3);
    await screen.press("Pause");
    await screen.shows("Nothing is sent until you resume");
    await app.expectAccessible("a pause");
    const paused = await addressesOf(service, "planted.example");
    assert.ok(paused.length < 53);
    await app.close();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.goTo(`/c/${connection}/batches`);
    await screen.openRow("Create 53 reports");
    await screen.shows("Nothing is sent until you resume");
    assert.deepEqual(await addressesOf(service, "planted.example"), paused, "a paused batch stays so");
    await screen.press("Resume");
    await screen.shows("All 53 done");
    assert.deepEqual(await addressesOf(service, "planted.example"), [...pages].sort());
    await app.expectAccessible("the outcome");

    const file = join(machine.serviceFolder, "outcome.json");
    await screen.press("Export…");
    await screen.mark("JSON");
    await screen.press("Export…");
    await app.saveAs(file);
    await until("the file", () => existsSync(file));
    const outcome = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>[];
    const ended = (state: string) => outcome.filter((row) => row.state === state).length;
    assert.deepEqual([ended("done"), ended("invalid"), outcome.length], [53, 7, 60]);
    assert.deepEqual(machine.filesWith(service.key), [], "no key in any file");
    await app.close();
  });
});

describe("batches", () => {
  const on = setUp({}, ["--delay-ms", "0"]);

  it("are made of a sitemap that lists others, and pause where the quota is used up", async () => {
    const { machine, service } = on;
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? "no key"}`);
      const { port } = site.address() as AddressInfo;
      const urls = Array.from({ length: 30 }, (_, at) => `<url><loc>https://mapped.example/${at}</loc></url>`);
      const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://127.0.0.1:${port}/pages.xml.gz</loc></sitemap><sitemap><loc>http://127.0.0.1:${port}/sitemap.xml</loc></sitemap></sitemapindex>`;
      const pages = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
      response.end(request.url === "/sitemap.xml" ? index : gzipSync(pages));
    }).listen(0, "127.0.0.1");
    try {
      const app = await machine.openApp();
      const screen = new Screen(app);
      await screen.connect("My pages", service);
      const connection = await connectionOf(screen);
      await screen.goTo(`/c/${connection}/batches/new`);
      await screen.press("From sitemap…");
      const { port } = site.address() as AddressInfo;
      await screen.type("Sitemap URL", `http://127.0.0.1:${port}/sitemap.xml`);
      await screen.press("Load");
      await screen.shows("30 pages");
      assert.deepEqual([...new Set(asked)].sort(), ["/pages.xml.gz no key", "/sitemap.xml no key"]);
      await screen.press("Review plan");
      await screen.shows("Create 30 reports");

      // Reports from before the test count toward the month's quota.
      const { data } = (await (await service.fetch("/api/v1/reports?per_page=100")).json()) as { data: Row[] };
      const month = new Date().toISOString().slice(0, 7);
      const used = data.filter(({ created_at }) => created_at.startsWith(month)).length;
      await service.play({ quota: used + 12 });
      await screen.press("Start batch");
      await screen.shows("Can’t create more reports");
      assert.equal((await addressesOf(service, "mapped.example")).length, 12);
      await service.heal();
      await screen.press("Resume");
      await screen.shows("All 30 done");
      assert.equal(new Set(await addressesOf(service, "mapped.example")).size, 30);
      await app.close();
    } finally {
      site.close();
    }
  });

  it("change the privacy of a whole list beyond its first page, and change it back", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = await connectionOf(screen);
    const privacies = async () => (await reportsOf(service, "harbour")).map(({ privacy }) => privacy);
    const before = await privacies();
    assert.ok(before.length > 10 && new Set(before).size > 1);

    await screen.goTo(`/c/${connection}/reports?search=harbour&per_page=10`);
    // The second page is loaded at once, since the first one doesn't fill the window.
    await screen.column("Page", (pages) => pages.length === before.length);
    await screen.pressAt("//span[input[@aria-label='Select all']]");
    await screen.shows(`${before.length} selected`);
    // The actions cover neither the footer nor the last row.
    for (const [width, height] of [
      [1000, 660],
      [1280, 820],
    ] as const) {
      await app.resize(width, height);
      await until(`the footer and the last row in ${width}×${height}`, () =>
        app.browser.execute(() => {
          const last = [...document.querySelectorAll("[role=row][data-key]")].at(-1);
          last?.scrollIntoView({ block: "end" });
          const bar = document.querySelector("[data-selection]");
          const [row, actions, footer] = [last, bar, bar?.nextElementSibling].map((each) =>
            each?.getBoundingClientRect(),
          );
          if (!row || !actions || !footer || footer.height === 0) return false;
          return row.bottom <= actions.top + 1 && actions.bottom <= footer.top;
        }),
      );
    }
    await screen.press("Privacy…");
    await screen.mark("Private");
    await screen.press("Review plan");
    await screen.shows("Start batch");
    await screen.press("Start batch");
    await screen.batchEnds();
    assert.deepEqual(new Set(await privacies()), new Set([1]));
    await screen.goTo(`/c/${connection}/reports?search=harbour&per_page=10`);
    await screen.column("Privacy", (all) => all.length > 0 && all.every((privacy) => privacy === "Private"));

    await screen.goTo(`/c/${connection}/batches/1`);
    await screen.press("Undo privacy changes…");
    await until("the new plan", async () => (await screen.place()).includes("/batches/2"));
    // The app no longer has the passwords.
    await screen.press("Set passwords");
    await screen.press("Update plan");
    await screen.hides("Update plan");
    await screen.press("Start batch");
    await screen.batchEnds();
    assert.deepEqual(await privacies(), before);
    await app.close();
  });

  it("delete a project report by report, when that was not undone, and keep copies", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = await connectionOf(screen);
    const project = "harbour-dental.example";
    const total = async () =>
      ((await (await service.fetch("/api/v1/reports")).json()) as { meta: { total: number } }).meta.total;
    const there = (await reportsOf(service, "harbour-dental")).length;
    await screen.goTo(`/c/${connection}/projects`);
    // The library's rows may appear first, in another order.
    await screen.shows("12 rows");
    await screen.choose(`Actions for ${project}`, "Delete project…");
    await screen.shows("reports on the service");
    await screen.press("Review plan");
    await screen.shows("Start batch");
    await screen.press("Start batch");
    await screen.press("Undo");
    await screen.shows("Start batch");
    assert.equal(await total(), 240, "nothing was sent");
    await screen.press("Start batch");
    await screen.batchEnds();
    assert.equal(await total(), 240 - there);
    await screen.goTo("/reports?gone=true");
    await screen.shows(`${there} reports`);
    await app.close();
  });
});
