import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("places", () => {
  const on = setUp();

  const at = (screen: Screen, place: string) =>
    until(`the place ${place}`, async () => (await screen.place()) === place);

  /** Filters the list, loads more of it, and opens a report there. */
  async function goDeep(app: App) {
    const screen = new Screen(app);
    await screen.connect("My pages", on.service);
    const base = await screen.place();
    await screen.mark("Decent");
    await at(screen, `${base}?result=decent`);
    await screen.sortBy("Page");
    const list = `${base}?result=decent&sort_by=url&sort=asc`;
    await at(screen, list);
    await screen.loadSecondPage(/(\d+) rows of 142/);
    const pages = await screen.column("Page", (addresses) => addresses.length > 0);
    const page = pages[Math.floor(pages.length / 2)] ?? "";
    await screen.openRow(page);
    await until("the open report", async () => /\/reports\/\d+\?/.test(await screen.place()));
    return { screen, base, list, deep: await screen.place(), page };
  }

  it("is where it was after the end of the app, and after a crash of it", async () => {
    const { machine } = on;
    let app = await machine.openApp();
    const { deep } = await goDeep(app);
    const isThere = async (screen: Screen) => {
      await at(screen, deep);
      await screen.lists(142);
      await screen.shows("Only failed");
    };
    await until("the place to be kept", () => machine.filesWith(deep.slice(1)).length > 0);
    await app.close();
    app = await machine.openApp();
    await isThere(new Screen(app));

    const screen = new Screen(app);
    await screen.press("Close report");
    await screen.lists(142);
    const place = await screen.place();
    await until("the place to be kept", () => machine.filesWith(`"${place.slice(1)}"`).length > 0);
    await app.kill();
    app = await machine.openApp();
    await at(new Screen(app), place);
    await new Screen(app).lists(142);
  });

  it("goes back and forward through filters and reports, but not through each letter typed", async () => {
    const app = await on.machine.openApp();
    const { screen, base, list, deep, page } = await goDeep(app);
    app.press("alt+Left");
    await at(screen, list);
    // A row of a later page: all loaded pages are back, and the place in them.
    await screen.column("Page", (pages) => pages.includes(page));
    app.press("alt+Left");
    await at(screen, `${base}?result=decent`);
    for (const place of [list, deep]) {
      app.press("alt+Right");
      await at(screen, place);
    }
    // The panel handles keys once it shows its position.
    await screen.shows(" of 142");
    // Changing the report adds no history entry: Back returns to the list.
    app.press("alt+Down");
    await until("the next report", async () => ![deep, list].includes(await screen.place()));
    app.press("alt+Left");
    await at(screen, list);
    await screen.column("Page", (pages) => pages.includes(page));

    await screen.follow("Projects");
    await screen.shows("12 projects");
    await screen.type("Search projects", "kaffee");
    await until("the search", async () => (await screen.place()).endsWith("search=kaffee"));
    app.press("ctrl+2");
    await at(screen, base);
    app.press("alt+Left");
    await until("the search again", async () => (await screen.place()).endsWith("search=kaffee"));
    assert.equal(await screen.valueOf("Search projects"), "kaffee");
    app.press("alt+Left");
    await at(screen, list);
    await screen.column("Page", (pages) => pages.includes(page));
  });
});
