import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { program } from "../../scripts/lib/paths.mjs";
import { until } from "./harness/processes.ts";
import { Screen } from "./harness/screen.ts";
import { setUp } from "./harness/set-up.ts";

describe("the main job, from the first start to the next", () => {
  const on = setUp({}, ["--delay-ms", "50"]);

  it("connects, finds, creates, protects, refreshes and deletes, and is there again after a restart", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);

    // Connect; from here on, responses of all calls are recorded.
    await app.browser.execute(() => {
      const answers: string[] = [];
      const ask = window.fetch;
      window.fetch = async (...call) => {
        const answer = await ask(...call);
        answers.push(await answer.clone().text());
        return answer;
      };
      Object.assign(window, { answers });
    });
    await screen.shows("Connect your service");
    await app.expectAccessible("welcome");
    await screen.fillIn({ name: "My pages", baseUrl: service.baseUrl, key: service.key });
    await screen.unfold("Advanced network settings");
    await screen.press("Test connection");
    await screen.shows("Connection OK");
    await app.expectAccessible("a tested connection");
    await screen.press("Connect");
    await screen.afterConnecting();
    await screen.lists(240);
    await app.expectAccessible("reports");
    assert.match(machine.secretToolSearch({ service: "Assay (development)" }), new RegExp(`secret = ${service.key}`));
    await screen.choose("Switch connection", "Manage connections");
    await screen.choose("Actions for My pages", "Edit");
    await screen.shows("Saved in the keychain");
    await app.expectAccessible("a connection to edit");
    const held = await app.browser.execute(() =>
      [document.documentElement.outerHTML, ...[...document.querySelectorAll("input")].map(({ value }) => value)].join(),
    );
    assert.ok(!held.includes(service.key), "the page does not hold the key");
    await screen.follow("Reports");
    await screen.lists(240);

    // Find.
    await screen.loadSecondPage(/(\d+) rows of 240/);
    await screen.mark("Bad");
    await screen.column("Score", (scores) => scores.length > 0 && scores.every((score) => score.startsWith("Bad, ")));
    await screen.mark("All");
    await screen.type("Search URLs", "fjord-cycles");
    await screen.column(
      "Page",
      (addresses) => addresses.length > 0 && addresses.every((at) => at.startsWith("fjord-cycles")),
    );
    await screen.sortBy("Score");
    const rising = (texts: string[]) =>
      texts
        .map((text) => Number(text.split(", ")[1]))
        .every((score, at, all) => at === 0 || (all[at - 1] ?? 0) <= score);
    await screen.column("Score", (scores) => scores.length > 9 && rising(scores));
    await screen.sortBy("Score");
    await screen.column("Score", (scores) => scores.length > 9 && rising([...scores].reverse()));

    // Create.
    app.press("ctrl+n");
    await screen.shows("Page URL");
    await screen.type("Page URL", "www.planted-page.example/offers/");
    await screen.shows("https://www.planted-page.example/offers/");
    await app.expectAccessible("a new report");
    await screen.press("Create report");
    await until("the report's panel", async () => (await screen.place()).includes("/reports/241"));
    const [created] = await on.service.reportsWith("planted-page");
    assert.equal(created?.privacy, 1, "private unless chosen otherwise");
    await screen.shows("Only failed");
    await app.expectAccessible("a report");

    // Protect.
    await screen.choose("Privacy: Private", "Password…");
    await screen.press("Save");
    await screen.shows("Required.");
    await app.expectAccessible("privacy with an error");
    await screen.type("Password", "planted password");
    await screen.press("Save");
    await screen.shows("Password set");
    const [protectedReport] = await on.service.reportsWith("planted-page");
    assert.deepEqual([protectedReport?.privacy, protectedReport?.password], [2, true]);

    // Refresh, then delete.
    await screen.press("Recheck");
    await screen.shows("Rechecked");
    await screen.choose("More actions", "Delete");
    await screen.shows("Will be deleted");
    await app.expectAccessible("a delete that waits");
    await screen.press("Delete now");
    await screen.shows("Report deleted");
    assert.deepEqual(await on.service.reportsWith("planted-page"), []);

    // Projects.
    await screen.follow("Projects");
    await screen.shows("12 projects");
    // The library's rows may appear first, in another order.
    await screen.shows("12 rows");
    await app.expectAccessible("projects");
    await screen.choose("Actions for harbour-dental.example", "Delete project…");
    await screen.shows("reports on the service");
    await app.expectAccessible("a project to delete");
    await screen.mark("All at once");
    await screen.type("Type harbour-dental.example to confirm", "harbour-dental.example");
    await screen.press("Delete project");
    await screen.press("Delete now");
    await screen.shows("11 projects");
    assert.deepEqual(await on.service.reportsWith("harbour-dental.example"), []);

    // Come back.
    await screen.follow("Reports");
    await screen.type("Search URLs", "kaffeewerk");
    await until("the search", async () => (await screen.place()).includes("search=kaffeewerk"));
    await screen.mark("Decent");
    await until("the verdict", async () => (await screen.place()).includes("result=decent"));
    const place = await screen.place();
    await until("the place to be kept", () => machine.filesWith(`"${place.slice(1)}"`).length > 0);
    const answers = await app.browser.execute(() => (window as unknown as { answers: string[] }).answers);
    assert.ok(answers.length > 20, "the answers were kept");
    assert.ok(!answers.join().includes(service.key), "no answer holds the key");
    await app.close();
    assert.deepEqual(machine.filesWith(service.key), [], "no file holds the key");
    assert.deepEqual(machine.filesWith("planted password"), [], "no file holds a password");

    app = await machine.openApp();
    screen = new Screen(app);
    await until("the last place", async () => (await screen.place()) === place);
    await screen.column(
      "Page",
      (addresses) => addresses.length > 0 && addresses.every((at) => at.startsWith("kaffeewerk")),
    );
    await screen.column("Score", (scores) => scores.every((score) => score.startsWith("Decent, ")));
    assert.equal(await screen.valueOf("Search URLs"), "kaffeewerk");
  });

  it("shows the sample workspace in the open window when it is started again for that", async () => {
    const { machine } = on;
    const app = await machine.openApp();
    const screen = new Screen(app);
    await screen.shows("Connect your service");
    machine.run(program("assay"), ["--sample"]);
    await screen.shows("Connect your service");
    await screen.shows("Average score");
  });
});
