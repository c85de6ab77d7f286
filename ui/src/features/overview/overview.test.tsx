import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../host";
import type { Overview } from "../../host/contract";
import { exampleConnection, FakeHost, type FakeOptions, usualPreferences } from "../../host/fake/index";
import { totalOf } from "../../shared/data/verdicts";
import { expectAccessible } from "../../test/axe";
import { atRecordedTime } from "../../test/recorded-time";
import { renderApp } from "../../test/render";

const PLACE = "/c/c1/overview";

atRecordedTime();

async function start(options: FakeOptions = {}, at = PLACE) {
  const host = new FakeHost({ library: "seeded", ...options });
  const app = await renderApp({ at, host });
  return { ...app, host };
}

async function startWithFigures(options: FakeOptions = {}, at = PLACE) {
  const app = await start(options, at);
  await screen.findByRole("table", { name: "Projects" });
  await screen.findByRole("group", { name: "Average score over time" });
  const read = app.host.requests("overview_read").at(-1);
  if (!read) throw new Error("nothing was asked");
  return { ...app, overview: await app.host.call("overview_read", read) };
}

const part = (title: string) => {
  const heading = screen.getByRole("heading", { name: title });
  return within(heading.closest("section") as HTMLElement);
};
const attention = () => within(screen.getByRole("region", { name: "Needs attention" }));
const chart = () => within(screen.getByRole("group", { name: "Average score over time" }));
const projectRows = () =>
  within(screen.getByRole("table", { name: "Projects" }))
    .getAllByRole("row")
    .slice(1);
const hrefOf = (link: HTMLElement) => link.getAttribute("href");

/** Changes what the library answers from now on. */
function change(host: FakeHost, of: (overview: Overview) => Overview) {
  host.change("overview_read", of);
  act(() => host.tell({ kind: "library" }));
}

describe("the figures", () => {
  it("are those of the library, and each leads to what is behind it", async () => {
    const { overview, host } = await startWithFigures();
    const { verdicts, mean_score } = overview;
    await expectAccessible();

    const hero = part("Average score");
    expect(hero.getByText(String(Math.round(mean_score ?? 0)), { selector: "span" })).toBeVisible();
    expect(hero.getByText(/^since/).parentElement).toHaveTextContent(/^-0\.1since Jan 1$/);
    for (const key of ["good", "decent", "bad"] as const) {
      expect(hrefOf(hero.getByRole("link", { name: `${verdicts[key]} ${key}` }))).toBe(`/c/c1/reports?result=${key}`);
    }
    // 62 and 28 at the end of the first day.
    const since = hero.getByText("6 more good and 2 more bad reports than on Jan 1.");
    // No line ends between a figure and its word.
    expect(since.textContent).toContain("6\u00a0more good and 2\u00a0more bad");

    const { stale, public: open, created_this_month } = overview;
    expect(hrefOf(attention().getByRole("link", { name: `${stale} stale reports` }))).toBe(
      "/c/c1/reports?stale_days=30",
    );
    expect(hrefOf(attention().getByRole("link", { name: `${open} public reports` }))).toBe(
      "/c/c1/reports?privacy=public",
    );
    expect(attention().getByText(`${created_this_month} reports created`)).toBeVisible();

    const { checks, reports } = await host.call("fix_list", { connection: "c1", per_page: 10 });
    const entries = part("Fix first").getAllByRole("listitem");
    expect(entries).toHaveLength(5);
    expect(entries[0]).toHaveTextContent(`${checks[0]?.pages} pages`);
    expect(part("Fix first").getByText(`${checks.length} failing checks on ${reports} pages`)).toBeVisible();
    expect(hrefOf(within(entries[0] as HTMLElement).getByRole("link"))).toBe(
      `/c/c1/reports?failing=${encodeURIComponent(checks[0]?.name ?? "")}`,
    );
    expect(hrefOf(part("Fix first").getByRole("link", { name: "View fix list" }))).toBe("/c/c1/fix-list");
  });

  it("say what got worse and why, and lead to the comparison", async () => {
    const { host } = await startWithFigures();
    const [query] = host.requests("library_list");
    const { rows, changes: counts } = await host.call("library_list", query ?? { per_page: 10 });
    if (!counts) throw new Error("the library counts them");
    const shown = (await part("Got worse").findAllByRole("listitem")).slice(0, 3);
    expect(shown).toHaveLength(3);
    const worse = { connection: "c1", changed: { change: "worse", since: { days: 30 } }, per_page: 25 } as const;
    const falls = (await host.call("library_list", { ...worse, sort_by: "changed" })).rows.map(
      ({ row, score_before }) => (row.score ?? 0) - (score_before ?? 0),
    );
    const most = falls.sort((a, b) => a - b).slice(0, 3);
    expect(shown.map((item) => /-\d+$/.exec(item.textContent)?.[0])).toEqual(most.map(String));
    for (const [at, item] of shown.entries()) {
      const { row, score_before, change: why } = rows[at] as (typeof rows)[number];
      expect(item).toHaveTextContent(row.address);
      expect(item).toHaveTextContent(String((row.score ?? 0) - (score_before ?? 0)));
      const { reasons } = why ?? {};
      if (!reasons) throw new Error("the library says why");
      expect(hrefOf(within(item).getByRole("link"))).toBe(
        `/c/c1/reports/${row.id}?changed=worse&since=30&part=history&before=${reasons.before}&after=${reasons.after}`,
      );
      if (reasons.broke.count > 0) expect(item).toHaveTextContent(/Broke \w/);
      if (reasons.broke.count > 3) expect(item).toHaveTextContent(`+${reasons.broke.count - 3}`);
    }
    const links = part("Got worse");
    expect(hrefOf(links.getByRole("link", { name: `View all ${counts.worse} pages` }))).toBe(
      "/c/c1/changes?since=30&change=worse",
    );
    for (const [word, key] of [
      ["better", "better"],
      ["new", "new"],
      ["removed", "gone"],
    ] as const) {
      expect(hrefOf(links.getByRole("link", { name: `${counts[key]} ${word}` }))).toBe(
        `/c/c1/changes?since=30&change=${key}`,
      );
    }
  });

  it("show the projects with the lowest average first", async () => {
    const { overview } = await startWithFigures();
    const shown = projectRows().map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(shown).toHaveLength(10);
    for (const [at, cells] of shown.entries()) {
      const { project, verdicts, mean_score, trend, failing_high } = overview.projects[
        at
      ] as (typeof overview.projects)[0];
      const { good, decent, bad } = verdicts;
      expect(cells[0]).toContain(project);
      expect(cells.slice(1, 4)).toEqual([
        String(good + decent + bad),
        `Good ${good}, Decent ${decent}, Bad ${bad}`,
        String(Math.round(mean_score ?? 0)),
      ]);
      const [first = 0, last = 0] = [trend[0], trend.at(-1)].map((average) => Math.round((average ?? 0) * 10));
      const difference = (last - first) / 10;
      expect(cells[4]).toBe(difference === 0 ? "" : `${difference > 0 ? "+" : ""}${difference}`);
      expect(cells[5]).toBe(String(failing_high));
    }
    const [first] = overview.projects;
    const link = within(projectRows()[0] as HTMLElement).getByRole("link");
    expect(hrefOf(link)).toBe(`/c/c1/projects/${encodeURIComponent(first?.project ?? "")}`);
    expect(hrefOf(part("Projects").getByRole("link", { name: "View all 12 projects" }))).toBe("/c/c1/projects");
    expect(part("Projects").getByText("The 10 with the lowest average score")).toBeVisible();
  });

  it("say how many fewer reports have a verdict, and nothing of one that has as many", async () => {
    const { host, overview } = await startWithFigures();
    change(host, (answer) => ({ ...answer, verdicts: { ...overview.verdicts, good: 67, decent: 126, bad: 27 } }));
    expect(await part("Average score").findByText("5 more good and 1 fewer bad report than on Jan 1.")).toBeVisible();
    change(host, (answer) => ({ ...answer, verdicts: { ...overview.verdicts, good: 61, decent: 151, bad: 28 } }));
    expect(await part("Average score").findByText("1 fewer good report than on Jan 1.")).toBeVisible();
  });

  it("don't take the start of the records for a change", async () => {
    const { host } = await startWithFigures();
    change(host, (answer) => ({ ...answer, average: answer.average.slice(10) }));
    const hero = part("Average score");
    expect(await hero.findByText(/^History starts Jan 11 with \d+ reports$/)).toBeVisible();
    expect(hero.queryByText(/^since|more/)).toBeNull();
    await expectAccessible();
  });

  it("say since when they count, also if the history starts later than the range", async () => {
    const { host } = await startWithFigures();
    const expectSince = async (day: string) => {
      // Once on the screen.
      await waitFor(() => expect(screen.getByText(/^since/)).toHaveTextContent(`since ${day}`));
      expect(part("Projects").getByTitle(`Average score since ${day}`)).toHaveTextContent("Trend");
    };
    await expectSince("Jan 1");
    change(host, (answer) => ({ ...answer, average: answer.average.slice(10) }));
    await expectSince("Jan 11");
  });

  it("have no trends where no project has more than one score", async () => {
    const { host } = await startWithFigures();
    const head = { name: "Trend" };
    expect(part("Projects").getByRole("columnheader", head)).toBeVisible();
    change(host, (answer) => ({ ...answer, projects: answer.projects.map((one) => ({ ...one, trend: [50] })) }));
    await waitFor(() => expect(part("Projects").queryByRole("columnheader", head)).toBeNull());
  });

  it("compare pages with the first day of a history that starts later than the range", async () => {
    const { host } = await startWithFigures();
    const asked = () => host.requests("library_list").at(-1)?.changed?.since;
    expect(asked()).toEqual({ days: 30 });
    change(host, (answer) => ({ ...answer, average: answer.average.slice(10) }));
    await waitFor(() => expect(asked()).toEqual({ at: "2026-01-12T00:00:00.000Z" }));
    change(host, (answer) => ({ ...answer, average: answer.average.slice(-1) }));
    await waitFor(() => expect(asked()).toEqual({ days: 30 }));
  });

  /** Since a moment, with a history that starts on January 11. */
  async function startSince(at: string) {
    const { overview } = await startWithFigures();
    cleanup();
    const moments = [{ id: "m1", connection: "c1", name: "Relaunch", at }];
    const host = new FakeHost({
      library: "seeded",
      start: { preferences: { ...usualPreferences, moments, overview_moment: "m1" } },
    });
    host.answer("overview_read", () => ({ ...overview, average: overview.average.slice(10) }));
    await renderApp({ at: PLACE, host });
    await screen.findByRole("group", { name: "Average score over time" });
  }

  it("don’t name a moment before a history that starts later", async () => {
    await startSince("2026-01-02T21:00:00.000Z");
    expect(part("Got worse").getByText("since Jan 11")).toBeVisible();
  });

  it("take the time since a moment as a whole, however late in the day it was", async () => {
    await startSince("2026-01-11T21:00:00.000Z");
    expect(part("Average score").getByText(/^since/)).toHaveTextContent("since Jan 11");
    expect(screen.queryByText(/^History starts/)).toBeNull();
    expect(part("Projects").getByTitle("Average score since Jan 11")).toBeVisible();
  });

  it("follow the library as it changes", async () => {
    const { host, overview } = await startWithFigures();
    change(host, (answer) => ({ ...answer, verdicts: { ...answer.verdicts, bad: 0 } }));
    expect(await part("Average score").findByRole("link", { name: "0 bad" })).toBeVisible();
    expect(part("Average score").getByRole("link", { name: `${overview.verdicts.good} good` })).toBeVisible();
  });

  it("count from the number of days that the settings have", async () => {
    const preferences = { ...usualPreferences, stale_days: 90, overview_days: 90 };
    const host = new FakeHost({ library: "seeded", start: { preferences } });
    await renderApp({ at: PLACE, host });
    await waitFor(() =>
      expect(host.requests("overview_read").at(-1)).toMatchObject({ connection: "c1", stale_days: 90, trend_days: 90 }),
    );
  });
});

describe("the range", () => {
  it("holds for the whole screen and is kept", async () => {
    const { user, host } = await startWithFigures();
    expect(screen.getByRole("radio", { name: "30 days" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "90 days" }));
    await waitFor(() => expect(host.requests("preferences_save").at(-1)?.overview_days).toBe(90));
    expect(host.requests("overview_read").at(-1)?.trend_days).toBe(90);
    expect(host.requests("library_list").at(-1)?.changed).toEqual({ change: "worse", since: { days: 90 } });
    expect(part("Average score").getByText(/^since/)).toHaveTextContent("since Nov 2, 2025");
    expect(part("Projects").getByTitle("Average score since Nov 2, 2025")).toBeVisible();
  });
});

describe("the chart", () => {
  it("leads from every day to what changed since then, by pointer and by keyboard", async () => {
    const { overview, user, history } = await startWithFigures();
    const push = vi.spyOn(history, "push").mockImplementation(() => {});
    const days = chart().getAllByRole("link");
    expect(days).toHaveLength(overview.average.length);
    const [last] = overview.average.slice(-1);
    const score = Math.round((last?.mean_score ?? 0) * 10) / 10;
    expect(days.at(-1)).toHaveAccessibleName(`Jan 31, 2026: average score ${score}`);
    days.at(-1)?.focus();
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}");
    await waitFor(() => expect(push.mock.calls[0]?.[0]).toBe("/c/c1/changes?since=3"));
    await user.click(days[0] as HTMLElement);
    await waitFor(() => expect(push.mock.calls.at(-1)?.[0]).toBe("/c/c1/changes?since=30"));
  });

  it("needs two days and scores", async () => {
    const { host } = await startWithFigures();
    change(host, (answer) => ({ ...answer, average: answer.average.slice(-1) }));
    await waitFor(() => expect(screen.queryByRole("group", { name: "Average score over time" })).toBeNull());
    expect(screen.getByText("History starts Jan 31")).toBeVisible();
    change(host, (answer) => ({ ...answer, average: [], mean_score: null }));
    expect(await screen.findByText("No scores yet.")).toBeVisible();
    await expectAccessible();
  });
});

describe("what needs attention", () => {
  it("starts a plan for stale reports", async () => {
    const { user, host } = await startWithFigures();
    host.batches.tell("delete-two");
    await user.click(attention().getByRole("button", { name: "Recheck stale reports…" }));
    await waitFor(() =>
      expect(host.requests("batch_plan")).toEqual([
        {
          connection: "c1",
          source: { kind: "library", query: { stale_days: 30, per_page: 100 } },
          wish: { kind: "refresh", older_than_days: null },
          password: null,
          keep_passwords: false,
        },
      ]),
    );
  });

  it("starts a plan for the stale reports of one connection of several", async () => {
    const connections = [exampleConnection, { ...exampleConnection, id: "c2", name: "Northwind" }];
    const { user, host, history } = await startWithFigures({ start: { connections } }, "/overview");
    host.batches.tell("delete-two");
    await user.click(attention().getByRole("button", { name: "Recheck stale reports…" }));
    expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(["Brightleaf", "Northwind"]);
    await expectAccessible();
    await user.click(screen.getByRole("menuitem", { name: "Northwind" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c2/batches/1"));
    const source = { kind: "library", query: { stale_days: 30, per_page: 100 } };
    expect(host.requests("batch_plan")).toMatchObject([{ connection: "c2", source }]);
  });

  it("stops planning when told to", async () => {
    const { user, host, history } = await startWithFigures();
    const release = host.hold("batch_plan");
    await user.click(attention().getByRole("button", { name: "Recheck stale reports…" }));
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(screen.queryByText("Building the plan…")).toBeNull());
    release();
    expect(history.location.pathname).toBe("/c/c1/overview");
  });

  it("leads to the public reports", async () => {
    const { user, history } = await startWithFigures();
    await user.click(attention().getByRole("button", { name: "Review public reports" }));
    await waitFor(() => expect(history.location.href).toBe("/sweep?connection=c1"));
  });

  it("compares with the quota that the user has entered", async () => {
    const preferences = { ...usualPreferences, quotas: { c1: 200 } };
    const { overview } = await startWithFigures({ start: { preferences } });
    const count = overview.created_this_month;
    expect(attention().getByText(`${count} of 200 created`)).toBeVisible();
    expect(attention().getByText(`Monthly quota, ${200 - count} left`)).toBeVisible();
  });

  it("offers nothing where there is nothing to do, and stays readable with huge numbers", async () => {
    const { host } = await startWithFigures();
    change(host, (answer) => ({ ...answer, stale: 0, public: 0, created_this_month: 1_234_567 }));
    expect(await attention().findByRole("link", { name: "0 stale reports" })).toBeVisible();
    expect(attention().getByText("1,234,567 reports created")).toBeVisible();
    expect(attention().queryByRole("button")).toBeNull();
  });
});

describe("all connections", () => {
  it("are summed up, with projects of each", async () => {
    const { host, overview } = await startWithFigures({}, "/overview");
    expect(host.requests("overview_read").at(-1)).not.toHaveProperty("connection");
    await expectAccessible();
    expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
    expect(hrefOf(screen.getByRole("link", { name: "Overview" }))).toBe("/overview");
    const good = part("Average score").getByRole("link", { name: `${overview.verdicts.good} good` });
    expect(hrefOf(good)).toBe("/reports?result=good");
    expect(hrefOf(part("Fix first").getByRole("link", { name: "View fix list" }))).toBe("/fix-list");
    expect(hrefOf(part("Got worse").getByRole("link", { name: /better$/ }))).toBe("/reports?changed=better&since=30");
    expect(hrefOf(part("Got worse").getByRole("link", { name: /^View all/ }))).toBe("/reports?changed=worse&since=30");
    const [first] = overview.projects;
    const row = within(projectRows()[0] as HTMLElement);
    expect(hrefOf(row.getByRole("link"))).toBe(`/c/c1/projects/${encodeURIComponent(first?.project ?? "")}`);
  });
});

describe("the states", () => {
  it("say what no list can be asked for, but lead nowhere from there", async () => {
    const { host } = await startWithFigures();
    change(host, (answer) => {
      const verdicts = { ...answer.verdicts, unknown: 7 };
      const loose = { ...(answer.projects[0] as Overview["projects"][0]), project: null, verdicts };
      return { ...answer, verdicts, projects: [loose, ...answer.projects] };
    });
    const row = await screen.findByRole("row", { name: /^No project/ });
    expect(within(row).queryByRole("link")).toBeNull();
    expect(part("Average score").getByText("unknown").closest("a")).toBeNull();
    await expectAccessible();
  });

  it("are good news, too", async () => {
    const host = new FakeHost({ library: "seeded" });
    host.change("fix_list", (list) => ({ ...list, checks: [] }));
    const changes = { since: null, better: 0, worse: 0, new: 0, gone: 0 };
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0, changes }));
    await renderApp({ at: PLACE, host });
    expect(await screen.findByText("All checks pass.")).toBeVisible();
    expect(await part("Got worse").findByText("No page got worse.")).toBeVisible();
    expect(part("Got worse").queryByRole("link")).toBeNull();
    await expectAccessible();
  });

  // The library may have grown between both reads.
  it.each([-4, 0, 1])("say that no page got worse only if some are old enough to compare (%i more)", async (more) => {
    const { host, overview } = await startWithFigures();
    const pages = totalOf(overview.verdicts) + more;
    const changes = { since: null, better: 0, worse: 0, new: pages, gone: 9 };
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0, changes }));
    act(() => host.tell({ kind: "library" }));
    expect(await screen.findByText("Too few earlier pages to compare")).toBeVisible();
    expect(screen.queryByText("No page got worse.")).toBeNull();
    expect(screen.queryByText("Other changes:")).toBeNull();
  });

  it("say how many pages were compared if others are new", async () => {
    const { host, overview } = await startWithFigures();
    const changes = { since: null, better: 0, worse: 0, new: totalOf(overview.verdicts) - 80, gone: 0 };
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0, changes }));
    act(() => host.tell({ kind: "library" }));
    expect(await screen.findByText("None of the 80 earlier pages got worse.")).toBeVisible();
  });

  it("don’t compare pages of which the history has nothing from then", async () => {
    const { host } = await startWithFigures();
    change(host, (answer) => {
      const [first] = answer.average.slice(10);
      const verdicts = { good: 20, decent: 20, bad: 10, unknown: 0 };
      return { ...answer, average: answer.average.slice(10), over_time: [{ day: first?.day ?? "", verdicts }] };
    });
    const changes = { since: null, better: 0, worse: 0, new: 160, gone: 9 };
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0, changes }));
    act(() => host.tell({ kind: "library" }));
    expect(await screen.findByText("None of the 50 earlier pages got worse.")).toBeVisible();
    expect(screen.getByText("History starts Jan 11 with 50 reports")).toBeVisible();
  });

  it("tell reports of the same page apart", async () => {
    const { host } = await startWithFigures();
    host.change("library_list", (page) => {
      const [first, ...others] = page.rows;
      if (!first) return page;
      const row = { ...first.row, id: "9000", created_at: "2026-01-05T09:30:00Z" };
      return { ...page, rows: [first, { ...first, row }, ...others] };
    });
    act(() => host.tell({ kind: "library" }));
    await waitFor(() => expect(part("Got worse").getAllByText(/^Created /)).toHaveLength(2));
    expect(part("Got worse").getByText("Created Jan 5")).toBeVisible();
  });

  it("begins with nothing, and reads all reports when asked", async () => {
    const preferences = { ...usualPreferences, sync_on_open: false };
    const { user, host } = await start({ library: "new", start: { preferences } });
    expect(await screen.findByRole("heading", { name: "No data yet" })).toBeVisible();
    expect(screen.queryByRole("radio", { name: "30 days" })).toBeNull();
    await expectAccessible();
    const main = within(screen.getByRole("heading", { name: "No data yet" }).parentElement as HTMLElement);
    await user.click(main.getByRole("button", { name: "Sync all reports" }));
    expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]);
    expect(await screen.findByRole("heading", { name: "Average score" })).toBeVisible();
  });

  it("waits for the first sync without offering another", async () => {
    const host = new FakeHost({ library: "new" });
    host.syncs.pace = 1_000_000;
    await renderApp({ at: PLACE, host });
    expect(await screen.findByRole("status", { name: "Loading" })).toBeVisible();
    act(() => void host.call("sync_start", { connection: "c1", kind: "full" }));
    expect(await within(screen.getByRole("main")).findByText(/synced$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
    expect(screen.queryByText("No data yet")).toBeNull();
  });

  it("says why the library cannot be read, and reads it again", async () => {
    const host = new FakeHost({ library: "seeded" });
    host.fail("overview_read", "library_failed");
    const { user } = await renderApp({ at: PLACE, host });
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveAttribute("data-problem", "library_failed");
    await expectAccessible();
    host.heal("overview_read");
    const answer = host.hold("overview_read");
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("status", { name: "Loading" })).toBeInTheDocument();
    answer();
    expect(await screen.findByRole("heading", { name: "Average score" })).toBeVisible();
  });

  it("shows what is known while the service is away, and says what is missing", async () => {
    const { user, host } = await startWithFigures();
    host.syncs.set("c1", {
      synced_at: new Date(Date.now() - 40 * 60_000).toISOString(),
      completeness: "unknown",
      unfinished: 60,
      problem: makeProblem("offline"),
    });
    await user.click(await screen.findByRole("button", { name: "Resume" }));
    expect(host.requests("sync_start").at(-1)).toEqual({ connection: "c1", kind: "full" });
  });

  it("says what part of the reports its numbers come from, and what a quick sync did not look at", async () => {
    const { user, host } = await startWithFigures();
    const known = host.syncs.state("c1").reports;
    const at = new Date().toISOString();
    await act(async () => host.syncs.set("c1", { synced_at: at, completeness: "unknown", total: known + 200 }));
    const part = `${known} of ${known + 200} saved`;
    expect(await screen.findByText(part)).toBeVisible();
    await act(async () => host.syncs.set("c1", { full_at: at, completeness: "outdated", looked_at: 100 }));
    expect(await screen.findByText(/covered only the 100 newest reports/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Sync all reports" }));
    expect(host.requests("sync_start").at(-1)).toEqual({ connection: "c1", kind: "full" });
    await act(async () =>
      host.syncs.set("c1", { running: null, completeness: "whole", total: known, looked_at: null }),
    );
    await waitFor(() => expect(screen.queryByText(part)).toBeNull());
  });
});

it("tells how many pages of sitemaps have no report, and leads to a new batch with them", async () => {
  const { host, user, history } = await startWithFigures();
  expect(attention().queryByText(/without a report/)).toBeNull();
  const pages = { "a.example": ["https://a.example/1"], "b.example": ["https://b.example/1", "https://b.example/2"] };
  const one = { sitemap: "https://a.example/sitemap.xml", read_at: new Date().toISOString() };
  host.sources.missing = { ...one, pages: { "a.example": pages["a.example"] } };
  act(() => host.tell({ kind: "library" }));
  expect(await attention().findByText("Sitemap of a.example")).toBeVisible();
  host.sources.missing = { ...one, pages };
  act(() => host.tell({ kind: "library" }));
  expect(await attention().findByText("3 pages without a report")).toBeVisible();
  expect(attention().getByText("Sitemaps of 2 sites")).toBeVisible();
  await expectAccessible();
  await user.click(attention().getByRole("button", { name: "Create…" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/new"));
  expect(host.requests("sitemap_missing")).toEqual([{ connection: "c1" }]);
});
