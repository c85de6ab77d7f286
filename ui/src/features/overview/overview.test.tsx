import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../host";
import type { Overview } from "../../host/contract";
import { FakeHost, type FakeOptions, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { atRecordedTime } from "../../test/recorded-time";
import { renderApp } from "../../test/render";

const PLACE = "/c/c1/overview";

atRecordedTime();

async function start(options: FakeOptions = {}) {
  const host = new FakeHost({ library: "seeded", ...options });
  const app = await renderApp({ at: PLACE, host });
  return { ...app, host };
}

async function startWithCharts(options: FakeOptions = {}) {
  const app = await start(options);
  await screen.findByRole("group", { name: "Projects" });
  const read = app.host.requests("overview_read").at(-1);
  if (!read) throw new Error("nothing was asked");
  const overview = await app.host.call("overview_read", read);
  /** Records navigation without following it. */
  const push = vi.spyOn(app.history, "push").mockImplementation(() => {});
  const wentTo = async (press: () => Promise<unknown>) => {
    push.mockClear();
    await press();
    await waitFor(() => expect(push).toHaveBeenCalled());
    return push.mock.calls[0]?.[0];
  };
  const chart = (name: string) => within(screen.getByRole("group", { name }));
  return { ...app, overview, wentTo, chart };
}

const card = (title: string) => {
  const heading = screen.getByRole("heading", { name: title });
  return within(heading.closest("section") as HTMLElement);
};
const hrefOf = (link: HTMLElement) => link.getAttribute("href");

describe("the numbers", () => {
  it("are those of the library, and each leads to what is behind it", async () => {
    const { overview, host, wentTo, user, chart } = await startWithCharts();
    const { verdicts } = overview;
    await expectAccessible();

    for (const [word, key] of [
      ["Good", "good"],
      ["Decent", "decent"],
      ["Bad", "bad"],
    ] as const) {
      const link = card("Current verdicts").getByRole("link", { name: new RegExp(`^${word} ${verdicts[key]} \\d+%$`) });
      expect(hrefOf(link)).toBe(`/c/c1/reports?result=${key}`);
      const part = chart("Verdicts").getByRole("link", { name: `${word}: ${verdicts[key]} reports` });
      expect(await wentTo(() => user.click(part))).toBe(`/c/c1/reports?result=${key}`);
    }

    const glance = card("Needs attention");
    expect(hrefOf(glance.getByRole("link", { name: new RegExp(`^Stale ${overview.stale} `) }))).toBe(
      "/c/c1/reports?stale_days=30",
    );
    expect(hrefOf(glance.getByRole("link", { name: new RegExp(`^Public ${overview.public} `) }))).toBe(
      "/sweep?connection=c1",
    );
    expect(
      glance.getByRole("link", { name: new RegExp(`^Created this month ${overview.created_this_month} `) }),
    ).toBeVisible();

    const changes = await host.call("changes_count", { connection: "c1", since: "last_time" });
    for (const [word, key] of [
      ["Worse", "worse"],
      ["Better", "better"],
      ["New", "new"],
      ["Removed", "gone"],
    ] as const) {
      const link = card("Since last session").getByRole("link", { name: `${word} ${changes[key]}` });
      expect(hrefOf(link)).toBe(`/c/c1/changes?since=last_time&change=${key}`);
    }

    const { checks } = await host.call("fix_list", { connection: "c1", per_page: 10 });
    const entries = card("Fix first").getAllByRole("listitem");
    expect(entries).toHaveLength(5);
    expect(entries[0]).toHaveTextContent(`${checks[0]?.pages} pages`);
    expect(hrefOf(within(entries[0] as HTMLElement).getByRole("link"))).toBe(
      `/c/c1/reports?failing=${encodeURIComponent(checks[0]?.name ?? "")}`,
    );
    expect(hrefOf(card("Fix first").getByRole("link", { name: "View fix list" }))).toBe("/c/c1/fix-list");
  });

  it("follow the library as it changes", async () => {
    const { host, overview } = await startWithCharts();
    host.change("overview_read", (answer) => ({ ...answer, verdicts: { ...answer.verdicts, bad: 0 } }));
    host.tell({ kind: "library" });
    expect(await card("Current verdicts").findByRole("link", { name: "Bad 0 0%" })).toBeVisible();
    expect(
      card("Current verdicts").getByRole("link", { name: new RegExp(`^Good ${overview.verdicts.good} `) }),
    ).toBeVisible();
  });

  it("count from the number of days that the settings have", async () => {
    const preferences = { ...usualPreferences, stale_days: 90 };
    const { overview, host } = await startWithCharts({ start: { preferences } });
    expect(host.requests("overview_read")[0]?.stale_days).toBe(90);
    const stale = card("Needs attention").getByRole("link", { name: new RegExp(`^Stale ${overview.stale} `) });
    expect(hrefOf(stale)).toBe("/c/c1/reports?stale_days=90");
  });
});

describe("the charts", () => {
  it("lead from every mark to its list, by pointer and by keyboard", async () => {
    const { overview, wentTo, user, chart } = await startWithCharts();
    const scores = chart("Score distribution").getAllByRole("link");
    expect(scores.map((mark) => mark.getAttribute("aria-label"))).toEqual(
      overview.scores.map((count, at) => {
        const range = at === 9 ? "90–100" : `${at * 10}–${at * 10 + 9}`;
        return `${range}: ${count} ${count === 1 ? "report" : "reports"}`;
      }),
    );
    expect(await wentTo(() => user.click(scores[4] as HTMLElement))).toBe("/c/c1/reports?score_min=40&score_max=49");
    scores[0]?.focus();
    expect(await wentTo(() => user.keyboard("{End}{Enter}"))).toBe("/c/c1/reports?score_min=90&score_max=100");

    const [first, second] = overview.projects;
    const [name, parts] = [first?.project, first?.verdicts];
    const projects = chart("Projects");
    const whole = projects.getByRole("link", { name: new RegExp(`^${name}: \\d+ reports$`) });
    whole.focus();
    expect(await wentTo(() => user.keyboard("{ArrowRight}{Enter}"))).toBe(`/c/c1/reports?project=${name}&result=good`);
    expect(document.activeElement).toHaveAccessibleName(`${name}: Good ${parts?.good}`);
    expect(await wentTo(() => user.keyboard("{ArrowLeft}{ArrowDown}{Enter}"))).toBe(
      `/c/c1/reports?project=${encodeURIComponent(second?.project ?? "")}`,
    );

    const days = chart("Verdicts over time").getAllByRole("link");
    expect(days).toHaveLength(30);
    days[29]?.focus();
    expect(await wentTo(() => user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}"))).toBe("/c/c1/changes?since=3");
    const { good, decent, bad } = overview.verdicts;
    expect(days[29]).toHaveAccessibleName(new RegExp(`: ${good} good, ${decent} decent, ${bad} bad$`));
    await user.click(screen.getByRole("radio", { name: "1 year" }));
    const weeks = chart("Verdicts over time").getAllByRole("link");
    expect(await wentTo(() => user.click(weeks.at(-2) as HTMLElement))).toBe("/c/c1/changes?since=7");
  });

  it("say what no list can be asked for, but lead nowhere from there", async () => {
    const app = await start();
    app.host.change("overview_read", (answer): Overview => {
      const verdicts = { ...answer.verdicts, unknown: 7 };
      const loose = { connection: "c1", project: null, verdicts, mean_score: 50 };
      return { ...answer, verdicts, projects: [loose, ...answer.projects] };
    });
    app.host.tell({ kind: "library" });
    const whole = await screen.findByRole("img", { name: /^No project: \d+ reports$/ });
    const parts = screen.getByRole("img", { name: "Unknown: 7 reports" });
    await expectAccessible();
    const place = app.history.location.href;
    for (const mark of [whole, parts, screen.getByRole("img", { name: "No project: Unknown 7" })]) {
      await app.user.click(mark);
    }
    whole.focus();
    await app.user.keyboard("{ArrowRight}{Enter}");
    expect(document.activeElement).toHaveAccessibleName(/^No project: Good/);
    await app.user.click(screen.getByRole("button", { name: "Show “Projects” as a table" }));
    const [, first] = within(screen.getByRole("table", { name: "Projects" })).getAllByRole("row");
    expect(within(first as HTMLElement).queryByRole("link")).toBeNull();
    expect(app.history.location.href).toBe(place);
  });

  it("can be read as tables", async () => {
    const { overview, user } = await startWithCharts();
    const { verdicts, projects } = overview;
    for (const title of ["Verdicts over time", "Score distribution", "Projects"]) {
      await user.click(screen.getByRole("button", { name: `Show “${title}” as a table` }));
    }
    await expectAccessible();
    const textOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);
    const rowsOf = (title: string) =>
      within(screen.getByRole("table", { name: title }))
        .getAllByRole("row")
        .slice(1);
    expect(textOf(rowsOf("Verdicts over time")[0]).slice(1)).toEqual(
      [verdicts.good, verdicts.decent, verdicts.bad].map(String),
    );
    expect(rowsOf("Score distribution").map((row) => textOf(row)[1])).toEqual(overview.scores.map(String));
    expect(rowsOf("Projects")).toHaveLength(projects.length);
    const [largest] = projects;
    const { good, decent, bad } = largest?.verdicts ?? verdicts;
    expect(textOf(rowsOf("Projects")[0])).toEqual(
      [largest?.project, good + decent + bad, good, decent, bad, Math.round(largest?.mean_score ?? 0)].map(String),
    );
    await user.click(screen.getByRole("button", { name: "Show “Score distribution” as a chart" }));
    expect(screen.getByRole("group", { name: "Score distribution" })).toBeVisible();
  });

  it("show the twelve largest projects, and all of them on demand", async () => {
    const app = await start();
    app.host.change("overview_read", (answer): Overview => {
      const [some] = answer.projects;
      if (!some) return answer;
      const projects = Array.from({ length: 30 }, (_, at) => ({ ...some, project: `site-${at}.example` }));
      return { ...answer, projects, project_count: 40 };
    });
    app.host.tell({ kind: "library" });
    await app.user.click(await screen.findByRole("button", { name: "View all 40 projects" }));
    expect(within(screen.getByRole("table", { name: "Projects" })).getAllByRole("row")).toHaveLength(31);
    expect(screen.getByText("Showing the 30 largest of 40.")).toBeVisible();
  });
});

describe("the states", () => {
  it("begins with nothing, and reads all reports when asked", async () => {
    const { user, host } = await start({ library: "new" });
    expect(await screen.findByRole("heading", { name: "No data yet" })).toBeVisible();
    await expectAccessible();
    const main = within(screen.getByRole("heading", { name: "No data yet" }).parentElement as HTMLElement);
    await user.click(main.getByRole("button", { name: "Sync all reports" }));
    expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]);
    expect(await screen.findByText("240 reports")).toBeVisible();
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
    expect(await screen.findByRole("heading", { name: "Current verdicts" })).toBeVisible();
  });

  it("shows what is known while the service is away, and says what is missing", async () => {
    const { user, host } = await startWithCharts();
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
    const { user, host } = await startWithCharts();
    const known = host.syncs.state("c1").reports;
    const at = new Date().toISOString();
    await act(async () => host.syncs.set("c1", { synced_at: at, completeness: "unknown", total: known + 200 }));
    const part = `${known} of ${known + 200} saved`;
    expect(await card("Current verdicts").findByText(part)).toBeVisible();
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
