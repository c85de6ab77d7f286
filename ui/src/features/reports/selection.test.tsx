import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeProblem, ProblemError } from "../../host";
import { FakeHost } from "../../host/fake";
import { seededReports } from "../../host/fake-data";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

vi.setConfig({ testTimeout: 30_000 });

function rowOf(id: string): HTMLElement {
  const row = document.querySelector<HTMLElement>(`[role=row][data-key="${id}"]`);
  if (!row) throw new Error(`no row ${id}`);
  return row;
}

/** Eight reports, 4107 down to 4100 in the list, with `count` selected from the second on. */
async function start(count: number, host = new FakeHost({ reports: seededReports(Date.now(), 8) })) {
  const app = await renderApp({ at: "/c/c1/reports", host });
  await screen.findByText("1–8 of 8");
  (await waitFor(() => rowOf("4106"))).focus();
  await app.user.keyboard(" ");
  for (let more = 1; more < count; more++) await app.user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  const bar = within(screen.getByRole("region", { name: "Selection" }));
  return { ...app, host, bar };
}

/** Makes writes to one report fail. */
function refuse(host: FakeHost, id: string, problem = makeProblem("forbidden", { said: "Not yours." })) {
  const call = host.call.bind(host);
  vi.spyOn(host, "call").mockImplementation(async (name, request, options) => {
    const isWrite = name === "report_delete" || name === "report_update";
    if (isWrite && (request as { id: string }).id === id) throw new ProblemError(problem);
    return call(name, request, options);
  });
}

it("selects with space and shift, counts, and clears", async () => {
  const { bar, user } = await start(3);
  expect(bar.getByText("3 selected")).toBeVisible();
  expect(["4106", "4105", "4104"].map((id) => rowOf(id).getAttribute("aria-selected"))).toEqual([
    "true",
    "true",
    "true",
  ]);
  await expectAccessible();
  await user.click(bar.getByRole("button", { name: "Clear selection" }));
  expect(screen.getByText("1–8 of 8")).toBeVisible();
  expect(rowOf("4106")).toHaveAttribute("aria-selected", "false");
});

it("forgets the selection on another page of rows", async () => {
  const { user } = await start(2);
  await user.click(screen.getByRole("radio", { name: "Good" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

/** Asks for a delete, confirms it and does not wait. */
async function deleteNow({ bar, user }: Pick<Awaited<ReturnType<typeof start>>, "bar" | "user">) {
  await user.click(bar.getByRole("button", { name: "Delete" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete now" }));
}

it("deletes one by one after showing what goes, and after a while in which that can be undone", async () => {
  const { bar, user, host } = await start(7);
  await user.click(bar.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete 7 reports?" }));
  expect(dialog.getAllByRole("listitem")).toHaveLength(6);
  expect(dialog.getByText("and 2 more")).toBeVisible();
  await expectAccessible();
  const release = host.hold("report_delete");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  const waiting = within(await screen.findByRole("alertdialog", { name: "7 reports will be deleted" }));
  expect(screen.getByText("1–8 of 8")).toBeVisible();
  expect(rowOf("4103")).toHaveTextContent("Will be deleted");
  await waitFor(() => expect(rowOf("4106")).toHaveFocus());
  expect(host.requests("report_delete")).toHaveLength(0);
  await user.click(waiting.getByRole("button", { name: "Delete now" }));
  expect(await screen.findByText("Deleting 1 of 7…")).toBeVisible();
  expect(host.requests("report_delete")).toHaveLength(1);
  await expectAccessible();
  release();
  expect(await screen.findByText("7 reports deleted.")).toBeVisible();
  expect(host.requests("report_delete").map(({ id }) => id)).toEqual([
    "4106",
    "4105",
    "4104",
    "4103",
    "4102",
    "4101",
    "4100",
  ]);
  await waitFor(() => expect(rowOf("4107")).toHaveFocus());
  expect(screen.getByText("1–1 of 1")).toBeVisible();
});

it("brings back the selection where the delete is undone", async () => {
  const { bar, user, host } = await start(3);
  await user.click(bar.getByRole("button", { name: "Delete" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("3 selected")).toBeVisible();
  expect(screen.queryByText("Will be deleted")).toBeNull();
  expect(host.requests("report_delete")).toHaveLength(0);
});

it("asks nothing before a single one, and takes none that is to be deleted already", async () => {
  const { bar, user } = await start(1);
  await user.click(bar.getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("alertdialog", { name: "The report will be deleted" })).toBeVisible();
  await user.keyboard(" {Shift>}{ArrowDown}{/Shift}{Delete}");
  expect(await screen.findAllByRole("alertdialog", { name: "The report will be deleted" })).toHaveLength(2);
  expect(rowOf("4105")).toHaveTextContent("Will be deleted");
});

it("says which failed, leaves those selected, and tries them again", async () => {
  const app = await start(3);
  const { user, host } = app;
  refuse(host, "4105");
  await deleteNow(app);
  const result = await screen.findByRole("alert");
  expect(result).toHaveTextContent("2 reports deleted.");
  expect(result).toHaveTextContent("1 failed.");
  expect(result).toHaveTextContent("Not yours.");
  expect(await screen.findByText("1 selected")).toBeVisible();
  expect(rowOf("4105")).toHaveAttribute("aria-selected", "true");
  await expectAccessible();
  vi.mocked(host.call).mockRestore();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete now" }));
  expect(await screen.findByText("Report deleted")).toBeVisible();
});

it("stops where the rest would fail as well, and tries the rest again when told to", async () => {
  const app = await start(3);
  const { user, host } = app;
  refuse(host, "4105", makeProblem("throttled"));
  await deleteNow(app);
  const result = await screen.findByRole("alert");
  expect(result).toHaveTextContent("1 report deleted.");
  expect(result).toHaveTextContent("1 failed. 1 was not tried.");
  expect(host.reports.map(({ row }) => row.id)).toContain("4104");
  expect(await screen.findByText("2 selected")).toBeVisible();
  vi.mocked(host.call).mockRestore();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("2 reports deleted.")).toBeVisible();
  expect(host.reports.map(({ row }) => row.id)).toEqual(["4100", "4101", "4102", "4103", "4107"]);
});

it("stops when told to", async () => {
  const { bar, user, host } = await start(3);
  const release = host.hold("report_update");
  await user.click(bar.getByRole("button", { name: "Refresh" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Refresh" }));
  await user.click(await screen.findByRole("button", { name: "Stop" }));
  release();
  expect(await screen.findByText(/1 report refreshed\./)).toHaveTextContent("2 were not tried.");
  expect(host.requests("report_update")).toEqual([{ connection: "c1", id: "4106", update: { results: true } }]);
});

it("lets others go first, and ends a write that waits for its turn when told to", async () => {
  const app = await start(3);
  const { user, host } = app;
  const release = host.hold("report_delete", { isBeforeSending: true });
  await deleteNow(app);
  await screen.findByText("Deleting 1 of 3…");
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/0 reports deleted\./)).toBeVisible();
  expect(screen.getByText(/3 were not tried\./)).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(await screen.findByText("3 selected")).toBeVisible();
  release();
  expect(host.requests("report_delete")).toHaveLength(1);
  expect(host.reports).toHaveLength(8);
  expect(host.options("report_delete").every(({ background }) => background)).toBe(true);
  await expectAccessible();
});

it("makes every call of a run in the background, the first one too", async () => {
  const { bar, user, host } = await start(2);
  await user.click(bar.getByRole("button", { name: "Privacy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
  await user.click(dialog.getByRole("radio", { name: /Public/ }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Privacy of 2 reports changed.");
  expect(host.options("report_update").map(({ background }) => background)).toEqual([true, true]);
});

it("stays in the dialog where the wait for the first one was stopped", async () => {
  const { bar, user, host } = await start(2);
  host.hold("report_update", { isBeforeSending: true });
  await user.click(bar.getByRole("button", { name: "Privacy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await host.call("waiting_stop", { id: "c1" });
  expect(await dialog.findByText("You stopped the wait.")).toBeVisible();
  expect(host.requests("report_update")).toHaveLength(1);
});

it("stops when the list is left, and says so", async () => {
  const { bar, user, host } = await start(3);
  const release = host.hold("report_update");
  await user.click(bar.getByRole("button", { name: "Refresh" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Refresh" }));
  await screen.findByText("Refreshing 1 of 3…");
  await user.click(screen.getByRole("link", { name: "Projects" }));
  await screen.findByRole("heading", { name: "Projects" });
  release();
  expect(await screen.findByText("Stopped after 1 of 3")).toBeVisible();
  expect(host.requests("report_update")).toHaveLength(1);
});

it("goes on deleting when the list is left, and can still be stopped", async () => {
  const app = await start(3);
  const { user, host, history } = app;
  const release = host.hold("report_delete");
  await deleteNow(app);
  await screen.findByText("Deleting 1 of 3…");
  await user.click(screen.getByRole("link", { name: "Projects" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
  await user.click(screen.getByRole("button", { name: "Stop" }));
  release();
  expect(await screen.findByText("1 report deleted.")).toBeVisible();
  expect(screen.getByText(/2 were not tried\./)).toBeVisible();
  expect(host.requests("report_delete")).toHaveLength(1);
});

it("changes the privacy of all, and says in the dialog what is wrong with what was entered", async () => {
  const { bar, user, host } = await start(2);
  await user.click(bar.getByRole("button", { name: "Privacy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
  expect(dialog.getByText("Applies to 2 reports.")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: /^Password/ }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("This is needed.")).toBeVisible();
  await user.click(dialog.getByRole("radio", { name: /Public/ }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Privacy of 2 reports changed.")).toBeVisible();
  const changed = host.reports.filter(({ row }) => ["4106", "4105"].includes(row.id));
  expect(changed.map(({ row }) => row.privacy)).toEqual(["public", "public"]);
});

it("is cleared by Escape, wherever the focus is", async () => {
  const { bar, user } = await start(2);
  bar.getByRole("button", { name: "Refresh" }).focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

it("keeps what was selected while others were refreshed", async () => {
  const { bar, user, host } = await start(2);
  const release = host.hold("report_update");
  await user.click(bar.getByRole("button", { name: "Refresh" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Refresh" }));
  await screen.findByText("Refreshing 1 of 2…");
  await user.click(within(rowOf("4101")).getByRole("checkbox"));
  release();
  expect(await screen.findByText("2 reports refreshed.")).toBeVisible();
  expect(await screen.findByText("1 selected")).toBeVisible();
  expect(rowOf("4101")).toHaveAttribute("aria-selected", "true");
});

it("closes a dialog when nothing is left that it is about", async () => {
  const { bar, user, host } = await start(1);
  const release = host.hold("report_delete");
  await user.click(bar.getByRole("button", { name: "Delete" }));
  await user.click(await screen.findByRole("button", { name: "Delete now" }));
  await user.click(within(rowOf("4106")).getByRole("checkbox"));
  await user.click(await screen.findByRole("button", { name: "Privacy" }));
  await screen.findByRole("dialog", { name: "Privacy" });
  release();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("counts the failures that it does not name, and names reports without an address by their ids", async () => {
  const reports = seededReports(Date.now(), 8);
  for (const { row } of reports) if (row.id === "4106") row.address = "";
  const { user, host, bar } = await start(7, new FakeHost({ reports }));
  const call = host.call.bind(host);
  vi.spyOn(host, "call").mockImplementation(async (name, request, options) => {
    if (name === "report_update") throw new ProblemError(makeProblem("forbidden", { said: "Not yours." }));
    return call(name, request, options);
  });
  await user.click(bar.getByRole("button", { name: "Refresh" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Refresh" }));
  const result = await screen.findByRole("alert");
  expect(result).toHaveTextContent("7 failed.");
  expect(result).toHaveTextContent("4106: Not yours.");
  expect(result).toHaveTextContent("and 2 more");
});
