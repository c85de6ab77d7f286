import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Keyboard } from "./harness/keyboard.ts";
import { until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { setUp } from "./harness/set-up.ts";

describe("the main job without a mouse", () => {
  const on = setUp();

  it("connects, finds, reads, creates, protects, refreshes, deletes and looks around", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    const keyboard = new Keyboard(app);
    const placeHas = (part: string) =>
      until(`the place with ${part}`, async () => (await screen.place()).includes(part));

    // Connect.
    await screen.shows("Connect your service");
    await keyboard.isOn("Service URL");
    await keyboard.type(service.baseUrl);
    await keyboard.goTo("input API key");
    await keyboard.type(service.key);
    await keyboard.goTo("Name");
    // The name from the URL is selected.
    await keyboard.type("My pages");
    await keyboard.press("Return");
    await screen.shows("Synced");
    await keyboard.press("ctrl+2");
    await screen.lists(240);
    await keyboard.isOn("Reports");

    // Find: by text, by verdict, on other pages.
    await keyboard.press("ctrl+f");
    await keyboard.type("northwind-shop");
    await placeHas("search=northwind-shop");
    await keyboard.goTo("All");
    await keyboard.press("Right", "Right", "Right");
    await keyboard.press("space");
    await placeHas("result=bad");
    await screen.column("Score", (scores) => scores.length > 0 && scores.every((score) => score.startsWith("Bad, ")));
    await keyboard.press("alt+Left");
    await until("all verdicts", async () => !(await screen.place()).includes("result"));
    await keyboard.press("ctrl+f");
    await keyboard.press("Escape");
    await screen.lists(240);

    // Reach rows that load on the way.
    await keyboard.goTo("row ");
    await keyboard.press("End");
    await screen.shows("50 rows of 240");
    await keyboard.press("Home");

    // Read several reports.
    await keyboard.press("Down");
    await keyboard.press("Return");
    await placeHas("/reports/239");
    await keyboard.isOn("h2 fjord-cycles");
    await keyboard.press("alt+Down");
    await placeHas("/reports/238");
    // The panel must show its position before the next key.
    await screen.shows("3 of 240");
    await keyboard.press("Right");
    await placeHas("/reports/237");
    await screen.shows("4 of 240");
    await keyboard.press("Left");
    await screen.shows("3 of 240");
    await keyboard.press("alt+Up");
    await placeHas("/reports/239");
    await keyboard.press("Escape");
    await until("the closed report", async () => !(await screen.place()).includes("/239"));
    await keyboard.isOn("row ");

    // Select, then clear.
    await keyboard.press("space");
    await screen.shows("1 selected");
    await keyboard.press("Escape");
    await screen.hides("1 selected");

    // Create.
    await keyboard.press("ctrl+n");
    await keyboard.isOn("Page URL");
    await keyboard.type("www.planted-page.example/offers/");
    await keyboard.press("Return");
    await placeHas("/reports/241");
    await keyboard.isOn("planted-page");

    // Protect.
    await keyboard.run("Privacy…");
    await keyboard.isOn("menuitemradio Private");
    await keyboard.press("Down");
    await keyboard.isOn("menuitemradio Public");
    await keyboard.press("Return");
    await screen.shows("Made public");
    await keyboard.isOn("planted-page");
    assert.equal((await on.service.reportsWith("planted-page"))[0]?.privacy, 0, "public");

    // Refresh.
    await keyboard.run("Recheck");
    await screen.shows("Rechecked");

    // Delete, undo, and delete.
    await keyboard.press("Delete");
    await screen.shows("Will be deleted");
    await keyboard.press("ctrl+z");
    await screen.hides("Will be deleted");
    await keyboard.press("Delete");
    await screen.shows("Will be deleted");
    await until("the deleted report", async () => (await on.service.reportsWith("planted-page")).length === 0);
    await screen.hides("Will be deleted");
    await keyboard.press("shift");

    // Projects and their reports.
    await keyboard.press("ctrl+5");
    await screen.shows("12 projects");
    await keyboard.isOn("Projects");
    await keyboard.goTo("row ");
    await keyboard.press("Return");
    await placeHas("/projects/");

    // Look around.
    await keyboard.press("question");
    await screen.shows("Keyboard shortcuts");
    await keyboard.press("Escape");
    await screen.hides("Keyboard shortcuts");
    await keyboard.press("ctrl+comma");
    await keyboard.isOn("Settings");
    const width = await app.browser.execute(() => innerWidth);
    await keyboard.press("ctrl+equal", "ctrl+equal");
    await until("larger content", async () => (await app.browser.execute(() => innerWidth)) < width);
    await keyboard.press("ctrl+0");
    await until("content as large as before", async () => (await app.browser.execute(() => innerWidth)) === width);
    // Reloading the list doesn't reload the window.
    await app.browser.execute(() => void Object.assign(window, { isSame: true }));
    await keyboard.press("ctrl+2");
    await keyboard.isOn("Reports");
    for (const keys of ["F5", "ctrl+r"]) {
      await service.forget();
      await keyboard.press(keys);
      await until("the list to be read", async () =>
        (await service.asked()).some(({ path }) => path === "/api/v1/reports"),
      );
    }
    assert.ok(await app.browser.execute(() => "isSame" in window), "the window was not loaded anew");
  });
});
