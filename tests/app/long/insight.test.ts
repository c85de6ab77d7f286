import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { root } from "../../../scripts/lib/paths.mjs";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import type { SampleService } from "../harness/sample.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

type Report = { id: number; url: string; created_at: string };
type Explained = { name: string; why: string; how: string; findings: Record<string, string> };

const guide = JSON.parse(readFileSync(join(root, "src-tauri/crates/guide/guide/en.json"), "utf8")) as {
  checks: Record<string, Explained>;
};

const DAY = 24 * 3600 * 1000;
const PROJECT = "harbour-dental.example";
const MOMENT = "before relaunch";

/** The service's reports, all of them. */
async function reportsOf(service: SampleService) {
  const rows: Report[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await service.fetch(`/api/v1/reports?per_page=100&page=${page}`);
    const { data } = (await answer.json()) as { data: typeof rows };
    rows.push(...data);
    if (data.length < 100) return rows;
  }
}

const latestFirst = (one: Report, other: Report) => Date.parse(other.created_at) - Date.parse(one.created_at);

describe("what the sample workspace tells", () => {
  // Its service has the same pages as the workspace.
  const on = setUp({ shared: true });
  let app: App;
  let screen: Screen;
  let site: Server;
  let reports: Report[];

  before(async () => {
    reports = await reportsOf(on.service);
    app = await on.machine.openApp({ args: ["--sample"] });
    screen = new Screen(app);
    await screen.shows("Average score");
    await screen.goTo("/c/sample/reports");
    await screen.lists(240);
  });
  after(() => site?.close());

  const at = (what: string, place: RegExp) => until(what, async () => place.test(await screen.place()));

  /** Terms and what is said about them, in an element. */
  const terms = (within: string) =>
    app.browser.execute((selector) => {
      const found = [...document.querySelectorAll(`${selector} dt`)].map((term) => [
        term.textContent ?? "",
        term.nextElementSibling?.textContent ?? "",
      ]);
      return Object.fromEntries(found) as Record<string, string>;
    }, within);

  const figure = async (within: string, name: string) => Number((await terms(within))[name]);

  const textOf = (selector: string) => app.browser.$(selector).getText();

  /** The guide's entry that a title belongs to. */
  const explained = (title: string) => {
    const found = Object.entries(guide.checks).find(([, { name, findings }]) =>
      [name, ...Object.values(findings)].includes(title),
    );
    assert.ok(found, `the guide explains “${title}”`);
    return { key: found[0], ...found[1] };
  };

  /** Waits for an explanation, and compares it with the guide's. */
  const explains = async (within: string, { why, how, name }: Explained) => {
    await until(`the explanation of ${name}`, async () => (await terms(within))["Why it matters"]?.includes(why));
    assert.ok((await terms(within))["How to fix"]?.includes(how));
    const more = app.browser.$(`${within} [aria-label="Read more: ${name}"]`);
    assert.ok(await more.isDisplayed(), "a reference");
  };

  /** Selects the check at a place of the fix list, as the keyboard does. */
  const selectCheck = async (count: number) => {
    await app.browser.execute(
      (index) => document.querySelectorAll<HTMLInputElement>("main li input[type=checkbox]")[index]?.focus(),
      count - 1,
    );
    await app.pressUntil(`${count} selected`, "space", async () => (await screen.text()).includes(`${count} selected`));
  };

  it("says of a failing check why it matters and how to fix it, in a report and in the fix list", async () => {
    await screen.goTo("/c/sample/reports/240");
    await app.browser.$("aside h4 button").waitForDisplayed();
    const title = await textOf("aside h4 button > span");
    await screen.pressAt("aside h4 button");
    const failed = explained(title);
    await explains("aside", failed);
    await app.expectAccessible("an open check of a report");
    await screen.pressAt('aside a[href*="failing="]');
    await at("the reports that fail the check", new RegExp(`/c/sample/reports\\?failing=${failed.key}$`));
    await screen.column("Page", (rows) => rows.length > 0);

    await screen.goTo("/c/sample/fix-list");
    await app.browser.$("main h3 button").waitForDisplayed();
    const fix = explained(await textOf("main h3 button"));
    await screen.pressAt("main h3 button");
    await explains("main", fix);
    await app.browser.$("main ul ul a").waitForDisplayed();
    await app.expectAccessible("an open check of a fix list");
    const [line] = (await textOf("main ul ul a")).split("\n");
    await screen.pressAt("main ul ul a");
    await at("a report that fails the check", new RegExp(`/c/sample/reports/\\d+\\?failing=${fix.key}&`));
    await screen.column("Page", (rows) => rows[0] === line);
    await until("the check among the failed ones of the report", async () =>
      (await app.browser.$$("aside h4 button > span").map((one) => one.getText())).some((name) =>
        [fix.name, ...Object.values(fix.findings)].includes(name),
      ),
    );
  });

  it("tells changes by time and with their reasons, and compares the two states of one", async () => {
    await screen.goTo("/c/sample/changes?since=30");
    const periods = await until("several headings", async () => {
      const found = await app.browser
        .$$("[role=grid][aria-label=Changes] [role=rowgroup]:last-child > [role=row]:not([data-key])")
        .map(async (row) => (await row.getText()).replace(/\s+[\d,]+ changes?$/, ""));
      return found.length > 1 ? found : null;
    });
    const known = ["Today", "Yesterday", "This week"];
    const ages = periods.map((period) => {
      if (known.includes(period)) return known.indexOf(period);
      if (period.startsWith("Earlier in ")) return known.length;
      return Date.now() - Date.parse(`1 ${period}`);
    });
    assert.ok(
      ages.every((age, index) => index === 0 || age > (ages[index - 1] ?? age)),
      `the latest first, each once: ${periods}`,
    );
    const row = "//*[@role='row'][.//b[normalize-space()='Broke']][.//b[normalize-space()='Fixed']]";
    const reasons = await textOf(row);
    const [broke = "", fixed = ""] = [/Broke ([^·\n]+)/, /Fixed ([^·\n]+)/].map((kind) =>
      kind.exec(reasons)?.[1]?.trim(),
    );
    const counted = (names: string) =>
      names.split(", ").reduce((sum, name) => sum + (name.startsWith("+") ? Number(name) : 1), 0);
    assert.ok(broke && fixed, reasons);
    await screen.pressAt(`(${row}//*[@role='rowheader']//*[@role='link'])[1]`);
    await at("the comparison of two states", /\/reports\/\d+\?.*part=history.*&before=\d+|before=\d+.*part=history/);
    await screen.shows("What changed");
    await until("the figures", async () => (await figure("aside", "Broke")) === counted(broke));
    assert.equal(await figure("aside", "Fixed"), counted(fixed));
  });

  it("counts the changes of a search, in its filter and its rows", async () => {
    await screen.goTo("/c/sample/changes?since=30");
    const counts = () =>
      app.browser.execute(() =>
        [...document.querySelectorAll("main [role=radio][aria-describedby]")].map((choice) =>
          Number(document.getElementById(choice.getAttribute("aria-describedby") ?? "")?.textContent),
        ),
      );
    const unsearched = await until("the counts", async () => {
      const read = await counts();
      return read.length === 5 ? read : null;
    });
    await screen.type("Search URLs", PROJECT);
    const [all = 0, worse = 0, ...others] = await until("fewer changes", async () => {
      const read = await counts();
      return (read[0] ?? 0) < (unsearched[0] ?? 0) ? read : null;
    });
    assert.ok(worse > 0 && worse < all, `${all}, ${worse}`);
    assert.equal(
      others.reduce((sum, count) => sum + count, worse),
      all,
    );
    await app.expectAccessible("searched changes");
    await screen.mark("Worse");
    const pages = await screen.column("Page", (rows) => rows.length === worse);
    assert.ok(
      pages.every((page) => page.includes(PROJECT)),
      pages.join(),
    );
    assert.deepEqual((await counts()).slice(0, 2), [all, worse]);
  });

  it("looks back to a named moment: in changes, overview, fix list, and comparison", async () => {
    await screen.goTo("/c/sample/changes?since=30");
    await screen.choose("View", "Edit moments…");
    await screen.type("Name", MOMENT);
    const time = new Date(Date.now() - 20 * DAY);
    time.setUTCSeconds(0, 0);
    await screen.setTime("Date and time", time);
    await screen.press("Add moment");
    await screen.button(`Actions for ${MOMENT}`).waitForDisplayed();
    await app.expectAccessible("moments");
    await screen.press("Close");
    await screen.choose("Last 30 days", MOMENT);
    const since = encodeURIComponent(time.toISOString());
    await at("the changes since the moment", new RegExp(`/changes\\?since=${since}$`));

    await screen.goTo("/c/sample/overview");
    await screen.choose("Moments", MOMENT);
    const chosen = app.browser.$("main [role=radio][aria-checked=true]");
    await until(
      "the moment as the time",
      async () => (await chosen.getProperty("textContent")) === `Since “${MOMENT}”`,
    );
    await screen.mark("90 days");
    await until("other days as the time", async () => (await chosen.getProperty("textContent")) === "90 days");

    await screen.goTo("/c/sample/fix-list");
    await app.browser.$("main h3 button").waitForDisplayed();
    await screen.choose("View", "Time range");
    await screen.pick(MOMENT);
    await until("the moves since then", async () =>
      (await app.browser.execute(() => document.querySelector("main ul li")?.textContent))?.includes(
        `Since “${MOMENT}”: `,
      ),
    );

    await screen.goTo("/c/sample/moments");
    await screen.shows("Got worse");
    await screen.choose("30 days ago", MOMENT);
    await at("the comparison with the moment", new RegExp(`/moments\\?from=${since}$`));
    await screen.shows("Got worse");
  });

  it("filters by path or expression, and counts what a saved view of that finds", async () => {
    const filters = { path: "/lodges", pattern: "/(events|help)/[a-z]+-[a-z]+$" };
    const startsSo = (url: string) => url.replace(/^[^/]+/, "").startsWith(filters.path);
    const byPath = reports.filter(({ url }) => startsSo(url)).length;
    const byEither = reports.filter(({ url }) => startsSo(url) || new RegExp(filters.pattern).test(url)).length;
    assert.ok(byPath > 0 && byEither > byPath);
    await screen.goTo("/c/sample/reports");
    await screen.press("Filters");
    await screen.type("Path starts with", filters.path);
    await screen.lists(byPath);
    await screen.type("URL (regular expression)", filters.pattern);
    await screen.shows("No matching reports");
    await screen.choose("Match all filters", "Match any filter");
    await screen.lists(byEither);
    app.press("Escape");
    await app.expectAccessible("a filtered list");
    await screen.choose("View", "Save this view…");
    await screen.type("Name", "Lodges and more");
    await screen.press("Save");
    await until("the view with its count", async () =>
      new RegExp(`Lodges and more\\s*${byEither}$`, "m").test(await screen.text()),
    );
  });

  it("shows what a check found as a column, and exports it", async () => {
    await screen.goTo("/c/sample/reports?search=harbour");
    await screen.column("Page", (rows) => rows.length > 0 && rows.every((row) => row.includes("harbour")));
    await screen.choose("View", "Columns");
    await screen.pick("Columns from checks…");
    await screen.type("Search checks", "load time");
    await screen.pressAt("//section[@role='dialog']//label[normalize-space()='Load time']");
    await screen.press("Done");
    const shown = await screen.column("Load time", (values) => values.some((value) => /\d/.test(value)));
    const file = join(on.machine.serviceFolder, "values.csv");
    await screen.choose("View", "Export");
    await screen.mark("CSV");
    await screen.press("Export…");
    await app.saveAs(file);
    await until("the file", () => existsSync(file));
    const [head = "", ...rows] = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
    assert.match(head, /,"?Load time \(load_time\)"?$/);
    const saved = rows.map((row) => Number(row.slice(row.lastIndexOf(",") + 1)));
    assert.ok(saved.length >= shown.length);
    assert.deepEqual(
      shown.map((text) => Number.parseFloat(text)),
      saved.slice(0, shown.length).map((seconds) => Math.round(seconds * 10) / 10),
    );
  });

  it("lists the pages of a sitemap that have no report, and makes a batch of them", async () => {
    const { url: known } = reports.find(({ url }) => url.startsWith(PROJECT)) ?? {};
    const unknown = ["new-one", "new-two"].map((name) => `${PROJECT}/${name}`);
    site = createServer((_, response) => {
      const urls = [known, ...unknown].map((page) => `<url><loc>https://${page}</loc></url>`);
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`);
    }).listen(0, "127.0.0.1");
    await once(site, "listening");

    await screen.goTo("/c/sample/batches/new");
    await screen.press("From sitemap…");
    await screen.type("Sitemap URL", `http://127.0.0.1:${(site.address() as AddressInfo).port}/sitemap.xml`);
    await screen.press("Load");
    await screen.shows("3 pages");
    await screen.press("Review plan");
    await screen.shows("Start batch");

    await screen.goTo("/c/sample/overview");
    await screen.shows("2 pages without a report");
    await screen.goTo(`/c/sample/projects/${PROJECT}`);
    await screen.shows("2 pages without a report");
    await app.expectAccessible("a project whose sitemap has more pages");
    // A part of the screen that comes at this moment may take the press.
    await until("the new batch", async () => {
      await screen.press("Create 2 reports…");
      return until("its place", async () => (await screen.place()).endsWith("/batches/new"), 10);
    });
    await screen.shows("2 pages");
    const given = await app.browser.$("main textarea").getValue();
    assert.deepEqual(
      given.split("\n"),
      unknown.map((page) => `https://${page}`),
    );
    await screen.press("Review plan");
    await screen.shows("Create 2 reports");
  });

  it("offers to select the check that the pointer is on", async () => {
    await screen.goTo("/c/sample/fix-list");
    await app.browser.$("main h3 button").waitForDisplayed();
    const box = "(//main//li//label[.//input[@type='checkbox']])";
    for (const number of [2, 1]) {
      await app.browser.$(`(//main//li//h3)[${number}]`).moveTo();
      await until("its box", () => app.browser.$(`${box}[${number}]`).isDisplayed(), 5);
      assert.equal(await app.browser.$(`${box}[3]`).isDisplayed(), false);
    }
  });

  it("rechecks the pages of several failing checks as one batch", async () => {
    await screen.goTo(`/c/sample/fix-list?project=${PROJECT}`);
    await app.browser.$("main h3 button").waitForDisplayed();
    const failing = await app.browser.$$("main h3 ~ a").map(async (link) => Number(await link.getText()));
    const [one = 0, other = 0] = failing;
    for (const count of [1, 2]) await selectCheck(count);
    await app.expectAccessible("selected checks");
    await screen.pressAt("//*[@data-selection]//button[starts-with(normalize-space(), 'Recheck up to ')]");
    await at("the plan", /\/batches\/\d+$/);
    const planned = await until("the number of reports", async () => /Recheck (\d+) reports/.exec(await screen.text()));
    const count = Number(planned[1]);
    assert.ok(Math.max(one, other) <= count && count <= one + other, `${one} and ${other} make ${count}`);
    await screen.shows("Start batch");
  });

  it("copies the fix list, and a check with its pages, as Markdown", async () => {
    await screen.goTo("/c/sample/fix-list");
    await app.browser.$("main h3 button").waitForDisplayed();
    const title = await textOf("main h3 button");
    const number = await textOf("main h3 ~ a");
    await screen.choose("View", "Copy as Markdown");
    await screen.shows("Copied as Markdown");
    const list = await screen.pasted();
    assert.match(list, /^# Fix list\n\n\| Check \| Importance \| Failing pages \| How to fix \|\n/);
    assert.ok(list.includes(`| ${title} | High | ${number} | `), list);

    await screen.pressAt("main h3 button");
    await app.browser.$("main ul ul a").waitForDisplayed();
    const [page] = (await textOf("main ul ul a")).split("\n");
    const check = await screen.copied("Copy as Markdown");
    assert.ok(check.startsWith(`# ${title}\n`), check);
    assert.ok(check.includes(`## ${number} pages\n`), check);
    assert.ok(check.includes(`- [${page}](http`), check);
  });

  it("keeps the actions for selected checks above the list and in view", async () => {
    await screen.goTo("/c/sample/fix-list?privacy=public");
    await app.browser.$("main h3 button").waitForDisplayed();
    await selectCheck(1);
    const isOnTop = () =>
      app.browser.execute(() => {
        const bar = document.querySelector("[data-selection]");
        const { left = 0, top = 0, width = 0, height = 0 } = bar?.getBoundingClientRect() ?? {};
        const shares = Array.from({ length: 49 }, (_, at) => (at + 1) / 50);
        return shares.every((share) =>
          bar?.contains(document.elementFromPoint(left + width * share, top + height / 2)),
        );
      });
    await until("the actions above the first rows", isOnTop, 5);
    await app.browser.execute(() =>
      [...document.querySelectorAll("main h3")].at(-1)?.scrollIntoView({ block: "center" }),
    );
    await until("the actions above the last rows", isOnTop, 5);
  });

  it("keeps only the newest of several reports of a page", async () => {
    const found = reports.filter(({ url }) => url.startsWith(PROJECT));
    const byPage = Map.groupBy(found, ({ url }) => url);
    const several = [...byPage.values()].filter(({ length }) => length > 1);
    const newest = [...byPage.values()].map((all) => all.toSorted(latestFirst)[0]?.id);
    const gone = found.length - newest.length;
    assert.ok(gone > 1 && several.length < byPage.size);
    await screen.goTo(`/c/sample/reports?search=${PROJECT}`);
    await screen.lists(found.length);
    await screen.press("Filters");
    await screen.pressAt("//*[normalize-space()='Duplicates']/following::button[1]");
    await screen.pick("Duplicate reports");
    await screen.lists(several.flat().length);
    app.press("Escape");
    await app.expectAccessible("duplicate reports");
    await screen.choose("View", "Delete older duplicates");
    await at("the plan", /\/batches\/\d+$/);
    await screen.shows(`Delete ${gone} reports`);
    await screen.press("Start batch");
    await screen.batchEnds();
    await screen.goTo(`/c/sample/reports?search=${PROJECT}`);
    await screen.lists(newest.length);
    const left = await app.browser
      .$$("[role=row][data-key]:has([role=rowheader])")
      .map((row) => row.getAttribute("data-key"));
    assert.deepEqual(left.map(Number).sort(), newest.sort());
  });
});
