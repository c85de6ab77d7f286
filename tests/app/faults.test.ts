import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { before, describe, it } from "node:test";
import type { App } from "./harness/app.ts";
import type { Front, Manner } from "./harness/front.ts";
import { freePort, until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { stage } from "./harness/stage.ts";

/** A failed list: its message and action. */
type Failure = { title: string; action: "Try again" | "Edit connection" | "Enter key" };

const NOT_KNOWN: Failure = { title: "What answered is not a service that Assay knows", action: "Edit connection" };
const FAILED: Failure = { title: "The service failed", action: "Try again" };

const ways: [manner: Manner, failure: Failure][] = [
  ["expired", { title: "The service’s certificate is not valid at this time", action: "Try again" }],
  ["elsewhere", { title: "The service’s certificate is for another name", action: "Edit connection" }],
  ["old", { title: "No secure connection came about", action: "Try again" }],
  ["plain", { title: "No https at this port", action: "Edit connection" }],
  ["silent", { title: "No connection to the service came about in time", action: "Try again" }],
  ["closed", { title: "Nothing answers at the address of the service", action: "Try again" }],
];

const answers: [name: string, fault: unknown, failure: Failure][] = [
  ["is cut off", "cut", { title: "The answer of the service broke off", action: "Try again" }],
  ["is too large", { too_large: { bytes: 65_000_000 } }, { title: "The answer is too large", action: "Try again" }],
  [
    "leads elsewhere",
    { redirect: { to: "https://elsewhere.example/api/v1/reports" } },
    { title: "The service points to another address", action: "Edit connection" },
  ],
  ["refuses the key", "key_refused", { title: "The service refused the key", action: "Enter key" }],
  ["forbids it", { answer: { status: 403 } }, { title: "The service does not allow this", action: "Edit connection" }],
  ["fails in JSON", { answer: { status: 500, retry_after_s: 30 } }, FAILED],
  ["fails in HTML", { answer: { status: 502, body: "html", retry_after_s: 30 } }, FAILED],
  [
    "tells of maintenance",
    { answer: { status: 503, body: "html", retry_after_s: 30 } },
    { title: "The service is down for maintenance", action: "Try again" },
  ],
  ["is a page", { answer: { status: 200, body: "html" } }, NOT_KNOWN],
  ["is another interface’s", { answer: { status: 200, body: { json: { hello: 1 } } } }, NOT_KNOWN],
  ["is that there is no list", { answer: { status: 404 } }, NOT_KNOWN],
];

describe("what can fail, each with its own message and its way on", () => {
  const on = stage({ shared: true });
  let front: Front;
  let app: App;
  let screen: Screen;
  let reports: string;

  before(async () => {
    front = await on.world.openFront(on.service);
    app = await on.world.openApp();
    screen = new Screen(app);
  });

  /** Edits the connection. */
  async function change(...changes: Parameters<Screen["fillIn"]>) {
    await screen.goTo(reports.replace(/^#.c(.*)reports$/, "#/connections$1edit"));
    await screen.fillIn(...changes);
    await screen.press("Save");
    if (changes[0].baseUrl !== undefined) await screen.press("Same service at a new URL");
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
    await screen.shows("1–25 of 240");
    await screen.column("Address", (addresses) => addresses.length > 0);
  };

  /** Makes the list fail, and checks message, secrecy of the key, and recovery. */
  async function failsAndHeals({ title, action }: Failure, fail: () => Promise<void>, heal: () => Promise<void>) {
    await fail();
    try {
      await screen.press("Read the list again");
      await screen.shows(title);
      await screen.shows("Last known rows");
      const details = await screen.details();
      assert.match(details, /^code: /);
      assert.ok(!details.includes(on.service.key), "the details do not hold the key");
    } finally {
      await heal();
    }
    const buttons = await app.browser.$$(`//button[normalize-space()='${action}']`).length;
    assert.equal(buttons, 1, action);
    await screen.press(action === "Try again" ? action : "Read the list again");
    await screen.hides(title);
    await list();
  }

  it("says that a certificate is not trusted, and trusts it with the file of its authority", async () => {
    await on.service.forget();
    await screen.fillIn(
      { name: "My pages", baseUrl: front.baseUrl, key: on.service.key },
      { waits: { connect: 3, read: 5, write: 5 } },
    );
    await screen.press("Save and open");
    await screen.shows("This connection does not work yet.");
    await screen.shows("The service’s certificate is not trusted");
    await app.expectAccessible("a connection that cannot be added yet");
    await screen.press("Save anyway");
    await until("the reports", async () => (await screen.place()).includes("/reports"));
    reports = await screen.place();
    await screen.shows("The service’s certificate is not trusted");
    await app.expectAccessible("a problem in place of the list");
    assert.ok(!(await screen.details()).includes(on.service.key));
    assert.ok(!(await screen.copied("Copy details")).includes(on.service.key));
    assert.deepEqual(await on.service.asked(), [], "nothing is sent to whom nobody trusts");
    await screen.press("Edit connection");
    await screen.shows("Saved in the keychain");
    await edit({ key: on.service.key }, { certificates: on.world.certificates.file });
    await list();
  });

  it("the certificate file is moved away, of which the app has its own copy", async () => {
    const { file } = on.world.certificates;
    await change({});
    renameSync(file, `${file}.away`);
    await screen.goTo(reports);
    await screen.press("Read the list again");
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
    await screen.press("Read the list again");
    await screen.shows("The service took too long to answer");
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
    await screen.shows("This report is no longer there");
    await screen.press("Back to the list");
    await on.service.fail({ answer: { status: 403 } }, { method: "GET", path: "reports/*" });
    await screen.goTo(`${reports}/7`);
    await screen.shows("The service does not allow this");
    await app.expectAccessible("a report that is not allowed");
    await on.service.heal();
    await screen.press("Close report");
    await list();
  });

  describe("a new report", () => {
    const page = "planted-page.invalid/a";

    const kept = async () => {
      assert.equal(await screen.valueOf("Page address"), page);
      await screen.press("Cancel");
      await list();
    };

    for (const input of ["message", "errors"]) {
      it(`is refused with what is wrong under “${input}”, at the field`, async () => {
        await on.service.play({ refusals: { input } });
        await screen.createReport(page);
        // The sample service can't fetch a page of this name.
        assert.notEqual(await screen.complaint("Page address"), "");
        await kept();
        await on.service.heal();
      });
    }

    it("is not created once the quota is used up", async () => {
      await on.service.play({ quota: 0 });
      await screen.createReport(page);
      await screen.shows("The service does not create another report");
      await screen.shows("This month's number of reports is used up.");
      await app.expectAccessible("a quota that is used up");
      await kept();
      await on.service.fail({ answer: { status: 402 } }, { method: "POST" });
      await screen.createReport(page);
      await screen.shows("The service does not create another report");
      await kept();
      await on.service.heal();
    });

    it("is not created with a key that is refused", async () => {
      await on.service.fail("key_refused");
      await screen.createReport(page);
      await screen.shows("The service refused the key");
      await screen.press("Enter key");
      await on.service.heal();
      await screen.type("API key", on.service.key);
      await screen.press("Save");
      await list();
      // The dialog is back.
      await kept();
    });
  });

  it("a proxy is not there, wants a password, and at last lets through", async () => {
    const proxy = await on.world.openProxy();
    const failed = "The proxy did not let the request through";
    await edit({ key: on.service.key }, { proxy: `127.0.0.1:${await freePort()}` });
    await screen.shows(failed);
    proxy.wantsPassword = true;
    await edit({ key: on.service.key }, { proxy: proxy.address });
    await screen.shows(failed);
    assert.match(await screen.details(), /authori[sz]ation/);
    proxy.wantsPassword = false;
    await screen.press("Read the list again");
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
    await screen.press("Read the list again");
    const left = async () => Number(/Continuing in (\d+) s/.exec(await screen.text())?.[1]);
    const atFirst = await until("the wait to be told", left);
    await until("the wait to be counted down", async () => (await left()) < atFirst);
    await app.expectAccessible("a wait");
    await screen.hides("Continuing");
    await list();

    await tooMany(110);
    await screen.press("Read the list again");
    await screen.shows("Continuing in 2 min");
    await screen.press("Stop waiting");
    await screen.shows("You stopped the wait");
    await screen.hides("Continuing");
    // A newly saved connection has no pause.
    await edit({});
    await screen.hides("You stopped the wait");
    await list();

    await tooMany(200);
    await screen.press("Read the list again");
    await screen.shows("Too many requests for the moment");
    await screen.shows("again in 4 min");
    await edit({});
    await screen.hides("Too many requests");
    await list();
  });

  it("the host name fails to resolve until it is fixed", async () => {
    // Name lookup is part of connecting, and may take a while.
    await edit({ baseUrl: "https://assay.invalid", key: on.service.key }, { waits: { connect: 20 } });
    // Without a network no name resolves.
    const isAlone = Object.values(networkInterfaces()).every((all) => all?.every(({ internal }) => internal));
    const title = isAlone ? "This computer is not connected to a network" : "The name of the service leads nowhere";
    await screen.shows(title);
    await screen.details();
    await edit({ baseUrl: front.baseUrl, key: on.service.key });
    await list();
    await app.close();
    assert.deepEqual(on.world.filesWith(on.service.key), [], "no file holds the key");
  });
});
