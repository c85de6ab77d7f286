import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("the library", () => {
  const on = setUp();

  it("has everything without the service: lists, searches, compares, exports, and is there again", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    const connection = /#\/c\/([^/]+)/.exec(await screen.place())?.[1] ?? "";

    // The path of earlier versions leads on.
    await screen.goTo("/library?verdict=bad");
    await until("the list of all connections", async () => (await screen.place()) === "#/reports?result=bad");
    await screen.goTo("/reports");
    await screen.lists(240);
    await app.expectAccessible("the reports of all connections");

    // The service overwrites its findings; the library has both.
    await screen.goTo(`/c/${connection}/reports/240`);
    await screen.press("Recheck");
    await screen.shows("Rechecked");

    const answer = await service.fetch("/api/v1/reports?search=harbour");
    const { total } = ((await answer.json()) as { meta: { total: number } }).meta;
    await service.stop();
    await screen.goTo(`/c/${connection}/reports?search=harbour`);
    await screen.shows("Saved copy ·");
    const found = await screen.column("Page", (addresses) => addresses.length > 0);
    assert.ok(found.every((address) => address.includes("harbour")));
    await screen.goTo(`/c/${connection}/projects`);
    await screen.shows("12 projects");

    await screen.goTo(`/c/${connection}/reports/240?part=history`);
    await screen.shows("2 snapshots");
    await screen.press("Compare");
    await screen.shows("What changed");
    await app.expectAccessible("a comparison");
    await screen.goTo(`/c/${connection}/compare?before=%22239%22&after=%22240%22`);
    await screen.shows("Comparison");
    await screen.shows("Same");
    await app.expectAccessible("a comparison of two reports");
    const copied = await screen.copied("Copy as Markdown");
    assert.match(copied, /^# .+ · /);
    assert.match(copied, /\*\*Score\*\*/);
    await screen.goTo(`/c/${connection}/moments?from=7`);
    await screen.shows("Compare moments");
    await screen.shows("Got worse");
    await app.expectAccessible("a comparison of two moments");

    await screen.goTo("/reports?search=harbour&sort_by=score&sort=asc");
    const rising = (texts: string[]) =>
      texts
        .map((text) => Number(text.split(", ")[1]))
        .every((score, at, all) => at === 0 || (all[at - 1] ?? 0) <= score);
    await screen.column("Score", (scores) => scores.length === total && rising(scores));
    const file = join(machine.serviceFolder, "harbour.json");
    await screen.choose("View", "Export");
    await screen.mark("JSON");
    await screen.press("Export…");
    await app.saveAs(file);
    await screen.shows("rows saved");
    await until("the file", () => existsSync(file));
    const exported = JSON.parse(readFileSync(file, "utf8")) as unknown[];
    assert.equal(exported.length, total);

    await screen.goTo(`/c/${connection}/fix-list`);
    await screen.shows("Based on 240 reports");
    await until("the place to be kept", () => machine.filesWith("fix-list").length > 0);
    await app.close();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Based on 240 reports");
    await screen.goTo(`/c/${connection}/reports/240?part=history`);
    await screen.shows("2 snapshots");
    assert.deepEqual(machine.filesWith(service.key), [], "no key in any file");
    await app.close();
  });

  it("leads from the overview to what to do, of one connection and of all", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    const overview = (await screen.place()).replace(/^#(.*)\/reports.*$/, "$1/overview");
    await screen.goTo(overview);
    // The first sync of a service without history.
    await screen.shows("History starts");
    const countsFor = (range: string) =>
      until(`${range} as the time`, async () => {
        const chosen = app.browser.$("main [role=radio][aria-checked=true]");
        return (await chosen.isExisting()) && (await chosen.getProperty("textContent")) === range;
      });
    await countsFor("30 days");
    await screen.mark("90 days");
    await countsFor("90 days");
    await app.expectAccessible("the overview");

    await screen.goTo("/moments?from=7");
    await screen.shows("All connections");
    await screen.shows("Got worse");
    await app.expectAccessible("a comparison of two moments of all connections");

    await screen.goTo("/overview");
    await screen.shows("public reports");
    await screen.shows("The 10 with the lowest average score");
    await app.expectAccessible("the overview of all connections");

    await screen.goTo(overview);
    await screen.press("Recheck stale reports…");
    await until("the plan", async () => /\/batches\/\d+$/.test(await screen.place()));
    await screen.goTo(overview);
    await until("the place to be kept", () => machine.filesWith(`${overview}"`).length > 0);
    await app.close();

    app = await machine.openApp();
    screen = new Screen(app);
    await countsFor("90 days");
    await app.close();
  });
});
