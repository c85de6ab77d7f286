import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../host";
import type { Page, ReportRow } from "../../host/contract";
import { wholeGeneration } from "../../host/fake/connections";
import { seededReports } from "../../host/fake/data";
import { exampleConnection, FakeHost, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { choose } from "../../test/menu";
import { chooseInView } from "../../test/menus";
import { renderApp } from "../../test/render";
import { rowOf } from "../../test/rows";
import { LIST, start } from "./projects.fixture";

describe("the list", () => {
  it("shows what the service says of each project", async () => {
    const { host, query } = await start();
    expect(query()).toEqual({ per_page: 25 });
    const reports = host.reports.filter(({ row }) => row.project === "kaffeewerk.example");
    const row = within(rowOf("kaffeewerk.example"));
    expect(row.getByRole("rowheader")).toHaveTextContent("kaffeewerk.example");
    expect(row.getByText(String(reports.length))).toBeVisible();
    expect(screen.getByText(/^12 projects/)).toHaveTextContent(`12 projects · ${host.reports.length} reports`);
    // There are no other pages.
    expect(within(screen.getByRole("contentinfo")).queryByRole("button")).toBeNull();
    await expectAccessible();
  });

  describe("that nobody sorted", () => {
    const shown = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent?.slice(1));
    const sortedBy = (name: RegExp) => screen.getByRole("columnheader", { name }).getAttribute("aria-sort");
    /** Projects with these averages, from the last created to the first. */
    const withAverages = (averages: Record<string, number | null>, host = new FakeHost(), has_next = false) => {
      const rows = Object.entries(averages).map(([project, mean_score]) => ({
        project,
        reports: 3,
        mean_score,
        created_at: null,
        odd: [],
        other: {},
      }));
      host.change("projects_list", (page) => ({ ...page, rows, total: null, has_next }));
      return host;
    };

    it("is by average, lowest first, with the projects that the service alone knows", async () => {
      const averages = { "new.example": null, "b.example": 80, "c.example": 42.4, "a.example": 80 };
      const { query } = await start(LIST, withAverages(averages));
      await waitFor(() => expect(shown()).toEqual(["c.example", "a.example", "b.example", "new.example"]));
      expect(sortedBy(/^Average/)).toBe("ascending");
      expect(query()).toEqual({ per_page: 25 });
    });

    it("is by average after the filter by project showed the same projects as the service sorts them", async () => {
      const { user, history } = await renderApp({
        at: "/c/c1/reports",
        host: withAverages({ "b.example": 80, "a.example": 42 }),
      });
      await user.click(await screen.findByRole("combobox", { name: "Project" }));
      await user.keyboard("{ArrowDown}");
      await screen.findByRole("option", { name: "b.example" });
      act(() => history.push(LIST));
      await screen.findByRole("grid", { name: "Projects" });
      expect(shown()).toEqual(["a.example", "b.example"]);
    });

    it("is as the service sorts it where it gives no averages, or the link says so", async () => {
      const host = withAverages({ "b.example": null, "a.example": null });
      const { history } = await start(LIST, host);
      await waitFor(() => expect(shown()).toEqual(["b.example", "a.example"]));
      expect(sortedBy(/^Created/)).toBe("descending");
      withAverages({ "b.example": 80, "a.example": 42 }, host);
      act(() => history.push(`${LIST}?sort_by=created_at`));
      await waitFor(() => expect(screen.getByRole("columnheader", { name: /Average/ })).toBeVisible());
      expect(shown()).toEqual(["b.example", "a.example"]);
      expect(sortedBy(/^Created/)).toBe("descending");
    });

    it("is as the service sorts it where there is more than a page", async () => {
      await start(LIST, withAverages({ "b.example": 80, "a.example": 42 }, new FakeHost(), true));
      await waitFor(() => expect(shown()).toEqual(["b.example", "a.example"]));
      expect(sortedBy(/^Created/)).toBe("descending");
    });

    it("is by average offline, too", async () => {
      const host = new FakeHost({ library: "seeded" });
      host.fail("projects_list", "unreachable");
      await start(LIST, host);
      const { rows } = await host.call("library_projects", { connection: "c1", query: { per_page: 25 } });
      const averages = shown().map((name) => rows.find(({ project }) => project === name)?.mean_score ?? -1);
      expect(averages).toHaveLength(rows.length);
      expect(averages).toEqual([...averages].sort((a, b) => a - b));
      expect(sortedBy(/^Average/)).toBe("ascending");
    });
  });

  it("searches, sorts and turns its pages as the interface has it", async () => {
    const preferences = { ...usualPreferences, page_size: 10 } as const;
    const host = new FakeHost({ start: { preferences } });
    const { user, query, history } = await start(`${LIST}?sort=up&per_page=7`, host);
    await user.click(screen.getByRole("columnheader", { name: /Project/ }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "project", sort: "asc", per_page: 10 }));
    await chooseInView(user, /^Sort by/, "Descending");
    await waitFor(() => expect(query()).toEqual({ sort_by: "project", sort: "desc", per_page: 10 }));
    await user.click(await screen.findByRole("button", { name: "Next page" }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "project", sort: "desc", per_page: 10, page: 2 }));
    await user.type(screen.getByRole("searchbox", { name: "Search projects" }), "fjord{Enter}");
    await waitFor(() => expect(query()).toEqual({ search: "fjord", sort_by: "project", sort: "desc", per_page: 10 }));
    expect(history.location.search).toContain("fjord");
  });

  it("opens the reports of a project", async () => {
    const { user, host, history } = await start();
    await choose(user, "Actions for fjordbikes.example", "View reports");
    await waitFor(() => expect(history.location.href).toBe("/c/c1/projects/fjordbikes.example/reports"));
    await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.project).toBe("fjordbikes.example"));
  });
});

describe("a service that does less than the interface has", () => {
  it("is offered another sort and no filters where it ignores them", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 80) });
    host.change("projects_list", (page, { query }) => ({
      ...page,
      sort_ignored: query.sort_by === "project",
      filter_ignored: query.search !== undefined && query.search !== null,
    }));
    const { user, query } = await start(`${LIST}?sort_by=project&search=shop`, host);
    expect(screen.getByText("Can’t sort by “Project”")).toBeVisible();
    expect(screen.getByRole("columnheader", { name: /Project/ })).toHaveAttribute("aria-sort", "none");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Sort by “Created”" }));
    await waitFor(() => expect(query()).toEqual({ search: "shop", sort_by: "created_at", per_page: 25 }));
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "created_at", per_page: 25 }));
    await waitFor(() => expect(screen.queryByText(/can’t sort|ignored your/i)).toBeNull());
  });

  it("promises no mean score where there are words alone", async () => {
    const generation = { ...wholeGeneration, rating: "word" } as const;
    const connections = [{ ...exampleConnection, generation }];
    await start(LIST, new FakeHost({ reports: [], start: { connections } }));
    expect(screen.queryByRole("columnheader", { name: /Average/ })).toBeNull();
  });
});

describe("the states of the list", () => {
  it("says that there are none yet, or that none fits", async () => {
    const { user } = await start(LIST, new FakeHost({ reports: [] }));
    expect(screen.getByText("No projects yet")).toBeVisible();
    await expectAccessible();
    await user.type(screen.getByRole("searchbox", { name: "Search projects" }), "x{Enter}");
    const grid = screen.getByRole("grid", { name: "Projects" });
    await user.click(await within(grid).findByRole("button", { name: "Clear search" }));
    expect(await screen.findByText("No projects yet")).toBeVisible();
  });

  it("says why it could not be read, and keeps the last known rows", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 80) });
    host.fail("projects_list", "maintenance", 1);
    const { user } = await renderApp({ at: LIST, host });
    await expectAccessible();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByRole("grid");
    host.fail("projects_list", "unreachable");
    await chooseInView(user, "Reload list");
    expect(await screen.findByRole("alert")).toHaveTextContent("Showing the saved copy");
    expect(rowOf("kaffeewerk.example")).toBeVisible();
  });

  it("is what the library remembers until the service answers, and where that cannot be reached", async () => {
    const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 80) });
    const release = host.hold("projects_list");
    const { user, query } = await start(LIST, host);
    const row = rowOf("kaffeewerk.example");
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    host.fail("projects_list", "unreachable");
    release();
    expect(await screen.findByRole("alert")).toHaveTextContent("Showing the saved copy");
    expect(rowOf("kaffeewerk.example")).toBe(row);
    await expectAccessible();
    await user.type(screen.getByRole("searchbox", { name: "Search projects" }), "fjord{Enter}");
    await waitFor(() =>
      expect(document.querySelectorAll("[role=grid][aria-label=Projects] [data-key][role=row]")).toHaveLength(1),
    );
    expect(rowOf("fjordbikes.example")).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Search projects" }), "x{Enter}");
    expect(await screen.findByText("No saved project name matches your search.")).toBeVisible();
    host.heal("projects_list");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No project name matches your search.")).toBeVisible();
    expect(query()).toMatchObject({ search: "fjordx" });
  });
});

describe("the library's list while the service takes its time", () => {
  const rows = () => document.querySelectorAll("[role=grid][aria-label=Projects] [data-key][role=row]").length;
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("comes late where only some reports have been seen, since the service's rows are others", async () => {
    const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 80) });
    host.hold("projects_list");
    await renderApp({ at: LIST, host });
    await pass(900);
    expect(host.requests("library_projects")).toHaveLength(1);
    expect(rows()).toBe(0);
    await pass(300);
    expect(rows()).toBeGreaterThan(0);
  });

  it("is there at once where all have been seen", async () => {
    const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 80) });
    host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
    host.hold("projects_list");
    await renderApp({ at: LIST, host });
    await pass(100);
    expect(rows()).toBeGreaterThan(0);
  });
});

/** Projects of about 20 reports, so that the name must be typed to delete one at once. */
const many = () => new FakeHost({ reports: seededReports(Date.now(), 240) });

const askToDelete = (user: UserEvent) => choose(user, "Actions for fjordbikes.example", "Delete project…");

/** Makes all projects have this number of reports. */
function counted(host: FakeHost, reports: number | null): FakeHost {
  host.change("projects_list", (page) => ({ ...page, rows: page.rows.map((row) => ({ ...row, reports })) }));
  return host;
}

describe("delete at once", () => {
  async function ask(host = many()) {
    const app = await start(LIST, host);
    await askToDelete(app.user);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete fjordbikes.example?" }));
    await app.user.click(dialog.getByRole("radio", { name: /^All at once/ }));
    await app.user.click(await dialog.findByRole("textbox"));
    /** Types the name and confirms without waiting. */
    const confirm = async (rest = "fjordbikes.example") => {
      await app.user.keyboard(`${rest}{Enter}`);
      await app.user.click(await screen.findByRole("button", { name: "Delete now" }));
    };
    return { ...app, dialog, confirm };
  }

  it("shows what goes and asks for the name", async () => {
    const { host, user, dialog, confirm } = await ask();
    const reports = host.reports.filter(({ row }) => row.project === "fjordbikes.example");
    expect(
      await dialog.findByText(new RegExp(`^This also deletes its ${reports.length} reports on the service\\.`)),
    ).toBeVisible();
    expect(host.requests("reports_list").at(-1)?.query).toEqual({ project: "fjordbikes.example", per_page: 100 });
    expect(dialog.queryByRole("listitem")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Reports to be deleted" }));
    expect(
      dialog
        .getAllByRole("listitem")
        .map((item) => item.textContent)
        .sort(),
    ).toEqual(reports.map(({ row }) => row.address).sort());
    expect(dialog.getByText(/The saved copy stays on this computer/)).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole("textbox"));

    const button = dialog.getByRole("button", { name: "Delete project" });
    expect(button).toBeDisabled();
    await user.keyboard("fjordbikes{Enter}");
    expect(button).toBeDisabled();
    expect(host.requests("project_delete")).toEqual([]);
    await confirm(".example");
    expect(await screen.findByText("Project deleted")).toBeVisible();
    expect(screen.queryByRole("alertdialog", { name: "Delete fjordbikes.example?" })).toBeNull();
    expect(host.requests("project_delete")).toEqual([{ connection: "c1", project: "fjordbikes.example" }]);
    expect(host.requests("report_delete")).toEqual([]);
    expect(document.querySelector("[role=row][data-key='fjordbikes.example']")).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).not.toBeNull());
  });

  it("waits, says so in the list, and can be undone", async () => {
    const { host, user } = await ask();
    await user.keyboard("fjordbikes.example{Enter}");
    const waiting = within(await screen.findByRole("alertdialog", { name: "Project will be deleted" }));
    expect(waiting.getByText("fjordbikes.example")).toBeVisible();
    expect(rowOf("fjordbikes.example")).toHaveTextContent("Will be deleted");
    await user.click(screen.getByRole("button", { name: "Actions for fjordbikes.example" }));
    for (const name of [/^Recheck all/, /^Make all reports private/, /^Delete project…/])
      expect(await screen.findByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    await expectAccessible();
    await user.click(waiting.getByRole("button", { name: "Undo" }));
    expect(rowOf("fjordbikes.example")).not.toHaveTextContent("Will be deleted");
    expect(host.requests("project_delete")).toEqual([]);
    await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).not.toBeNull());
  });

  it("says why it failed, stays, and tries again when told to", async () => {
    const host = many();
    host.fail("project_delete", makeProblem("maintenance", { said: "Nicht jetzt." }), 1);
    const { user, confirm } = await ask(host);
    await confirm();
    const failed = within(await screen.findByRole("alertdialog", { name: "Service under maintenance" }));
    expect(failed.getByText("Nicht jetzt.")).toBeVisible();
    expect(failed.getByText("fjordbikes.example")).toBeVisible();
    await expectAccessible();
    await user.click(failed.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Project deleted")).toBeVisible();
  });

  it("says that it is gone although the answer was lost", async () => {
    const host = many();
    host.change("project_delete", (deleted) => ({ ...deleted, answer_lost: makeProblem("outcome_unknown") }));
    const { confirm } = await ask(host);
    await confirm();
    expect(await screen.findByText("Project deleted")).toBeVisible();
    expect(screen.getByText("The response was lost, but the project was deleted.")).toBeVisible();
  });

  it("says that it is still there where that is proven", async () => {
    const host = many();
    host.fail("project_delete", "not_done");
    const { confirm } = await ask(host);
    await confirm();
    expect(await screen.findByRole("alertdialog", { name: "The change wasn’t made" })).toBeVisible();
    expect(rowOf("fjordbikes.example")).toBeVisible();
    await expectAccessible();
  });

  it("does not count what it cannot see", async () => {
    const generation = { ...wholeGeneration, paging: "unsaid" } as const;
    const { dialog } = await ask(
      new FakeHost({
        reports: seededReports(Date.now(), 240),
        start: { connections: [{ ...exampleConnection, generation }] },
      }),
    );
    expect(await dialog.findByText(/^This also deletes at least \d+ reports/)).toBeVisible();
  });

  it("has the list read again when it is not known whether it happened", async () => {
    const host = many();
    host.fail("project_delete", "outcome_unknown");
    const { user, confirm } = await ask(host);
    await confirm();
    const lists = host.requests("projects_list").length;
    await user.click(await screen.findByRole("button", { name: "Check now" }));
    await waitFor(() => expect(host.requests("projects_list").length).toBeGreaterThan(lists));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  describe("the name", () => {
    const listed = (count: number, change: Partial<Page<ReportRow>> = {}) => {
      const host = many();
      host.change("reports_list", (page) => ({ ...page, rows: page.rows.slice(0, count), total: count, ...change }));
      return host;
    };
    const open = async (host: FakeHost) => {
      const app = await start(LIST, host);
      await askToDelete(app.user);
      const dialog = within(await screen.findByRole("alertdialog", { name: "Delete fjordbikes.example?" }));
      return { ...app, dialog };
    };

    it.each([
      ["as the project says", 3],
      ["of a project that doesn't say how many it has", null],
    ])("need not be typed for up to 10 reports %s, once it is certain that there are no more", async (_, reports) => {
      const host = counted(listed(3), reports);
      const release = host.hold("reports_list");
      const { dialog, user } = await open(host);
      expect(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
      await user.click(dialog.getByRole("radio", { name: /^All at once/ }));
      expect(dialog.queryByRole("textbox")).toBeNull();
      expect(dialog.getByRole("button", { name: "Delete project" })).toBeDisabled();
      release();
      expect(await dialog.findByText(/^This also deletes its 3 reports/)).toBeVisible();
      expect(dialog.queryByRole("textbox")).toBeNull();
      await user.click(dialog.getByRole("button", { name: "Delete project" }));
      expect(await screen.findByRole("button", { name: "Delete now" })).toBeVisible();
    });

    it("stays asked for where the project had more before", async () => {
      const host = listed(3);
      const release = host.hold("reports_list");
      const { dialog, user } = await open(host);
      await user.click(dialog.getByRole("radio", { name: /^All at once/ }));
      await user.type(dialog.getByRole("textbox"), "fjord");
      release();
      expect(await dialog.findByText(/^This also deletes its 3 reports/)).toBeVisible();
      expect(dialog.getByRole("textbox")).toHaveValue("fjord");
      expect(dialog.getByRole("textbox")).toHaveFocus();
    });

    it.each([
      ["there are more", listed(3, { total: 11 })],
      ["there may be more", listed(3, { total: null, has_next: true })],
    ])("must be typed where %s", async (_, host) => {
      const { dialog, user } = await open(host);
      expect(await dialog.findByText(/^This also deletes/)).toBeVisible();
      await user.click(dialog.getByRole("radio", { name: /^All at once/ }));
      expect(dialog.getByRole("textbox", { name: "Type fjordbikes.example to confirm" })).toBeVisible();
      expect(dialog.getByRole("button", { name: "Delete project" })).toBeDisabled();
    });
  });

  it("offers to look at the reports instead", async () => {
    const { user, dialog, history } = await ask();
    await user.click(await dialog.findByRole("button", { name: "Reports to be deleted" }));
    await user.click(dialog.getByRole("button", { name: "View reports" }));
    await waitFor(() => expect(history.location.href).toBe("/c/c1/projects/fjordbikes.example/reports"));
  });

  it("says when its reports could not be listed", async () => {
    const host = many();
    host.fail("reports_list", "service_fault");
    const { dialog } = await ask(host);
    expect(await dialog.findByText("Service error.")).toBeVisible();
  });
});

describe("a batch of a project's reports", () => {
  const plan = {
    connection: "c1",
    source: { kind: "list", query: { project: "fjordbikes.example", per_page: 100 } },
    password: null,
    keep_passwords: false,
  };

  it("deletes them one by one once the plan was seen, and tells the risk of the other way", async () => {
    const { user, host, history } = await start(LIST, many());
    await askToDelete(user);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete fjordbikes.example?" }));
    expect(await dialog.findByText(/^This also deletes/)).toBeVisible();
    expect(dialog.queryByRole("textbox")).toBeNull();
    expect(dialog.queryByText(/a bug can also delete/)).toBeNull();
    const each = dialog.getByRole("radio", { name: /^Report by report/ });
    expect(each).toBeChecked();
    each.focus();
    await user.keyboard("{ArrowDown}");
    expect(dialog.getByRole("radio", { name: /^All at once/ })).toHaveFocus();
    expect(dialog.getByRole("status")).toHaveTextContent(/a bug can also delete an unrelated report/);
    expect(dialog.getByRole("textbox")).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Review plan" })).toBeNull();
    await expectAccessible();
    await user.click(each);
    const release = host.hold("batch_plan");
    await user.click(dialog.getByRole("button", { name: "Review plan" }));
    const bar = within(await screen.findByRole("region", { name: "New batch" }));
    expect(bar.getByText("Building the plan…")).toBeVisible();
    await expectAccessible();
    release();
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
    expect(host.requests("batch_plan")).toEqual([{ ...plan, wish: { kind: "delete" } }]);
    expect([...host.requests("project_delete"), ...host.requests("report_delete")]).toEqual([]);
  });

  it("refreshes them or makes them private", async () => {
    const { user, host, history } = await start();
    const choose = async (name: string) => {
      rowOf("fjordbikes.example").focus();
      await user.pointer({ keys: "[MouseRight]", target: within(rowOf("fjordbikes.example")).getByRole("rowheader") });
      await user.click(await screen.findByRole("menuitem", { name }));
      await waitFor(() => expect(history.location.pathname).toMatch(/batches/));
    };
    await choose("Recheck all");
    history.back();
    await screen.findByRole("grid", { name: "Projects" });
    await choose("Make all reports private");
    expect(host.requests("batch_plan")).toEqual([
      { ...plan, wish: { kind: "refresh", older_than_days: null } },
      { ...plan, wish: { kind: "privacy", privacy: "private" } },
    ]);
  });

  const bad = { position: 0, path: "data[0]", raw: "{}" };

  it.each<[string, Partial<Page<ReportRow>>]>([
    ["can't be read", { total: null, unreadable: [bad] }],
    ["are only counted", { total: 4 }],
    ["may follow", { total: null, has_next: true }],
  ])("is offered for a project whose reports %s", async (_, change) => {
    const host = many();
    host.change("reports_list", (page) => ({ ...page, rows: [], ...change }));
    const { user } = await start(LIST, host);
    await askToDelete(user);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete fjordbikes.example?" }));
    expect(await dialog.findByText(/^This also deletes/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Review plan" })).toBeVisible();
  });

  it("is not offered for a project without any, which goes with the one request", async () => {
    const host = counted(many(), 0);
    host.change("reports_list", (page) => ({ ...page, rows: [], total: 0 }));
    const { user } = await start(LIST, host);
    await askToDelete(user);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete fjordbikes.example?" }));
    expect(await dialog.findByText(/^It has no reports\./)).toBeVisible();
    expect(dialog.queryByRole("radio")).toBeNull();
    expect(dialog.queryByRole("textbox")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Delete project" }));
    await user.click(await screen.findByRole("button", { name: "Delete now" }));
    await waitFor(() => expect(host.requests("project_delete")).toHaveLength(1));
    expect(host.requests("batch_plan")).toEqual([]);
  });
});
