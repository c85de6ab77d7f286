import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { before, describe, it } from "node:test";
import type { App } from "../harness/app.ts";
import type { Front, Manner } from "../harness/front.ts";
import { freePort, until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

/** A failed list: its message and action. */
type Failure = { title: string; action: "Try again" | "Edit connection" | "Enter API key" };

const NOT_KNOWN: Failure = { title: "Not a supported service", action: "Edit connection" };
const FAILED: Failure = { title: "Service error", action: "Try again" };

const ways: [manner: Manner, failure: Failure][] = [
  ["expired", { title: "Certificate not currently valid", action: "Try again" }],
  ["elsewhere", { title: "Certificate doesn’t match the URL", action: "Edit connection" }],
  ["old", { title: "Couldn’t connect securely", action: "Try again" }],
  ["plain", { title: "No https at this port", action: "Edit connection" }],
  ["silent", { title: "Connection timed out", action: "Try again" }],
  ["closed", { title: "Connection refused", action: "Try again" }],
];

const answers: [name: string, fault: unknown, failure: Failure][] = [
  ["is cut off", "cut", { title: "Connection interrupted", action: "Try again" }],
  ["is too large", { too_large: { bytes: 65_000_000 } }, { title: "Response too large", action: "Try again" }],
  [
    "leads elsewhere",
    { redirect: { to: "https://elsewhere.example/api/v1/reports" } },
    { title: "Redirected to another URL", action: "Edit connection" },
  ],
  ["refuses the key", "key_refused", { title: "API key rejected", action: "Enter API key" }],
  ["forbids it", { answer: { status: 403 } }, { title: "API key lacks permission", action: "Enter API key" }],
  ["fails in JSON", { answer: { status: 500, retry_after_s: 30 } }, FAILED],
  ["fails in HTML", { answer: { status: 502, body: "html", retry_after_s: 30 } }, FAILED],
  [
    "tells of maintenance",
    { answer: { status: 503, body: "html", retry_after_s: 30 } },
    { title: "Service under maintenance", action: "Try again" },
  ],
  ["is a page", { answer: { status: 200, body: "html" } }, NOT_KNOWN],
  ["is another interface’s", { answer: { status: 200, body: { json: { hello: 1 } } } }, NOT_KNOWN],
  ["is that there is no list", { answer: { status: 404 } }, NOT_KNOWN],
];

describe("what can fail, each with its own message and its way on", () => {
  const on = setUp({ shared: true });
  let front: Front;
  let app: App;
  let screen: Screen;
  let reports: string;

  before(async () => {
    front = await on.machine.openFront(on.service);
    app = await on.machine.openApp();
    screen = new Screen(app);
  });

  /** Edits the connection. */
  async function change(...changes: Parameters<Screen["fillIn"]>) {
    await screen.goTo(reports.replace(/^#.c(.*)reports$/, "#/connections$1edit"));
    await screen.fillIn(...changes);
    await screen.press("Save");
    if (changes[0].baseUrl !== undefined) {
      await screen.mark("Same service at a new URL");
      await screen.press("Save");
    }
    // The app asks before connecting to another computer.
    if (changes[0].baseUrl?.includes(".invalid")) await app.answer(true);
    await until("the connections", async () => (await screen.place()) === "#/connections");
  }

  /** Edits the connection and goes back to its reports. */
  async function edit(...changes: Parameters<Screen["fillIn"]>) {
    await change(...changes);
    await screen.goTo(reports);
  }

  const list = async () => {
    await screen.lists(240);
    await screen.column("Page", (addresses) => addresses.length > 0);
  };

  /** Makes the list fail, and checks message, secrecy of the key, and recovery. */
  async function failsAndHeals({ title, action }: Failure, fail: () => Promise<void>, heal: () => Promise<void>) {
    await fail();
    try {
      await screen.choose("View", "Reload list");
      await screen.shows(title);
      await screen.shows("Showing the saved copy");
      const details = await screen.details();
      assert.match(details, /^code: /);
      assert.ok(!details.includes(on.service.key), "the details do not hold the key");
    } finally {
      await heal();
    }
    const buttons = await app.browser.$$(`//button[starts-with(normalize-space(), '${action}')]`).length;
    assert.equal(buttons, 1, action);
    await (action === "Try again" ? screen.press(action) : screen.choose("View", "Reload list"));
    await screen.hides(title);
    await list();
  }

  it("says that a certificate is not trusted, and trusts it with the file of its authority", async () => {
    await on.service.forget();
    await screen.fillIn(
      { name: "My pages", baseUrl: front.baseUrl, key: on.service.key },
      { waits: { connect: 3, read: 5, write: 5 } },
    );
    await screen.press("Connect");
    await screen.shows("Untrusted certificate");
    await app.expectAccessible("a connection that cannot be added yet");
    await screen.press("Save anyway");
    await until("the reports", async () => (await screen.place()).includes("/reports"));
    reports = await screen.place();
    await screen.shows("Untrusted certificate");
    await app.expectAccessible("a problem in place of the list");
    assert.ok(!(await screen.details()).includes(on.service.key));
    assert.ok(!(await screen.copied("Copy details")).includes(on.service.key));
    assert.deepEqual(await on.service.asked(), [], "nothing is sent to whom nobody trusts");
    await screen.press("Edit connection");
    await screen.shows("Saved in the keychain");
    await edit({ key: on.service.key }, { certificates: on.machine.certificates.file });
    await list();
  });

  it("the certificate file is moved away, of which the app has its own copy", async () => {
    const { file } = on.machine.certificates;
    await change({});
    renameSync(file, `${file}.away`);
    await screen.goTo(reports);
    await screen.choose("View", "Reload list");
    await list();
    renameSync(`${file}.away`, file);
  });

  for (const [manner, failure] of ways) {
    it(`the way to the service is ${manner}`, () =>
      failsAndHeals(
        failure,
        () => front.play(manner),
        () => front.play("good"),
      ));
  }

  it("its answer takes longer than Assay waits, which can be changed", async () => {
    await on.service.fail({ delay: { ms: 7_500 } }, { method: "GET", path: "reports" });
    await screen.choose("View", "Reload list");
    await screen.shows("The service timed out");
    await edit({}, { waits: { read: 20 } });
    await list();
    await on.service.heal();
  });

  for (const [name, fault, failure] of answers) {
    it(`its answer ${name}`, () =>
      failsAndHeals(
        failure,
        () => on.service.fail(fault, { method: "GET", path: "reports" }),
        () => on.service.heal(),
      ));
  }

  it("a report that is gone, or another’s, is said to be so beside the list", async () => {
    await screen.goTo(`${reports}/99999`);
    await screen.shows("Report not found");
    await screen.press("Close report");
    await on.service.fail({ answer: { status: 403 } }, { method: "GET", path: "reports/*" });
    await screen.goTo(`${reports}/7`);
    await screen.shows("API key lacks permission");
    await app.expectAccessible("a report that is not allowed");
    await on.service.heal();
    await screen.press("Close report");
    await list();
  });

  describe("a new report", () => {
    const page = "planted-page.invalid/a";

    const kept = async () => {
      assert.equal(await screen.valueOf("Page URL"), page);
      await screen.press("Cancel");
      await list();
    };

    for (const input of ["message", "errors"]) {
      it(`is refused with what is wrong under “${input}”, at the field`, async () => {
        await on.service.play({ refusals: { input } });
        await screen.createReport(page);
        // The sample service can't fetch a page of this name.
        assert.notEqual(await screen.complaint("Page URL"), "");
        await kept();
        await on.service.heal();
      });
    }

    it("is not created once the quota is used up", async () => {
      await on.service.play({ quota: 0 });
      await screen.createReport(page);
      await screen.shows("Can’t create more reports");
      await screen.shows("This month's number of reports is used up.");
      await app.expectAccessible("a quota that is used up");
      await kept();
      await on.service.fail({ answer: { status: 402 } }, { method: "POST" });
      await screen.createReport(page);
      await screen.shows("Can’t create more reports");
      await kept();
      await on.service.heal();
    });

    it("is not created with a key that is refused", async () => {
      await on.service.fail("key_refused");
      await screen.createReport(page);
      await screen.shows("API key rejected");
      await screen.press("Enter API key");
      await on.service.heal();
      await screen.type("API key", on.service.key);
      await screen.press("Save");
      await list();
      // The dialog is back.
      await kept();
    });
  });

  it("a proxy is not there, wants a password, and at last lets through", async () => {
    const proxy = await on.machine.openProxy();
    const failed = "Blocked by the proxy";
    await edit({ key: on.service.key }, { proxy: `127.0.0.1:${await freePort()}` });
    await screen.shows(failed);
    proxy.wantsPassword = true;
    await edit({ key: on.service.key }, { proxy: proxy.address });
    await screen.shows(failed);
    assert.match(await screen.details(), /authori[sz]ation/);
    proxy.wantsPassword = false;
    await screen.choose("View", "Reload list");
    await screen.hides(failed);
    await list();
    assert.equal(proxy.asked.at(-1), `localhost:${front.port}`);
    await edit({ key: on.service.key }, { proxy: null });
    await list();
  });

  it("too many requests: waits, says for how long, and stops on demand", async () => {
    const tooMany = (retry_after_s: number) =>
      on.service.fail({ answer: { status: 429, retry_after_s } }, { path: "reports", times: 1 });
    await tooMany(8);
    await screen.choose("View", "Reload list");
    const left = async () => Number(/Rate limited · 0:(\d\d)/.exec(await screen.text())?.[1]);
    const atFirst = await until("the wait to be told", left);
    await until("the wait to be counted down", async () => (await left()) < atFirst);
    await app.expectAccessible("a wait");
    await screen.hides("Rate limited");
    await list();

    await tooMany(110);
    await screen.choose("View", "Reload list");
    await screen.shows("Rate limited · 1:");
    await screen.pressAt("nav button[aria-haspopup=dialog]");
    await screen.shows("Resuming in 1:");
    await screen.press("Cancel requests");
    await screen.shows("Request stopped");
    await screen.hides("Rate limited");
    // A newly saved connection has no pause.
    await edit({});
    await screen.hides("Request stopped");
    await list();

    await tooMany(200);
    await screen.choose("View", "Reload list");
    await screen.shows("Rate limited");
    await until("the countdown", async () => /Try again\s+3:\d\d/.test(await screen.text()));
    await edit({});
    await screen.hides("Rate limited");
    await list();
  });

  it("the host name fails to resolve until it is fixed", async () => {
    // Name lookup is part of connecting, and may take a while.
    await edit({ baseUrl: "https://assay.invalid", key: on.service.key }, { waits: { connect: 20 } });
    // Without a network no name resolves.
    const isAlone = Object.values(networkInterfaces()).every((all) => all?.every(({ internal }) => internal));
    const title = isAlone ? "You’re offline" : "Server not found";
    await screen.shows(title);
    await screen.details();
    await edit({ baseUrl: front.baseUrl, key: on.service.key });
    await list();
    await app.close();
    assert.deepEqual(on.machine.filesWith(on.service.key), [], "no file holds the key");
  });
});
