import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("a service that stops in the middle", () => {
  const on = setUp();

  it("leaves what is known on the screen, loses nothing, and works again when it is back", async () => {
    const { machine, service } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", service);
    const known = await screen.column("Page", (addresses) => addresses.length > 0);

    await service.stop();
    await screen.choose("View", "Reload list");
    await screen.shows("Connection refused");
    await screen.shows("Showing the saved copy");
    await screen.shows("Can’t connect");
    // Rows below the window's edge may not be rendered.
    assert.deepEqual((await screen.column("Page", () => true)).slice(0, 10), known.slice(0, 10));
    await app.expectAccessible();

    await screen.createReport("planted-page.example/a");
    await screen.shows("Connection refused");
    await screen.press("Cancel");
    await screen.press("New report");
    assert.equal(await screen.valueOf("Page URL"), "planted-page.example/a");

    await service.start();
    await screen.press("Create report");
    await screen.shows("Only failed");
    await screen.press("Close report");
    await screen.lists(241);
    await screen.hides("Showing the saved copy");
    await screen.shows("Synced");
    const answer = await service.fetch("/api/v1/reports?search=planted-page");
    assert.equal(((await answer.json()) as { data: unknown[] }).data.length, 1, "created once");
  });

  it("is said to be out of reach also when the app starts meanwhile", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    await app.close();
    await service.stop();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Connection refused");
    await app.expectAccessible();
    await service.start();
    await screen.press("Try again");
    await screen.lists(240);
  });
});
