import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { App } from "../harness/app.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

/** The core allows for the clocks of two computers. */
const CLOCK_TOLERANCE_MS = 5_000;

describe("a new report whose answer is lost", () => {
  const on = setUp({ shared: true });
  let app: App;
  let screen: Screen;

  before(async () => {
    app = await on.machine.openApp();
    screen = new Screen(app);
    const { baseUrl, key } = on.service;
    await screen.fillIn({ name: "My pages", baseUrl, key }, { waits: { write: 2 } });
    await screen.press("Connect");
    await screen.afterConnecting();
    await screen.lists(240);
  });

  const create = async (page: string) => {
    await on.service.forget();
    await screen.createReport(page);
  };

  /** The number of create requests. */
  const creations = async () => (await on.service.asked()).filter(({ method }) => method === "POST").length;

  /** The number of the service's reports with this URL. */
  const made = async (page: string) => {
    const answer = await on.service.fetch(`/api/v1/reports?search=${encodeURIComponent(page)}`);
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };

  it("is found where it was created, and not created twice", async () => {
    const page = "planted-page.example/cut";
    await on.service.fail("cut", { method: "POST", path: "reports", after_work: true });
    await create(page);
    await screen.shows("The response was lost, but the report was created.");
    await app.expectAccessible("a report whose answer was lost");
    assert.equal(await creations(), 1);
    assert.equal(await made(page), 1);
    await screen.press("Close notice");
    await screen.hides("The response was lost, but the report was created.");
    await screen.press("Close report");
    await screen.lists(241);
    await on.service.heal();
  });

  it("isn't found if it wasn't created, stays as typed, and isn't resent automatically", async () => {
    const page = "planted-page.example/hang";
    // The clocks may differ by as much, so an earlier report could have been created since.
    await setTimeout(CLOCK_TOLERANCE_MS);
    await on.service.fail("hang", { method: "POST", path: "reports" });
    await create(page);
    await screen.shows("Outcome unknown");
    await app.expectAccessible("a creation whose outcome is unknown");
    assert.equal(await screen.valueOf("Page URL"), page);
    await screen.pressAt("//input[@inputmode='url']");
    await app.browser.keys("Enter");
    await screen.press("Search for report");
    await screen.shows("Report not found yet.");
    await screen.shows("It may still appear. If you create it again, there may be two.");
    await app.expectAccessible("a creation that was not found");
    assert.equal(await screen.valueOf("Page URL"), page);
    assert.equal(await creations(), 1);
    assert.equal(await made(page), 0);

    // Reopening the dialog restores the input and the unknown outcome.
    await screen.press("Close");
    await screen.press("New report");
    assert.equal(await screen.valueOf("Page URL"), page);
    await screen.shows("Outcome unknown");

    // The response comes late.
    await on.service.heal();
    await on.service.fetch("/api/v1/reports", {
      method: "POST",
      body: new URLSearchParams({ url: `https://${page}`, privacy: "1" }),
    });
    await screen.press("Search for report");
    await screen.shows("The response was lost, but the report was created.");
    await until("the report's panel", async () => (await screen.place()).includes("/reports/242"));
    await screen.press("Close report");
  });

  it("is created again only when that is confirmed", async () => {
    const page = "planted-page.example/drop";
    await on.service.fail("drop", { method: "POST", path: "reports", times: 1 });
    await create(page);
    await screen.press("Search for report");
    await screen.press("Create again");
    await screen.shows("Create the report again?");
    await app.expectAccessible("a creation to confirm");
    await screen.press("Create again");
    await screen.shows("Only failed");
    assert.equal(await creations(), 2);
    assert.equal(await made(page), 1);
  });
});
