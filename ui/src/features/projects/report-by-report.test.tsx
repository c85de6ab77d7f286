import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { makeProblem, ProblemError } from "../../host";
import type { Project, Report } from "../../host/contract";
import { exampleConnection, FakeHost } from "../../host/fake";
import { wholeGeneration } from "../../host/fake-connections";
import { seededReports } from "../../host/fake-data";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

vi.setConfig({ testTimeout: 30_000 });

const PROJECT = "fjordbikes.example";
const OTHER = "kaffeewerk.example";

/** As many reports of the project, 1 and up, and as many of another one, 1001 and up. */
function reportsOf(own: number, others = 2): Report[] {
  const [like] = seededReports(Date.now(), 1);
  if (!like) throw new Error("no report to copy");
  const make = (project: string, first: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = String(first + at);
      return { ...like, row: { ...like.row, id, address: `${project}/${id}`, project } };
    });
  return [...make(PROJECT, 1, own), ...make(OTHER, 1001, others)];
}

const idsOf = (host: FakeHost, project: string) =>
  host.reports.filter(({ row }) => row.project === project).map(({ row }) => row.id);

const deleted = (host: FakeHost) => host.requests("report_delete").map(({ id }) => id);

/** The project's pages that were asked for, without the preview. */
const pagesRead = (host: FakeHost) =>
  host.requests("reports_list").flatMap(({ query }) => (query.per_page === 100 ? [query] : []));

async function ask(host: FakeHost) {
  const app = await renderApp({ at: "/c/c1/projects", host });
  await screen.findByRole("grid", { name: "Projects" });
  await app.user.click(screen.getByRole("button", { name: `Delete project ${PROJECT}` }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete this project?" }));
  /** Types the name, confirms, and does not wait. */
  const confirm = async (rest = PROJECT) => {
    await app.user.keyboard(`${rest}{Enter}`);
    await app.user.click(await screen.findByRole("button", { name: "Delete now" }));
  };
  return { ...app, host, dialog, confirm };
}

/** Confirms the way that is chosen already. */
async function start(host: FakeHost) {
  const app = await ask(host);
  await app.confirm();
  return app;
}

/** Makes the delete of one report fail. */
function refuse(host: FakeHost, id: string, problem = makeProblem("forbidden", { said: "Not yours." })) {
  host.change("report_delete", (answer, request) => {
    if (request.id === id) throw new ProblemError(problem);
    return answer;
  });
}

/** Lets the service list the project even when no report of it is left. */
function keepListed(host: FakeHost, reports: number | null) {
  const project: Project = { project: PROJECT, reports, mean_score: null, created_at: null, odd: [], other: {} };
  host.change("projects_list", (page) => {
    const isDerived = page.rows.some((row) => row.project === PROJECT);
    if (isDerived || host.requests("project_delete").length > 0) return page;
    return { ...page, rows: [project, ...page.rows] };
  });
}

const outcome = async () => within(await screen.findByRole("alertdialog", { name: "What was deleted" }));

describe("which way", () => {
  it.each([
    { own: 100, way: /^Report by report/ },
    { own: 101, way: /^All at once/ },
  ])("is chosen for $own reports already, and can be changed", async ({ own, way }) => {
    const { dialog, user } = await ask(new FakeHost({ reports: reportsOf(own) }));
    expect(dialog.getByRole("radio", { name: way })).toBeChecked();
    await expectAccessible();
    for (const other of [/^All at once/, /^Report by report/]) {
      await user.click(dialog.getByRole("radio", { name: other }));
      expect(dialog.getByRole("radio", { name: other })).toBeChecked();
    }
  });
});

describe("report by report", () => {
  it("deletes the project's own reports alone, in the background, after the name was typed", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    const { dialog, user, confirm } = await ask(host);
    await user.keyboard("fjordbikes{Enter}");
    expect(dialog.getByRole("button", { name: "Delete project" })).toBeDisabled();
    expect(pagesRead(host)).toEqual([]);
    const release = host.hold("report_delete");
    await confirm(".example");
    expect(await screen.findByText("Deleting 1 of 3…")).toBeVisible();
    expect(screen.queryByRole("alertdialog", { name: "Delete this project?" })).toBeNull();
    await expectAccessible();
    release();
    expect(await screen.findByText("Project deleted")).toBeVisible();
    expect(screen.getByText("3 reports deleted.")).toBeVisible();
    expect(screen.queryByRole("alertdialog", { name: "Deleting…" })).toBeNull();
    expect(deleted(host)).toEqual(["3", "2", "1"]);
    expect(host.options("report_delete").every(({ background }) => background)).toBe(true);
    expect(host.requests("project_delete")).toEqual([]);
    expect(idsOf(host, OTHER)).toEqual(["1001", "1002"]);
    await waitFor(() => expect(document.querySelector(`[role=row][data-key="${PROJECT}"]`)).toBeNull());
    await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).not.toBeNull());
  });

  it("reads every page before it deletes", async () => {
    const host = new FakeHost({ reports: reportsOf(230) });
    const { dialog, user, confirm } = await ask(host);
    await user.click(dialog.getByRole("radio", { name: /^Report by report/ }));
    await user.click(dialog.getByRole("textbox"));
    const release = host.hold("report_delete");
    await confirm();
    expect(await screen.findByText("Deleting 1 of 230…")).toBeVisible();
    const first = { project: PROJECT, per_page: 100 };
    expect(pagesRead(host)).toEqual([first, { ...first, page: 2 }, { ...first, page: 3 }]);
    release();
    expect(await screen.findByText("230 reports deleted.")).toBeVisible();
    expect(deleted(host)).toHaveLength(230);
    expect(idsOf(host, OTHER)).toHaveLength(2);
  });

  it("finds the rest where the service does not tell of another page", async () => {
    const generation = { ...wholeGeneration, paging: "unsaid" } as const;
    const connections = [{ ...exampleConnection, generation }];
    const host = new FakeHost({ reports: reportsOf(130), start: { connections } });
    host.change("projects_list", (page) => ({
      ...page,
      rows: page.rows.map((row) => ({ ...row, reports: null })),
    }));
    await start(host);
    expect(await screen.findByText("130 reports deleted.")).toBeVisible();
    expect(idsOf(host, PROJECT)).toEqual([]);
    expect(idsOf(host, OTHER)).toHaveLength(2);
  });

  it.each([
    { how: "says so", filter_ignored: true },
    { how: "does not say so", filter_ignored: false },
  ])("deletes nothing where the service ignored the filter and the core $how", async ({ filter_ignored }) => {
    const host = new FakeHost({ reports: reportsOf(3) });
    host.change("reports_list", (page) => ({
      ...page,
      rows: filter_ignored ? page.rows : host.reports.map(({ row }) => row),
      filter_ignored,
    }));
    await start(host);
    const end = await outcome();
    expect(end.getByText(/listed reports that are not part of this project/)).toBeVisible();
    expect(end.getByText("0 reports deleted.")).toBeVisible();
    expect(deleted(host)).toEqual([]);
    expect(host.requests("project_delete")).toEqual([]);
    await expectAccessible();
  });

  it("does not take a report along that names no project", async () => {
    const host = new FakeHost({ reports: reportsOf(2) });
    host.change("reports_list", (page) => ({
      ...page,
      rows: page.rows.map((row, at) => (at === 0 ? { ...row, project: null } : row)),
    }));
    await start(host);
    expect((await outcome()).getByText(/not part of this project/)).toBeVisible();
    expect(deleted(host)).toEqual([]);
  });

  it("stops when told to", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    const release = host.hold("report_delete");
    const { user } = await start(host);
    await screen.findByText("Deleting 1 of 3…");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    release();
    const end = await outcome();
    expect(end.getByText(/1 report deleted\./)).toHaveTextContent("2 were not tried. You stopped before the end.");
    expect(deleted(host)).toEqual(["3"]);
    const lists = host.requests("projects_list").length;
    expect(lists).toBeGreaterThan(1);
    await user.click(end.getByRole("button", { name: "Close message" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("stops a delete that waits for its turn, and the reading of the reports", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    host.hold("report_delete", { isBeforeSending: true });
    const { user, confirm } = await start(host);
    await screen.findByText("Deleting 1 of 3…");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect((await outcome()).getByText(/0 reports deleted\./)).toHaveTextContent("3 were not tried.");
    expect(idsOf(host, PROJECT)).toHaveLength(3);

    await user.click(screen.getByRole("button", { name: "Close message" }));
    await user.click(screen.getByRole("button", { name: `Delete project ${PROJECT}` }));
    await screen.findByRole("alertdialog", { name: "Delete this project?" });
    host.hold("reports_list");
    await confirm();
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect((await outcome()).getByText(/You stopped before the end\./)).toBeVisible();
    expect(deleted(host)).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("goes on when the list is left, and says there what came of it", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    const release = host.hold("report_delete");
    const { history } = await start(host);
    await screen.findByText("Deleting 1 of 3…");
    history.push("/settings");
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    expect(screen.getByText("Deleting 1 of 3…")).toBeVisible();
    release();
    expect(await screen.findByText("Project deleted")).toBeVisible();
    expect(deleted(host)).toEqual(["3", "2", "1"]);
  });

  it("goes on after a failure of one report, counts what was gone, and says which failed", async () => {
    const host = new FakeHost({ reports: reportsOf(4) });
    host.change("report_delete", (answer, { id }) => {
      if (id === "3") throw new ProblemError(makeProblem("not_found"));
      if (id === "2") throw new ProblemError(makeProblem("forbidden", { said: "Not yours." }));
      return answer;
    });
    await start(host);
    const end = await outcome();
    expect(end.getByText(/2 reports deleted\./)).toHaveTextContent("1 was already gone. 1 failed.");
    expect(end.getByRole("listitem")).toHaveTextContent(`${PROJECT}/2: Not yours.`);
    expect(deleted(host)).toEqual(["4", "3", "2", "1"]);
    expect(host.requests("project_delete")).toEqual([]);
    expect(end.queryByRole("button", { name: /Delete/ })).toBeNull();
    await expectAccessible();
  });

  it("tells of those that were gone where the project is gone too", async () => {
    const host = new FakeHost({ reports: reportsOf(2) });
    refuse(host, "2", makeProblem("not_found"));
    await start(host);
    expect(await screen.findByText("1 report deleted. 1 was already gone.")).toBeVisible();
  });

  it.each(["throttled", "outcome_unknown"] as const)("stops at %s, which the rest would meet as well", async (code) => {
    const host = new FakeHost({ reports: reportsOf(3) });
    refuse(host, "2", makeProblem(code));
    await start(host);
    expect((await outcome()).getByText(/1 report deleted\./)).toHaveTextContent("1 failed. 1 was not tried.");
    expect(deleted(host)).toEqual(["3", "2"]);
    expect(idsOf(host, PROJECT)).toContain("1");
  });

  it("says why the reports could not be read", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    const { user } = await ask(host);
    await screen.findByText("3 reports go with it.");
    host.fail("reports_list", "maintenance");
    await user.keyboard(`${PROJECT}{Enter}`);
    await outcome();
    expect(document.querySelector("[data-problem=maintenance]")).toBeVisible();
    expect(deleted(host)).toEqual([]);
  });

  it("says that rows which cannot be read are still there", async () => {
    const host = new FakeHost({ reports: reportsOf(3) });
    host.change("reports_list", (page) => ({ ...page, unreadable: [{ position: 4, path: "data[3]", raw: "{}" }] }));
    await start(host);
    const end = await outcome();
    expect(end.getByText("3 reports deleted.")).toBeVisible();
    expect(end.getByText(/1 row could not be read/)).toBeVisible();
    expect(host.requests("project_delete")).toEqual([]);
  });
});

describe("a project that is listed without its reports", () => {
  it("can be deleted with the one request once it is empty", async () => {
    const host = new FakeHost({ reports: reportsOf(2) });
    keepListed(host, 0);
    const call = host.call.bind(host);
    vi.spyOn(host, "call").mockImplementation(async (name, request, options) => {
      try {
        return await call(name, request, options);
      } catch (thrown) {
        // The fake knows no project without reports.
        if (name === "project_delete") return { id: PROJECT, answer_lost: null } as never;
        throw thrown;
      }
    });
    const { user } = await start(host);
    const end = within(await screen.findByRole("alertdialog", { name: "Delete the empty project?" }));
    expect(end.getByText(/2 reports deleted\./)).toBeVisible();
    expect(host.requests("project_delete")).toEqual([]);
    await expectAccessible();
    await user.click(end.getByRole("button", { name: "Delete empty project" }));
    expect(await screen.findByText("Project deleted")).toBeVisible();
    expect(screen.queryByRole("alertdialog", { name: "Delete the empty project?" })).toBeNull();
    expect(host.requests("project_delete")).toEqual([{ connection: "c1", project: PROJECT }]);
    expect(deleted(host)).toEqual(["2", "1"]);
  });

  it("is left alone where the service counts reports that it does not list", async () => {
    const host = new FakeHost({ reports: reportsOf(2) });
    keepListed(host, 5);
    await start(host);
    const end = await outcome();
    expect(end.getByText(/still lists the project/)).toBeVisible();
    expect(end.queryByRole("button", { name: /Delete/ })).toBeNull();
  });
});
