import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem } from "../../../host";
import type { Problem } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, otherConnection } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { choose } from "../../../test/menu";
import { chooseInView } from "../../../test/menus";
import { type RenderOptions, renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";

async function open(at = "/reports?per_page=10", options: RenderOptions = {}) {
  const app = await renderApp({ library: "seeded", at, ...options });
  await screen.findByRole("heading", { level: 1, name: "Reports" });
  return app;
}

/** Until the list of options has closed, Escape would close it, and not the dialog. */
const listboxCloses = () => waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());

const table = () => screen.findByRole("grid", { name: "Reports" });
const addresses = async () =>
  within(await table())
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);

it("shows the saved reports of all connections, asked as the address says", async () => {
  const { host, history } = await open(
    "/reports?sort_by=score&sort=asc&changed=worse&since=30&score_max=90&per_page=10",
    {
      start: { connections: [exampleConnection, otherConnection] },
    },
  );
  expect((await addresses()).length).toBeGreaterThan(2);
  await expectAccessible();
  expect(host.requests("library_list").at(-1)).toEqual({
    sort_by: "score",
    sort: "asc",
    changed: { change: "worse", since: { days: 30 } },
    score_max: 90,
    per_page: 10,
  });
  const rows = within(await table()).getAllByRole("row");
  expect(within(await table()).getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "ascending");
  expect(rows.some((row) => row.textContent?.includes("Harbour"))).toBe(true);
  expect(rows.some((row) => row.textContent?.includes("Before:"))).toBe(true);
  expect(screen.getByRole("columnheader", { name: /^Since \w+ \d+/ })).toBeVisible();
  expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
  expect(await screen.findByRole("row", { name: "Worse in the last 30 days" })).toBeVisible();
  expect(history.location.pathname).toBe("/reports");
});

it("is as old as the last sync if that covered all that may have changed, or else as its oldest row", async () => {
  const { host } = await open();
  const age = await screen.findByText(/^Saved copy ·/);
  expect(age).toHaveTextContent("Saved copy · 5 min ago");
  const synced_at = new Date(Date.now() - 2 * 60_000).toISOString();
  act(() => host.syncs.set("c1", { completeness: "whole", full_at: synced_at, synced_at }));
  await waitFor(() => expect(age).toHaveTextContent("Saved copy · 2 min ago"));
  act(() => host.syncs.set("c1", { looked_at: 25 }));
  await waitFor(() => expect(age).toHaveTextContent("Saved copy · 5 min ago"));
});

it("reads the open report again, too, when the list is reloaded", async () => {
  const { host, user } = await open("/reports/c1/4105?per_page=10");
  await screen.findByRole("tab", { name: "Checks" });
  const reads = host.requests("report_read").length;
  await chooseInView(user, "Reload list");
  await waitFor(() => expect(host.requests("report_read")).toHaveLength(reads + 1));
});

it("is announced once while a sync changes the library", async () => {
  const { host } = await open();
  await table();
  const said = await screen.findByText("10 rows of 240");
  expect(said).toHaveRole("status");
  const release = host.hold("library_list");
  const reads = host.requests("library_list").length;
  await act(async () => host.tell({ kind: "library" }));
  await waitFor(() => expect(host.requests("library_list").length).toBeGreaterThan(reads));
  expect(said).toHaveTextContent("10 rows of 240");
  release();
});

it("sorts by the heads of columns: dates from the newest, scores from the worst, texts from A", async () => {
  const { user, history } = await open();
  await user.click(within(await table()).getByRole("columnheader", { name: "Last checked" }));
  await waitFor(() => expect(history.location.search).toContain("sort_by=generated_at&sort=desc"));
  await user.click(within(await table()).getByRole("columnheader", { name: "Score" }));
  await waitFor(() => expect(history.location.search).toContain("sort_by=result&sort=asc"));
  await user.click(within(await table()).getByRole("columnheader", { name: "Page" }));
  await waitFor(() => expect(history.location.search).toContain("sort_by=url&sort=asc"));
});

it("narrows by everything that the service cannot, each to be taken away again", async () => {
  const { user, history, host } = await open();
  await table();
  await user.click(await screen.findByRole("button", { name: "Filters" }));
  const filters = await screen.findByRole("dialog", { name: "Filters" });
  const choose = async (field: string, option: string) => {
    await user.click(within(filters).getByRole("button", { name: new RegExp(`${field}$`) }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  // With one connection, there is none to choose.
  expect(within(filters).queryByRole("button", { name: /Connection$/ })).toBeNull();
  await choose("Privacy", "Public");
  expect(within(filters).queryByRole("button", { name: /Since$/ })).toBeNull();
  await choose("Changed", "Better");
  await choose("Since", "7 days ago");
  await user.type(within(filters).getByRole("textbox", { name: "Minimum score" }), "40{Tab}");
  await user.type(within(filters).getByRole("textbox", { name: "Not checked for (days)" }), "12{Tab}");
  await user.click(within(filters).getByRole("combobox", { name: "Failing check" }));
  const [check] = await screen.findAllByRole("option");
  if (check) await user.click(check);
  await listboxCloses();
  await expectAccessible();
  const wanted = {
    privacy: "public",
    changed: { change: "better", since: { days: 7 } },
    score_min: 40,
    stale_days: 12,
    failing: expect.any(String),
  };
  await waitFor(() => expect(host.requests("library_list")).toContainEqual(expect.objectContaining(wanted)));
  await user.keyboard("{Escape}");
  const chips = await screen.findByRole("grid", { name: "Active filters" });
  expect(within(chips).getAllByRole("row")).toHaveLength(5);
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(history.location.search).toBe("?per_page=10"));
});

it("says at the field and in the list that an expression is too slow, and offers to remove it", async () => {
  const { user, history, host } = await open();
  await table();
  const fields: Problem["fields"] = [{ field: "pattern", reason: { kind: "slow_pattern" } }];
  host.fail("library_list", makeProblem("slow_pattern", { fields }));
  await user.click(await screen.findByRole("button", { name: "Filters" }));
  const filters = await screen.findByRole("dialog", { name: "Filters" });
  const pattern = within(filters).getByRole("textbox", { name: "URL (regular expression)" });
  await user.type(pattern, "slow{Enter}");
  const reason = "Stopped after 1 second. Use a simpler regular expression.";
  await waitFor(() => expect(pattern).toHaveAccessibleDescription(reason));
  await user.keyboard("{Escape}");
  expect(await screen.findByText("Regular expression too slow")).toBeVisible();
  await expectAccessible();
  host.heal("library_list");
  await user.click(await screen.findByRole("button", { name: "Remove regular expression" }));
  await waitFor(() => expect(history.location.search).toBe("?per_page=10"));
  await waitFor(() => expect(screen.queryByText("Regular expression too slow")).toBeNull());
});

it("narrows by URL and duplicates, of which one may be enough, and names an invalid expression at its field", async () => {
  const { user, history, host } = await open();
  await table();
  await user.click(await screen.findByRole("button", { name: "Filters" }));
  const filters = await screen.findByRole("dialog", { name: "Filters" });
  const pattern = within(filters).getByRole("textbox", { name: "URL (regular expression)" });
  const match = () => within(filters).queryByRole("button", { name: /Match$/ });
  await user.type(pattern, "(shop{Enter}");
  await waitFor(() => expect(pattern).toHaveAccessibleDescription("Not a valid regular expression, or too complex."));
  await expectAccessible();
  await user.type(pattern, "){Enter}");
  await waitFor(() => expect(pattern).toHaveAccessibleDescription(""));
  expect(host.requests("library_list").at(-1)).toEqual({ pattern: "(shop)", per_page: 10 });
  // One filter can't be combined.
  expect(match()).toBeNull();
  await user.type(within(filters).getByRole("textbox", { name: "Path starts with" }), "/blog{Tab}");
  await waitFor(() => expect(match()).toBeVisible());
  for (const [field, option] of [
    ["Duplicates", "Older duplicates"],
    ["Match", "Match any filter"],
  ]) {
    await user.click(within(filters).getByRole("button", { name: new RegExp(`${field}$`) }));
    await user.click(await screen.findByRole("option", { name: option }));
  }
  const wanted = { pattern: "(shop)", path: "/blog", duplicates: "older", any: true, per_page: 10 };
  await waitFor(() => expect(host.requests("library_list")).toContainEqual(wanted));
  await listboxCloses();
  await user.keyboard("{Escape}");
  const chips = await screen.findByRole("grid", { name: "Active filters" });
  const names = within(chips).getAllByRole("row");
  expect(names.map(({ textContent }) => textContent)).toEqual([
    "Any of these filters",
    "Path starts with “/blog”",
    "URL matches “(shop)”",
    "Older duplicates",
  ]);
  expect(await screen.findByRole("button", { name: "Filters, 3 active" })).toBeVisible();
  await user.click(within(chips).getByRole("button", { name: "Remove Any of these filters" }));
  await waitFor(() => expect(history.location.search).not.toContain("any"));
  expect(history.location.search).toContain("duplicates=older");
});

it("offers no choice between filters that always apply", async () => {
  const { user } = await open("/reports?failing=title&gone=true&path=/blog&any=true&per_page=10");
  await table();
  const chips = within(await screen.findByRole("grid", { name: "Active filters" }));
  expect(chips.getByText("Only removed reports")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Filters, 3 active" }));
  const filters = await screen.findByRole("dialog", { name: /^Filters/ });
  const match = () => within(filters).queryByRole("button", { name: /Match$/ });
  expect(match()).toBeNull();
  await user.type(within(filters).getByRole("textbox", { name: "Minimum score" }), "40{Tab}");
  await waitFor(() => expect(match()).toHaveTextContent("Match any filter"));
});

it("searches inside checks as well as in addresses", async () => {
  const { user, host } = await open();
  await table();
  const searchIn = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    const filters = within(await screen.findByRole("dialog", { name: "Filters" }));
    await user.click(filters.getByRole("button", { name: /Search in$/ }));
    await user.click(await screen.findByRole("option", { name }));
    await listboxCloses();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  // The search scope can be chosen before typing.
  await searchIn("Check results");
  expect(host.requests("check_search_prepare")).toHaveLength(1);
  await user.type(await screen.findByRole("searchbox", { name: "Search check results" }), "shop");
  await waitFor(() =>
    expect(host.requests("library_list").at(-1)).toEqual({ search: "shop", search_in: "checks", per_page: 10 }),
  );
  await searchIn("URLs");
  await waitFor(() => expect(host.requests("library_list").at(-1)).toEqual({ search: "shop", per_page: 10 }));
  expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveValue("shop");
});

it("opens a report beside the list with its connection's actions, and continues past the loaded rows", async () => {
  const { user, history, host } = await open("/reports?per_page=10", {
    start: { connections: [exampleConnection, otherConnection] },
  });
  const links = within(await table()).getAllByRole("link");
  const link = links.at(-2);
  // Without the tile of its connection or host.
  const address = (link?.textContent ?? "").replace(/^[A-Z]/, "");
  if (link) await user.click(link);
  const panel = await screen.findByRole("complementary", { name: "Report" });
  expect(await within(panel).findByRole("heading", { level: 2 })).toHaveTextContent(address);
  await waitFor(() => expect(host.requests("report_read")).toHaveLength(1));
  await user.click(await within(panel).findByRole("button", { name: "Recheck" }));
  await waitFor(() => expect(host.requests("report_update")).toHaveLength(1));
  const [written] = host.requests("report_update");
  expect(history.location.pathname).toBe(`/reports/${written?.connection}/${written?.id}`);
  for (const place of ["10 of 480", "11 of 480"]) {
    await user.click(within(await screen.findByRole("complementary")).getByRole("button", { name: "Next report" }));
    expect(await screen.findByText(place)).toBeVisible();
  }
  expect(history.location.search).toBe("?per_page=10");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("complementary", { name: "Report" })).toBeNull());
  expect(history.location.pathname).toBe("/reports");
});

it("exports the selection, per connection, or the whole list", async () => {
  const { user } = await open("/reports?per_page=10&sort_by=url", {
    start: { connections: [exampleConnection, otherConnection] },
  });
  await table();
  await chooseInView(user, "Export…");
  expect(await screen.findByRole("dialog")).toHaveTextContent("480");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(within(await table()).getByRole("checkbox", { name: "Select all" }));
  const bar = await screen.findByRole("region", { name: "Selection" });
  expect(within(bar).getByRole("status")).toHaveTextContent("10 selected");
  await expectAccessible();
  await user.click(within(bar).getByRole("button", { name: "Export…" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Brightleaf5 reports",
    "Harbour5 reports",
  ]);
  await user.keyboard("{Escape}{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

it("says what to do while it remembers nothing, and what fits nothing", async () => {
  const host = new FakeHost();
  host.syncs.pace = 1;
  const { user, history } = await open("/reports?per_page=10", { host });
  await user.click(await screen.findByRole("button", { name: "Sync all reports" }));
  expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]);
  await waitFor(async () => expect(await addresses()).toHaveLength(10));
  history.push("/reports?search=nothing-like-this");
  const grid = within(screen.getByRole("grid", { name: "Reports" }));
  await user.click(await grid.findByRole("button", { name: "Clear search" }));
  await waitFor(() => expect(history.location.search).toBe(""));
});

it("says why the library cannot be read, and reads it again", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("library_list", "library_failed");
  const { user } = await open("/reports?per_page=10", { host });
  const again = await screen.findByRole("button", { name: /Try again|Again/ });
  await expectAccessible();
  host.heal("library_list");
  await user.click(again);
  await waitFor(async () => expect(await addresses()).toHaveLength(10));
});

it("names the connection of the open report of all connections, and not of one's own list", async () => {
  const start = { connections: [exampleConnection, otherConnection] };
  const { user, history } = await open(undefined, { start });
  await user.click(within(await table()).getAllByRole("row")[1] as HTMLElement);
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/reports\/c\d\/./));
  const [, , of, id] = history.location.pathname.split("/");
  const { name } = start.connections.find((one) => one.id === of) ?? exampleConnection;
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  expect(await panel.findByTitle(name)).toBeVisible();
  act(() => history.push(`/c/${of}/reports/${id}`));
  await waitFor(() => expect(screen.queryByTitle(name)).toBeNull());
});

it("compares two selected reports of different connections", async () => {
  const connections = [exampleConnection, otherConnection];
  const { user, host, history } = await open("/reports?per_page=10&sort_by=url", { start: { connections } });
  host.fail("reports_compare", "not_in_library");
  const rows = within(await table()).getAllByRole("row");
  const isOf = (name: string) => (row: HTMLElement) => within(row).queryByText(name) !== null;
  for (const { name } of connections) {
    const row = rows.find(isOf(name));
    if (!row) throw new Error(`no report of ${name}`);
    await user.click(within(row).getByRole("checkbox"));
  }
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByRole("button", { name: "Compare" }));
  await waitFor(() => expect(history.location.pathname).toBe("/compare"));
  await waitFor(() => expect(host.requests("reports_compare")).toHaveLength(1));
  const [request] = host.requests("reports_compare");
  expect([request?.before.connection, request?.after.connection].sort()).toEqual(["c1", "c2"]);
});

it("plans a batch of what is selected or of all that match, for one connection at a time", async () => {
  const own = new FakeHost({ library: "seeded", start: { connections: [exampleConnection, otherConnection] } });
  // One was removed, so it can't be changed on the service.
  own.change("library_list", (page) => {
    const at = page.rows.findIndex(({ connection }) => connection === "c2");
    const rows = page.rows.map((row, index) => (index === at ? { ...row, gone_at: "2026-01-01T00:00:00Z" } : row));
    return { ...page, rows };
  });
  const { user, host, history } = await open("/reports?per_page=10&sort_by=url&result=bad", { host: own });
  const selectPage = async () => {
    await user.click(within(await table()).getByRole("checkbox", { name: "Select all" }));
    return within(await screen.findByRole("region", { name: "Selection" }));
  };
  let bar = await selectPage();
  // The place takes the selection a moment later.
  await waitFor(() => expect(history.location.search).toContain("selected"));
  await user.click(bar.getByRole("button", { name: "Delete" }));
  const choice = await screen.findByRole("menuitem", { name: /^Harbour/ });
  const told = Number.parseInt(choice.textContent.replace("Harbour", ""), 10);
  await user.click(choice);
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/batches/1"));
  const [chosen] = host.requests("batch_plan");
  expect(chosen).toMatchObject({ connection: "c2", source: { kind: "reports" }, wish: { kind: "delete" } });
  const ids = chosen?.source.kind === "reports" ? chosen.source.ids : [];
  expect(ids.length).toBeGreaterThan(0);
  expect(told).toBe(ids.length);
  expect(ids.length).toBeLessThan(10);

  history.back();
  await screen.findByRole("heading", { level: 1, name: "Reports" });
  bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByRole("button", { name: /^Select all \d+ matching$/ }));
  expect(bar.getByRole("status")).toHaveTextContent(/^All \d+ matching selected$/);
  await user.click(bar.getByRole("button", { name: "Privacy…" }));
  await user.click(await screen.findByRole("menuitem", { name: "Brightleaf" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy of all matching reports" }));
  expect(dialog.getByRole("radio", { name: /^Private/ })).toHaveFocus();
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Review plan" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/2"));
  expect(host.requests("batch_plan").at(-1)).toMatchObject({
    connection: "c1",
    source: { kind: "library", query: { connection: "c1", verdict: "bad" } },
    wish: { kind: "privacy", privacy: "private" },
  });
});

it("marks a report that waits for its deletion, and leaves it out of a batch", async () => {
  const reports = seededReports(Date.now(), 8);
  const host = new FakeHost({
    library: "seeded",
    reports,
    start: { connections: [exampleConnection, otherConnection] },
  });
  const { user } = await open("/reports/c1/4105", { host });
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  await choose(user, "More actions", "Delete");
  await panel.findByText("Will be deleted");
  expect(rowOf("c1/4105")).toHaveTextContent("Will be deleted");
  // It has the same ID at its own service.
  expect(rowOf("c2/4105")).not.toHaveTextContent("Will be deleted");
  await user.click(within(await table()).getByRole("checkbox", { name: "Select all" }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByRole("button", { name: "Recheck" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Brightleaf7 reports",
    "Harbour8 reports",
  ]);
  await user.click(screen.getByRole("menuitem", { name: /^Brightleaf/ }));
  await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
  const ids = reports.map(({ row }) => row.id).filter((id) => id !== "4105");
  expect(host.requests("batch_plan")[0]?.source).toEqual({ kind: "reports", ids: expect.arrayContaining(ids) });
});

it("shows reports of one page next to each other, unless sorted otherwise", async () => {
  const { user, host } = await renderApp({ library: "seeded", at: "/c/c1/reports?duplicates=every&per_page=10" });
  const head = (name: string) => screen.findByRole("columnheader", { name });
  await waitFor(async () => expect(await head("Page")).toHaveAttribute("aria-sort", "ascending"));
  expect(host.requests("library_list")).toContainEqual(expect.objectContaining({ sort_by: "address", sort: "asc" }));
  await chooseInView(user, /^Sort by/, "Created");
  await waitFor(() => {
    expect(host.requests("library_list").at(-1)).toMatchObject({ duplicates: "every", sort_by: "created" });
  });
});

it("keeps the newest of several reports of a page, by a plan that deletes the others", async () => {
  const [first, second, ...others] = seededReports(Date.now(), 12);
  if (!first || !second) throw new Error("there are reports");
  const copy = { ...second, row: { ...second.row, address: first.row.address } };
  const host = new FakeHost({ library: "seeded", reports: [first, copy, ...others] });
  const batch = host.batches.tell("delete");
  const syncedAt = async (time: number) =>
    host.syncs.set("c1", { completeness: "whole", full_at: new Date(time).toISOString() });
  const { user, history } = await renderApp({ at: "/c/c1/reports?duplicates=every&path=%2F&per_page=10", host });
  expect(await addresses()).toEqual([first.row.address, first.row.address]);
  await act(() => syncedAt(Date.now() - 2 * 24 * 3600 * 1000));
  const remove = () => chooseInView(user, "Delete older duplicates…");
  expect(screen.queryByRole("button", { name: "View fix list" })).toBeNull();
  // Last in the menu, since it deletes.
  await user.click(screen.getByRole("button", { name: "View" }));
  expect((await screen.findAllByRole("menuitem")).at(-1)).toHaveAccessibleName("Delete older duplicates…");
  await user.keyboard("{Escape}");
  await remove();
  // The newest one may be gone by now.
  expect(await screen.findByText("Sync all reports first")).toBeVisible();
  expect(host.requests("batch_plan")).toEqual([]);
  await act(() => syncedAt(Date.now()));
  await remove();
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
  const sorted = { sort_by: "address", sort: "asc" };
  const query = { connection: "c1", path: "/", duplicates: "older", ...sorted, per_page: 10 };
  expect(host.requests("batch_plan")).toEqual([{ ...batch, source: { kind: "library", query } }]);
  history.push("/c/c1/reports?duplicates=every&path=%2F&any=true");
  await table();
  // The list has other reports, too.
  await screen.findByText("12 reports");
  expect(screen.getByRole("button", { name: "View fix list" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "View" }));
  expect(await screen.findByRole("menuitem", { name: "Reload list" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Delete older duplicates…" })).toBeNull();
});

it("shows that the plan to delete older duplicates is built, and stops it on demand", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
  const { user, history } = await renderApp({ at: "/c/c1/reports?duplicates=every&per_page=10", host });
  await table();
  const release = host.hold("batch_plan");
  await chooseInView(user, "Delete older duplicates…");
  const bar = within(await screen.findByRole("region", { name: "New batch" }));
  await expectAccessible();
  await user.click(bar.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "New batch" })).toBeNull());
  release();
  expect(host.options("batch_plan").at(-1)?.signal?.aborted).toBe(true);
  expect(history.location.pathname).toBe("/c/c1/reports");
});

it("is where the places lead that the library's own screen had", async () => {
  const { history, host } = await open("/library?connection=c1&verdict=bad&stale_days=30&sort_by=address&per_page=10");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  await table();
  expect(host.requests("library_list").at(-1)).toEqual({
    connection: "c1",
    verdict: "bad",
    stale_days: 30,
    sort_by: "address",
    per_page: 10,
  });
  history.push("/library/c1/4105?changed=worse&since=7");
  expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
  expect(history.location.href).toBe("/reports/c1/4105?changed=worse&since=7");
  history.push("/library/fix-list?verdict=bad");
  expect(await screen.findByRole("heading", { level: 1, name: "Fix list" })).toBeVisible();
  expect(history.location.href).toBe("/fix-list?result=bad");
});

describe("the list of a connection", () => {
  const LIST = "/c/c1/reports?per_page=10";

  it("is the service's until something is asked that only the library can answer, and again after that", async () => {
    const { user, host, history } = await open(LIST);
    expect(await screen.findByText("Live")).toBeVisible();
    const asked = host.requests("reports_list").length;
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    const filters = within(await screen.findByRole("dialog", { name: "Filters" }));
    await user.click(filters.getByRole("button", { name: /Privacy$/ }));
    await user.click(await screen.findByRole("option", { name: "Public" }));
    await listboxCloses();
    await user.keyboard("{Escape}");
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    expect(host.requests("library_list").at(-1)).toEqual({ connection: "c1", privacy: "public", per_page: 10 });
    await user.click(within(await table()).getByRole("columnheader", { name: "Score" }));
    await waitFor(() => expect(history.location.search).toContain("sort_by=result&sort=asc"));
    await waitFor(() => expect(host.requests("library_list").at(-1)).toMatchObject({ sort_by: "score" }));
    expect(host.requests("reports_list")).toHaveLength(asked);
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Remove Privacy: Public" }));
    await chooseInView(user, /^Sort by/, "Created");
    expect(await screen.findByText("Live")).toBeVisible();
  });

  it("leads to the same list of all connections, and back", async () => {
    const { user, host, history } = await open(`${LIST}&result=bad&stale_days=30`, {
      start: { connections: [exampleConnection, otherConnection] },
    });
    const choose = async (name: string) => {
      await user.click(await screen.findByRole("button", { name: /^Filters/ }));
      const filters = within(await screen.findByRole("dialog", { name: /^Filters/ }));
      await user.click(filters.getByRole("button", { name: /Connection$/ }));
      await user.click(await screen.findByRole("option", { name }));
    };
    await choose("All connections");
    await waitFor(() => expect(history.location.pathname).toBe("/reports"));
    expect(Object.fromEntries(new URLSearchParams(history.location.search))).toEqual({
      result: "bad",
      stale_days: "30",
      per_page: "10",
    });
    await waitFor(() =>
      expect(host.requests("library_list").at(-1)).toEqual({ verdict: "bad", stale_days: 30, per_page: 10 }),
    );
    await choose("Brightleaf");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  });

  it("can be changed where its rows are the library's, except for what is gone", async () => {
    const own = new FakeHost({ library: "seeded" });
    own.change("library_list", (page) => ({
      ...page,
      rows: page.rows.map((row, at) => (at === 1 ? { ...row, gone_at: "2026-01-01T00:00:00Z" } : row)),
    }));
    const { user, host, history } = await open(`${LIST}&sort_by=changed`, { host: own });
    const menuOf = async (at: number) => {
      const target = within(await table()).getAllByRole("rowheader")[at];
      if (target) await user.pointer({ keys: "[MouseRight]", target });
      const menu = await screen.findByRole("menu");
      const items = within(menu)
        .getAllByRole("menuitem")
        .map(({ textContent }) => textContent);
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
      return items;
    };
    expect(await menuOf(0)).toEqual(expect.arrayContaining(["Fix list for this project", "Export history…", "Delete"]));
    expect(await menuOf(1)).not.toContain("Delete");
    const [first] = within(await table()).getAllByRole("link");
    if (first) await user.click(first);
    expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
    expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/);
    await user.keyboard("{Escape}");
    await user.click(within(await table()).getByRole("checkbox", { name: "Select all" }));
    await user.click(
      within(await screen.findByRole("region", { name: "Selection" })).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
    const [planned] = host.requests("batch_plan");
    expect(planned?.source.kind === "reports" && planned.source.ids).toHaveLength(9);
  });

  it("says that the library is empty rather than that nothing fits", async () => {
    const host = new FakeHost();
    host.fail("reports_list", "offline");
    const { user } = await open(`${LIST}&privacy=public`, { host });
    expect(await screen.findByText("Nothing synced yet")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Sync all reports" }));
    expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]);
  });

  it("offers a full sync where nothing fits that a partial library remembers", async () => {
    const host = new FakeHost();
    const { history } = await open(LIST, { host });
    await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(10));
    // It stays until the button takes its place.
    const offer = await screen.findByText(/^Sync all reports once/);
    history.push(`${LIST}&stale_days=3650`);
    expect(await screen.findByText("No matching reports")).toBeVisible();
    await waitFor(() => expect(offer).not.toBeInTheDocument());
    expect(screen.getByRole("button", { name: "Sync all reports" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Clear filters" })).toBeVisible();
  });

  it("offers no full sync while the service can’t be reached", async () => {
    const host = new FakeHost();
    const { history } = await renderApp({ at: "/c/c1/batches", host });
    const offer = await screen.findByText(/^Sync all reports once/);
    host.fail("reports_list", "offline");
    host.fail("library_list", "library_failed");
    history.push(LIST);
    await screen.findByRole("heading", { name: "You’re offline" });
    await waitFor(() => expect(offer).not.toBeInTheDocument());
  });

  it("is led to by the project of a row of all connections", async () => {
    const { user, history } = await open();
    const [target] = within(await table()).getAllByRole("rowheader");
    if (target) await user.pointer({ keys: "[MouseRight]", target });
    await user.click(await screen.findByRole("menuitem", { name: /^Only this project/ }));
    await waitFor(() => expect(history.location.href).toMatch(/^\/c\/c1\/projects\/[^/]+\/reports$/));
    const project = history.location.pathname.replace(/reports$/, "fix-list");
    history.back();
    await screen.findByRole("heading", { level: 1, name: "Reports" });
    const [again] = within(await table()).getAllByRole("rowheader");
    if (again) await user.pointer({ keys: "[MouseRight]", target: again });
    await user.click(await screen.findByRole("menuitem", { name: "Fix list for this project" }));
    await waitFor(() => expect(history.location.href).toBe(project));
  });
});
