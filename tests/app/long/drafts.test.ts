import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("what was typed when the app ended in the middle of it", () => {
  const on = setUp({});

  it("is there again for a new report, but for the password", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    await screen.press("New report");
    await screen.mark("Password");
    await screen.type("Password", "planted password");
    // The last field still has the focus.
    await screen.type("Page URL", "www.planted-page.example/offers/");
    await until("the draft to be kept", () => machine.filesWith("www.planted-page.example/offers/").length > 0);
    await app.kill();
    assert.deepEqual(machine.filesWith("planted password"), [], "no file holds a password");

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.lists(240);
    await screen.press("New report");
    await screen.shows("Draft restored.");
    await app.expectAccessible("a restored draft");
    assert.equal(await screen.valueOf("Page URL"), "www.planted-page.example/offers/");
    assert.equal(await screen.valueOf("Password"), "");
    assert.deepEqual(machine.filesWith("planted password"), [], "no file holds a password");
    await screen.type("Password", "planted password");
    await screen.press("Create report");
    await screen.shows("Only failed");
    // The library stores the report's URL as well.
    const drafts = () =>
      machine.filesWith("www.planted-page.example/offers/").filter((file) => !file.includes("library"));
    await until("the draft to be forgotten", () => drafts().length === 0);
    await app.close();
    assert.deepEqual(machine.filesWith("planted password"), [], "no file holds a password");
  });

  it("is there again for a connection, but for the key", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.shows("Connect your service");
    await screen.fillIn({ baseUrl: service.baseUrl, key: "planted-key-1234" }, { waits: { read: 77 } });
    // The last field still has the focus.
    await screen.type("Name", "Planted name");
    await until("the draft to be kept", () => machine.filesWith("Planted name").length > 0);
    await app.kill();
    assert.deepEqual(machine.filesWith("planted-key"), [], "no file holds a key");

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Draft restored, except the API key.");
    assert.equal(await screen.valueOf("Name"), "Planted name");
    assert.equal(await screen.valueOf("API key"), "");
    assert.equal(await screen.valueOf("Loading data"), "77");
    await screen.type("API key", service.key);
    await screen.press("Connect");
    await screen.afterConnecting();
    await screen.lists(240);
    await app.close();

    // An edit is restored as well, and leaving asks.
    app = await machine.openApp();
    screen = new Screen(app);
    await screen.lists(240);
    await screen.choose("Switch connection", "Manage connections");
    await screen.choose("Actions for Planted name", "Edit");
    await screen.shows("Saved in the keychain");
    await screen.type("Name", "Changed name");
    await until("the draft to be kept", () => machine.filesWith("Changed name").length > 0);
    await app.kill();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Draft restored.");
    assert.equal(await screen.valueOf("Name"), "Changed name");
    await screen.follow("Reports");
    await screen.shows("Discard changes?");
    await app.expectAccessible("a form that is left");
    await screen.press("Keep editing");
    await screen.hides("Discard changes?");
    await screen.press("Cancel");
    await screen.shows("Discard changes?");
    await screen.press("Keep editing");
    await screen.hides("Discard changes?");
    assert.equal(await screen.valueOf("Name"), "Changed name");
    await screen.askToClose();
    await screen.shows("Unsaved changes to “Planted name”");
    await screen.press("Keep Assay open");
    await screen.hides("Close Assay?");
    await screen.follow("Reports");
    await screen.press("Discard");
    await screen.lists(240);
    await until("the draft to be forgotten", () => machine.filesWith("Changed name").length === 0);
    await app.close();
  });
});
