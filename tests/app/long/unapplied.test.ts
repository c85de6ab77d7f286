import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { App } from "../harness/app.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("what the service answers OK to but does not apply", () => {
  const on = setUp({ shared: true });
  const page = "planted-page.example/autumn";
  let app: App;
  let screen: Screen;

  before(async () => {
    app = await on.machine.openApp();
    screen = new Screen(app);
    await screen.connect("My pages", on.service);
  });

  /** The number of update requests. */
  const changes = async () => (await on.service.asked()).filter(({ method }) => method === "PUT").length;

  /** The report's privacy on the service. */
  const privacy = async () => (await on.service.reportsWith(page))[0]?.privacy;

  it("a report that comes back public is said to be, and can be made private", async () => {
    await on.service.fail({ takes: { privacy: "0" } }, { method: "POST" });
    await screen.createReport(page);
    await screen.shows("Report created, but it’s public");
    await screen.shows("Anyone with the link can open it.");
    await app.expectAccessible("a report that was created public");
    await on.service.heal();
    await screen.press("Make private");
    await screen.hides("Report created, but it’s public");
    assert.equal(await privacy(), 1);
    assert.equal(await changes(), 1);
  });

  it("a privacy that stays is no success, and can be tried again", async () => {
    await screen.hides("Made private");
    await on.service.forget();
    await on.service.fail({ takes: { privacy: null } }, { method: "PUT" });
    await screen.choose("Privacy: Private", "Public");
    await screen.shows("Privacy didn’t change");
    await screen.shows("The service answered OK, but the report is still private.");
    assert.ok(!(await screen.text()).includes("Made public"));
    await app.expectAccessible("a privacy that did not change");
    await on.service.heal();
    await screen.press("Try again");
    await screen.hides("Privacy didn’t change");
    assert.equal(await privacy(), 0);
    assert.equal(await changes(), 2);
    await app.close();
  });
});
