import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Screen } from "../harness/screen.ts";
import { setUp } from "../harness/set-up.ts";

describe("a service of another generation", () => {
  const on = setUp();

  it("is used as far as it goes: scores, pages without totals, and sorts that it knows", async () => {
    const { machine, service } = on;
    await service.play({
      records: { envelope: "bare", rating_name: "score", dates: "object", ids: "text", flags: "number" },
      lists: { paging: "next_only", sorts_by_generated_at: false, unreadable_row: 3 },
      projects: { row: "name_only" },
    });
    const app = await machine.openApp();
    const screen = new Screen(app);
    const { baseUrl, key } = service;
    await screen.fillIn({ name: "My pages", baseUrl, key });
    await screen.press("Connect");
    await screen.afterConnecting({ syncs: false });
    await screen.shows("First 25 reports");
    await screen.shows("1 row couldn’t be read.");
    // Rows far below the fold aren't rendered.
    await screen.column("Score", (scores) => scores.length > 15 && scores.every((score) => /\d/.test(score)));
    // No total is shown; only row ids look like one.
    const besideTheRows = () =>
      app.browser.execute(() => {
        const rows = document.querySelector<HTMLElement>("[role=grid], [role=treegrid], table")?.innerText ?? "";
        return document.body.innerText.replace(rows, "");
      });
    const text = (await besideTheRows()).replaceAll(String(service.port), "");
    assert.doesNotMatch(text, /240|\bof\b/);
    await app.expectAccessible("a list without totals");

    // The renamed score is requested by its current name.
    await screen.mark("Bad");
    await screen.column("Score", (scores) => scores.length > 0 && scores.every((score) => score.startsWith("Bad, ")));
    await screen.mark("All");
    await screen.loadSecondPage(/First (\d+) reports/);

    // A sort order unknown to the service isn't shown as active.
    await screen.sortBy("Last checked");
    await screen.shows("Can’t sort by “Last checked”");
    await app.expectAccessible("an ignored sort");
    await screen.press("Sort by “Created”");
    await screen.hides("Can’t sort by “");
    await screen.column("Page", (addresses) => addresses.length > 0);

    await screen.follow("Projects");
    await screen.shows("harbour-dental.example");
    await app.expectAccessible("projects of which only the name is known");
  });
});
