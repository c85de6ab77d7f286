import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("without a keychain", () => {
  const on = setUp({ keychain: false });

  it("says so, keeps the input, continues in memory, and saves once there is a keychain", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.type("Name", "My pages");
    await screen.type("Service URL", service.baseUrl);
    await screen.type("API key", service.key);
    await screen.press("Connect");
    await screen.shows("No keychain found");
    await app.expectAccessible();
    assert.equal(await screen.valueOf("Name"), "My pages");
    assert.equal(await screen.valueOf("API key"), service.key);

    await screen.press("Keep key in memory until Assay closes");
    await screen.afterConnecting();
    await screen.lists(240);
    await screen.shows("until Assay closes");
    await app.close();
    assert.deepEqual(machine.filesWith(service.key), []);

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Enter the API key for My pages");
    await app.expectAccessible();
    await machine.startKeychain();
    await screen.type("API key", service.key);
    await screen.press("Save");
    await screen.lists(240);
    assert.match(machine.secretToolSearch({ service: "Assay (development)" }), new RegExp(`secret = ${service.key}`));
    await app.close();

    app = await machine.openApp();
    await new Screen(app).lists(240);
    assert.deepEqual(machine.filesWith(service.key), []);
  });
});

describe("with a locked keychain", () => {
  const on = setUp();

  it("says so, and continues once it is unlocked", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    await app.close();
    machine.lockKeychain();

    app = await machine.openApp();
    screen = new Screen(app);
    await screen.shows("Keychain locked");
    await app.expectAccessible();
    await machine.stopKeychain();
    await machine.startKeychain();
    await screen.press("Try again");
    await screen.lists(240);
  });
});
