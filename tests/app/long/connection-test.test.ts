import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AUTHORITY } from "../harness/certificates.ts";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("the connection check", () => {
  const on = setUp();

  it("goes all the way, or tells where it ended, and its report holds no key", async () => {
    const { machine, service } = on;
    const { file, days } = machine.certificates;
    const front = await machine.openFront(service);
    const app = await machine.openApp();
    const screen = new Screen(app);
    /** The steps with this outcome, once the test has ended. */
    const stepsThat = async (outcome: string) => {
      await screen.hides("Testing connection");
      return app.browser.execute((end) => {
        const steps = [...document.querySelectorAll<HTMLElement>("[data-step]")];
        return steps.filter((step) => step.dataset.outcome === end).map((step) => step.dataset.step);
      }, outcome);
    };

    const withoutKey = (report: string) => {
      assert.ok(!report.includes(service.key), "the report does not hold the key");
      return report;
    };
    const copiedReport = async () => {
      await screen.choose("More actions", "Copy results");
      await screen.shows("Results copied");
      return withoutKey(await screen.pasted());
    };

    await screen.fillIn({ name: "My pages", baseUrl: front.baseUrl, key: service.key }, { certificates: file });
    await screen.press("Test connection");
    await screen.shows("Connection OK");
    assert.deepEqual(await stepsThat("failed"), []);
    await screen.unfold("Network");
    await screen.unfold("Account");
    const found = `certificate by ${AUTHORITY}, expires in ${days} days`;
    await screen.shows(found);
    await screen.shows("240 reports");
    await app.expectAccessible("a connection that works");
    const report = withoutKey(await screen.copied("Copy results"));
    assert.ok(report.includes(found), report);
    assert.ok(report.includes(front.baseUrl), report);

    await screen.press("Connect");
    await screen.afterConnecting();
    await screen.lists(240);
    const check = (await screen.place()).replace(/^#.c(.*)reports$/, "#/connections$1check");

    await front.play("expired");
    await screen.goTo("#/connections");
    await screen.press("Test My pages");
    await until("the check", async () => (await screen.place()) === check);
    await screen.press("Test again");
    await screen.shows("Connection failed");
    await screen.shows("Certificate not currently valid");
    assert.deepEqual(await stepsThat("failed"), ["tls"]);
    assert.ok((await stepsThat("passed")).includes("connect"), "it came as far as the certificate");
    assert.ok((await stepsThat("skipped")).includes("key"), "and no further");
    await app.expectAccessible("a check that failed in the middle");
    assert.match(await copiedReport(), /certificate_expired/);

    await front.play("good");
    await service.fail("key_refused");
    await screen.press("Test again");
    await screen.shows("API key rejected");
    assert.deepEqual(await stepsThat("failed"), ["key"]);
    await copiedReport();

    await service.fail({ answer: { status: 500 } }, { path: "projects" });
    await screen.press("Test again");
    await screen.shows("Connection OK, with some limitations");
    assert.deepEqual(await stepsThat("failed"), ["projects"]);
    await app.expectAccessible("a check with limits");
    assert.deepEqual(machine.filesWith(service.key), [], "no file holds the key");
  });
});
