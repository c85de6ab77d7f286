import { describe, it } from "node:test";
import { until } from "../harness/processes.ts";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

const PROJECT = "harbour-dental.example";

describe("a project", () => {
  const on = setUp();

  const at = (screen: Screen, place: string) =>
    until(`the place ${place}`, async () => (await screen.place()) === place);

  it("is a place: opened from the list, with its own lists, back and forward, and there after a restart", async () => {
    const { machine, service } = on;
    let app = await machine.openApp();
    let screen = new Screen(app);
    await screen.connect("My pages", service);
    const base = (await screen.place()).replace(/reports$/, `projects/${PROJECT}`);
    await screen.follow("Projects");
    await screen.shows("12 projects");
    await screen.sortBy("Average");
    await until("the order of averages", async () => (await screen.place()).includes("sort_by=score"));
    // The rows of the old order stay until those of the new one are there.
    await screen.column("Average", (averages) => {
      const scores = averages.map((text) => Number(/\d+/.exec(text)?.[0]));
      return scores.length === 12 && scores.every((score, index) => index === 0 || (scores[index - 1] ?? 0) >= score);
    });
    await app.expectAccessible("projects sorted by the library");

    await screen.openRow(PROJECT);
    await at(screen, base);
    await screen.shows("Lowest scores");
    await app.expectAccessible("a project");
    const reports = (await service.reportsWith(PROJECT)).length;
    const counted = new RegExp(`Reports\\s*${reports}\\b`);
    await until("the number of its reports", async () => counted.test(await screen.text()));

    const tab = (name: string) => screen.pressAt(`//main//nav//a[starts-with(normalize-space(), '${name}')]`);
    await tab("Reports");
    await at(screen, `${base}/reports`);
    await screen.lists(reports);
    await screen.mark("Decent");
    await at(screen, `${base}/reports?result=decent`);
    await app.expectAccessible("a project's reports");
    await screen.pressAt("[role=rowheader] [role=link]");
    await until("the open report", async () => (await screen.place()).includes(`${base}/reports/`));
    const deep = await screen.place();
    await tab("Fix list");
    await at(screen, `${base}/fix-list`);
    await screen.shows("High importance");
    await app.expectAccessible("a project's fix list");
    await screen.pressAt("(//main//a[contains(@href, 'failing=')])[1]");
    await until("the project's reports that fail the check", async () =>
      (await screen.place()).startsWith(`${base}/reports?failing=`),
    );
    app.press("alt+Left");
    await at(screen, `${base}/fix-list`);
    await tab("Changes");
    await at(screen, `${base}/changes`);
    app.press("alt+Left");
    await at(screen, `${base}/fix-list`);
    app.press("alt+Left");
    await at(screen, deep);
    await until("the place to be kept", () => machine.filesWith(deep.slice(1)).length > 0);
    await app.close();
    app = await machine.openApp();
    screen = new Screen(app);
    await at(screen, deep);
    await screen.shows(PROJECT);
  });

  it("is followed from the overview", async () => {
    const app = await on.machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", on.service);
    await screen.follow("Overview");
    await screen.pressAt("(//main//table//th//a[contains(@href, '/projects/')])[1]");
    await until("a project", async () => /\/projects\/[^/?]+$/.test(await screen.place()));
    await screen.shows("Lowest scores");
    await app.close();
  });

  it("is found in the palette, and checked again as a batch", async () => {
    const app = await on.machine.openApp();
    const screen = new Screen(app);
    await screen.connect("My pages", on.service);
    const base = (await screen.place()).replace(/reports$/, `projects/${PROJECT}`);
    await screen.goTo(base.slice(1));
    await screen.shows("Lowest scores");
    await screen.press("Recheck all");
    await screen.shows("Start batch");
    app.press("alt+Left");
    await at(screen, base);
    await screen.choose("More actions", "Make all reports private");
    await screen.shows("Start batch");
    app.press("ctrl+k");
    await app.browser.$("input[role=combobox]").waitForExist();
    app.type(PROJECT);
    await screen.pressAt(`//*[@role='option'][contains(., '${PROJECT}') and contains(., ', average')]`);
    await at(screen, base);
  });
});
