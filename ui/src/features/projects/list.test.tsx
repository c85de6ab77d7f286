import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { seededReports } from "../../host/fake/data";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { CLOSE, chooseInView } from "../../test/menus";
import { rowOf } from "../../test/rows";
import { LIST, start } from "./projects.fixture";

describe("the row's menu", () => {
  async function open() {
    const app = await start();
    rowOf("fjordbikes.example").focus();
    await app.user.keyboard("{Shift>}{F10}{/Shift}");
    return { ...app, menu: within(await screen.findByRole("menu")) };
  }

  it("copies the name", async () => {
    const { user, menu } = await open();
    await expectAccessible();
    await user.click(menu.getByRole("menuitem", { name: "Copy name" }));
    expect(await screen.findByText("Name copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("fjordbikes.example");
  });

  it("opens the reports, and asks before it deletes", async () => {
    const { user, menu, history } = await open();
    await user.click(menu.getByRole("menuitem", { name: "Delete project…" }));
    expect(await screen.findByRole("alertdialog", { name: /^Delete .+\.example\?$/ })).toBeVisible();
    await user.keyboard("{Escape}");
    rowOf("fjordbikes.example").focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await user.click(await screen.findByRole("menuitem", { name: "View reports" }));
    await waitFor(() => expect(history.location.href).toBe("/c/c1/projects/fjordbikes.example/reports"));
  });
});

it("announces how many there are", async () => {
  await start();
  expect(await screen.findByText("12 rows")).toBeInTheDocument();
});

it("hides columns, and keeps that apart from those of the reports", async () => {
  const columns = { reports: { hidden: ["privacy"], widths: {} } };
  const preferences = { ...usualPreferences, columns };
  const { user, host } = await start(
    LIST,
    new FakeHost({ reports: seededReports(Date.now(), 80), start: { preferences } }),
  );
  await chooseInView(user, "Columns", "Average");
  await user.keyboard(CLOSE);
  // The menu hides the table.
  await screen.findByRole("columnheader", { name: /Project/ });
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /Average/ })).toBeNull());
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)?.columns).toEqual({
      ...columns,
      projects: { hidden: ["score"], widths: {} },
    }),
  );
});

describe("what only the library has of projects", () => {
  const synced = () => new FakeHost({ library: "seeded" });
  const cellsOf = (project: string) =>
    [...rowOf(project).querySelectorAll("[role=rowheader], [role=gridcell]")].map(({ textContent }) => textContent);

  it("stands beside the rows of the service", async () => {
    const { host } = await start(LIST, synced());
    const [summary] = await host.call("project_summaries", {
      connection: "c1",
      projects: ["fjordbikes.example"],
      days: 90,
      stale_days: 90,
    });
    const { good, decent, bad } = summary?.verdicts ?? { good: 0, decent: 0, bad: 0 };
    expect(
      await within(rowOf("fjordbikes.example")).findByText(`${good} good, ${decent} decent, ${bad} bad`),
    ).toBeInTheDocument();
    expect(cellsOf("fjordbikes.example")).toContain(String(summary?.failing));
    const average = screen.getAllByRole("img", { name: new RegExp(`, ${Math.round(summary?.mean_score ?? 0)}$`) });
    expect(average.length).toBeGreaterThan(0);
    expect(screen.getByRole("columnheader", { name: /^Trend, 90 days/ })).toBeVisible();
    expect(host.requests("project_summaries")[0]?.projects).toHaveLength(12);
    await expectAccessible();
  });

  it("keeps its columns while that of the next rows is read", async () => {
    const preferences = { ...usualPreferences, page_size: 10 } as const;
    const { user, host } = await start(LIST, new FakeHost({ library: "seeded", start: { preferences } }));
    expect(await screen.findByRole("columnheader", { name: /Verdicts/ })).toBeVisible();
    const release = host.hold("project_summaries");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(host.requests("project_summaries").at(-1)?.projects).toHaveLength(2));
    expect(screen.getByRole("columnheader", { name: /Verdicts/ })).toBeVisible();
    release();
    await waitFor(() => expect(screen.getAllByText(/\d good, \d+ decent, \d+ bad/)).toHaveLength(2));
  });

  it.each([542, 640, 700, 800])("leaves names their room in %i pixels", async (width) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 500));
    await start(LIST, synced());
    expect(screen.getByRole("columnheader", { name: /^Verdicts/ })).toBeVisible();
    const { style } = screen.getByRole("columnheader", { name: /^Project/ });
    // With the tile and the edge, this fits “harbour-dental.example”.
    expect(Number.parseFloat(style.width)).toBeGreaterThanOrEqual(240);
  });

  it.each([
    ["Verdicts", "verdicts", "desc"],
    ["Average", "score", "desc"],
    ["Trend", "trend", "desc"],
    ["Failing checks of high importance", "failing", "desc"],
    ["Last checked", "checked", "desc"],
    ["Reports", "reports", "desc"],
  ] as const)("sorts by %s in the library alone", async (label, sort_by, sort) => {
    const { user, host } = await start(LIST, synced());
    const listed = host.requests("projects_list").length;
    await user.click(await screen.findByRole("columnheader", { name: new RegExp(`^${label}`) }));
    await waitFor(() =>
      expect(host.requests("library_projects").at(-1)?.query).toEqual({ sort_by, sort, per_page: 25 }),
    );
    const { rows } = await host.call("library_projects", {
      connection: "c1",
      query: { sort_by, sort, per_page: 25 },
    });
    const shown = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    await waitFor(() => expect(shown()).toEqual(rows.map(({ project }) => expect.stringContaining(project))));
    expect(host.requests("projects_list")).toHaveLength(listed);
  });

  it("says so where nothing was synced", async () => {
    await start(`${LIST}?sort_by=score`, new FakeHost({ reports: seededReports(Date.now(), 80) }));
    expect(await screen.findByText("Nothing synced yet")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sync all reports" })).toBeVisible();
    await expectAccessible();
  });
});

it("opens a project's screen", async () => {
  const { user, history } = await start();
  await user.click(within(rowOf("fjordbikes.example")).getByRole("link"));
  await waitFor(() => expect(history.location.href).toBe("/c/c1/projects/fjordbikes.example"));
  expect(await screen.findByRole("heading", { level: 1, name: "fjordbikes.example" })).toBeVisible();
});

it("offers a report where there are no projects", async () => {
  const { user, history } = await start(LIST, new FakeHost({ reports: [] }));
  await user.click(within(screen.getByRole("grid", { name: "Projects" })).getByRole("button", { name: "New report" }));
  expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  expect(history.location.pathname).toBe("/c/c1/reports");
});
