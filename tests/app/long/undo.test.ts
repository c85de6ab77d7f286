import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("a report that is to be deleted", () => {
  const on = setUp({});
  let app: App;
  let screen: Screen;

  beforeEach(async () => {
    app = await on.machine.openApp();
    screen = new Screen(app);
    await screen.connect("My pages", on.service);
    await on.service.forget();
  });

  /** The number of delete requests. */
  const deletes = async () => (await on.service.asked()).filter(({ method }) => method === "DELETE").length;

  /** True if the service still has the report. */
  const isThere = async (id: string) => (await on.service.fetch(`/api/v1/reports/${id}`)).ok;

  /** Opens the newest report and presses delete. */
  async function remove() {
    await screen.openRow((await screen.column("Page", (addresses) => addresses.length > 0))[0] ?? "");
    await until("the report's panel", async () => (await screen.place()).includes("/reports/240"));
    await screen.choose("More actions", "Delete");
    await screen.shows("Will be deleted");
    return "240";
  }

  /** Presses a button that ends the app, possibly before the driver responds. */
  const pressLast = (button: string) => screen.press(button).catch((error) => assert.ok(!app.isRunning, error));

  const ended = () => until("the app to end", () => !app.isRunning);

  it("waits, and is still there where that is undone", async () => {
    const id = await remove();
    await screen.shows("Will be deleted");
    await app.expectAccessible("a delete that waits");
    await screen.press("Undo");
    await screen.hides("Will be deleted");
    // Longer than the undo time.
    await app.browser.pause(10_000);
    assert.equal(await deletes(), 0);
    assert.ok(await isThere(id));
    await app.close();
  });

  it("is gone after a while, and was asked for once", async () => {
    const id = await remove();
    assert.equal(await deletes(), 0);
    await screen.follow("Projects");
    await screen.shows("12 projects");
    await screen.shows("Report deleted");
    assert.equal(await isThere(id), false);
    assert.equal(await deletes(), 1);
    await app.close();
  });

  it("holds the window, can be kept, and is there at the next start", async () => {
    const id = await remove();
    await screen.askToClose();
    await screen.shows("Waiting to be deleted:");
    await app.expectAccessible("a window that is asked to close");
    // An open dialog isn't a hang: closing again changes nothing.
    await app.browser.pause(2500);
    app.press("alt+F4");
    await app.browser.pause(1000);
    assert.ok(app.isRunning);
    await screen.press("Keep Assay open");
    await screen.hides("Close Assay?");
    await screen.askToClose();
    await pressLast("Close without deleting");
    await ended();
    assert.equal(await deletes(), 0);
    assert.ok(await isThere(id));
    await app.close();
  });

  it("holds the window, and goes before that closes where it is wanted", async () => {
    const id = await remove();
    await screen.askToClose();
    await pressLast("Delete now and close");
    await ended();
    assert.equal(await deletes(), 1);
    assert.equal(await isThere(id), false);
    await app.close();
  });

  it("keeps the window open where it could not be deleted", async () => {
    await remove();
    await on.service.fail({ answer: { status: 503, retry_after_s: 30 } }, { method: "DELETE" });
    await screen.askToClose();
    await screen.press("Delete now and close");
    await screen.shows("Service under maintenance");
    await screen.hides("Close Assay?");
    await on.service.heal();
    await screen.press("Try again");
    await screen.shows("Report deleted");
    await app.close();
  });

  it("holds no window once it is gone", async () => {
    await remove();
    await screen.press("Delete now");
    await screen.shows("Report deleted");
    await app.close();
  });
});
