import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SavedView } from "../../host/contract";
import { exampleConnection, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { CLOSE, chooseInView, entry } from "../../test/menus";
import { renderApp } from "../../test/render";

const noLayout = { hidden: [], widths: {} };
const worse: SavedView = {
  id: "v1",
  name: "Worse",
  place: "/library?changed=worse&per_page=10&since=7",
  columns: noLayout,
};
const bad: SavedView = { id: "v2", name: "Bad ones", place: "/c/c1/reports?per_page=10&result=bad", columns: noLayout };
const high: SavedView = { id: "v3", name: "High first", place: "/c/c1/fix-list?importance=high", columns: noLayout };

async function open(at: string, views: SavedView[] = [worse, bad, high]) {
  const preferences = { ...usualPreferences, views };
  const app = await renderApp({ library: "seeded", at, start: { preferences } });
  await screen.findByRole("heading", { level: 1 });
  const kept = () => app.host.requests("preferences_save").at(-1)?.views ?? [];
  return { ...app, kept };
}

const list = () => screen.findByRole("grid", { name: "Saved views" });
const names = async () =>
  within(await list())
    .getAllByRole("row")
    .map((row) => row.getAttribute("aria-label"));

it("keeps the filters, sort, page size and columns of a list under a name, and leads back to them", async () => {
  const { user, history, kept } = await open("/c/c1/reports?result=bad&sort_by=url&sort=asc&per_page=10&page=2", []);
  await screen.findByRole("grid", { name: "Reports" });
  expect(screen.queryByRole("grid", { name: "Saved views" })).toBeNull();
  await chooseInView(user, "Save this view…");
  const dialog = await screen.findByRole("dialog", { name: "Save this view" });
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Enter a name.")).toBeVisible();
  await expectAccessible();
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "  Bad by address {Enter}");
  await waitFor(() => expect(kept()).toHaveLength(1));
  expect(await screen.findByText("View saved: Bad by address")).toHaveRole("status");
  expect(kept()[0]).toMatchObject({
    name: "Bad by address",
    place: "/c/c1/reports?per_page=10&result=bad&sort=asc&sort_by=url",
  });
  const row = within(await list()).getByRole("row", { name: "Bad by address" });
  expect(row).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("link", { name: /^Reports/ })).not.toHaveAttribute("aria-current");
  await user.click(screen.getByRole("link", { name: /^Projects/ }));
  await waitFor(() => expect(row).not.toHaveAttribute("aria-current"));
  await user.click(within(await list()).getByRole("row", { name: "Bad by address" }));
  await waitFor(() => expect(history.location.search).toContain("result=bad&sort=asc&sort_by=url&view="));
});

it("announces a view each time, also under the same name", async () => {
  const { user } = await open("/c/c1/reports?result=bad", []);
  await screen.findByRole("grid", { name: "Reports" });
  const ask = async () => {
    await chooseInView(user, /^Save (this|as new) view…/);
    return within(await screen.findByRole("dialog")).findByRole("textbox", { name: "Name" });
  };
  await user.type(await ask(), "Bad{Enter}");
  expect(await screen.findByText("View saved: Bad")).toHaveRole("status");
  await ask();
  expect(screen.queryByText("View saved: Bad")).toBeNull();
  await user.keyboard("Bad{Enter}");
  expect(await screen.findByText("View saved: Bad")).toHaveRole("status");
});

it("marks the open view as changed while it shows something else, and updates it", async () => {
  const { user, kept } = await open("/c/c1/reports?per_page=10&result=bad&view=v2");
  await screen.findByRole("grid", { name: "Reports" });
  expect(await names()).toEqual(["Worse", "Bad ones", "High first"]);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/^Bad ones$/);
  await user.click(screen.getByRole("radio", { name: "Good" }));
  const row = await within(await list()).findByRole("row", { name: "Bad ones (modified)" });
  expect(row).toHaveAttribute("aria-current", "page");
  await expectAccessible();
  await user.click(within(row).getByRole("button", { name: "Actions for Bad ones" }));
  await user.click(await screen.findByRole("menuitem", { name: "Update view" }));
  await waitFor(() => expect(kept()[1]?.place).toBe("/c/c1/reports?per_page=10&result=good"));
  expect(await names()).toContain("Bad ones");
});

it("shows how many reports each has, all from one call, as soon as the library has them and after it changes", async () => {
  const broken = { ...bad, id: "v4", name: "Broken", place: "/c/c1/reports?pattern=%28" };
  const { history, host } = await open("/c/c1/projects", [worse, bad, high, broken]);
  const row = async (name: string) => within(await list()).getByRole("row", { name });
  const count = () => String(host.reports.filter(({ row }) => row.verdict === "bad").length);
  // The connection's library isn't complete yet.
  expect(await row("Bad ones")).toHaveTextContent(/^Bad ones$/);
  expect(host.requests("library_counts")).toEqual([]);
  act(() => host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() }));
  await waitFor(async () => expect(await row("Bad ones")).toHaveTextContent(`Bad ones${count()}`));
  expect(await row("High first")).toHaveTextContent(/^High first$/);
  expect(await row("Broken")).toHaveTextContent(/^Broken$/);
  expect(host.requests("library_counts").at(-1)).toHaveLength(2);
  const gone = host.reports.find(({ row }) => row.verdict === "bad")?.row.id ?? "";
  await act(() => host.call("report_delete", { connection: "c1", id: gone }));
  await waitFor(async () => expect(await row("Bad ones")).toHaveTextContent(`Bad ones${count()}`));
  history.push("/c/c1/reports?per_page=10&result=good&view=v2");
  expect(await within(await list()).findByRole("row", { name: "Bad ones (modified)" })).toHaveTextContent(
    `Bad ones${count()}`,
  );
});

it("marks those of other connections than the screen’s, and doesn’t count their reports there", async () => {
  const other = { ...exampleConnection, id: "c2", name: "Harbour" };
  const elsewhere = { ...bad, id: "v4", name: "Elsewhere", place: "/c/c2/reports" };
  const preferences = { ...usualPreferences, views: [worse, bad, elsewhere] };
  const start = { preferences, connections: [exampleConnection, other] };
  const { history } = await renderApp({ library: "seeded", at: "/c/c1/projects", start });
  const marks = async () =>
    within(await list())
      .getAllByRole("row")
      .map((row) => within(row).queryByRole("img")?.getAttribute("aria-label"));
  await waitFor(async () => expect(await marks()).toEqual(["All connections", undefined, "Harbour"]));
  expect((await list()).querySelectorAll("svg.lucide-bookmark")).toHaveLength(3);
  await expectAccessible();
  const row = async (name: string) => within(await list()).getByRole("row", { name });
  expect(await row("Worse")).toHaveTextContent(/^Worse$/);
  history.push("/overview");
  await waitFor(async () => expect(await marks()).toEqual([undefined, "Brightleaf", "Harbour"]));
  await waitFor(async () => expect(await row("Worse")).toHaveTextContent(/^Worse\d+$/));
});

it("says in place of a count that the expression of a view is too slow", async () => {
  const slow = { ...worse, id: "v4", name: "Slow", place: "/reports?pattern=slow" };
  const { host } = await open("/overview", [worse, slow]);
  const row = async (name: string) => within(await list()).getByRole("row", { name });
  host.change("library_counts", (counts) => counts.map((it, at) => (at === 1 ? { kind: "slow_pattern" } : it)));
  await act(() => host.call("report_delete", { connection: "c1", id: host.reports[0]?.row.id ?? "" }));
  expect(await within(await row("Slow")).findByRole("img", { name: "Regular expression too slow" })).toBeVisible();
  expect(await row("Worse")).toHaveTextContent(/^Worse\d+$/);
});

it("has columns of its own", async () => {
  const { user, kept, history } = await open("/c/c1/reports?per_page=10&result=bad&view=v2");
  const head = async () =>
    within(await screen.findByRole("grid", { name: "Reports" }))
      .getAllByRole("columnheader")
      .map((one) => one.textContent);
  expect(await head()).toContain("Privacy");
  await chooseInView(user, "Columns", "Privacy");
  await waitFor(() => expect(kept()[1]?.columns.hidden).toEqual(["privacy"]));
  await user.keyboard(CLOSE);
  expect(await head()).not.toContain("Privacy");
  history.push("/c/c1/reports");
  await waitFor(async () => expect(await head()).toContain("Privacy"));
});

it("renames, moves and deletes views, which can be undone", async () => {
  const { user, kept } = await open("/library?changed=worse&per_page=10&since=7&view=v1");
  const choose = async (view: string, entry: string) => {
    await user.click(within(await list()).getByRole("button", { name: `Actions for ${view}` }));
    await user.click(await screen.findByRole("menuitem", { name: entry }));
  };
  await choose("High first", "Rename…");
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(field);
  await user.type(field, "Weighty{Enter}");
  await waitFor(() => expect(kept().map(({ name }) => name)).toEqual(["Worse", "Bad ones", "Weighty"]));
  await choose("Weighty", "Move up");
  await waitFor(() => expect(kept().map(({ name }) => name)).toEqual(["Worse", "Weighty", "Bad ones"]));
  await choose("Worse", "Delete view");
  await waitFor(async () => expect(await names()).toEqual(["Weighty", "Bad ones"]));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await names()).toEqual(["Worse", "Weighty", "Bad ones"]));
  await waitFor(() => expect(kept()).toHaveLength(3));
});

it("brings back only the deleted view where the list that deleted it was left", async () => {
  const { user, kept } = await open("/c/c1/reports?per_page=10&result=bad&view=v2");
  await chooseInView(user, "Delete view");
  await waitFor(async () => expect(await names()).toEqual(["Worse", "High first"]));
  await user.click(screen.getByRole("link", { name: "Overview" }));
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  await user.click(within(await list()).getByRole("button", { name: "Actions for High first" }));
  await user.click(await screen.findByRole("menuitem", { name: "Rename…" }));
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.clear(field);
  await user.type(field, "Weighty{Enter}");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(kept().map(({ name }) => name)).toEqual(["Worse", "Bad ones", "Weighty"]));
});

it("is put in another order by the keyboard, as by dragging", async () => {
  // An old place would lead on, and the focus would follow to the new screen.
  const { user, kept } = await open("/c/c1/reports?per_page=10");
  const row = within(await list()).getByRole("row", { name: "High first" });
  act(() => row.focus());
  await user.keyboard("{ArrowRight}");
  expect(within(row).getByRole("button", { name: /^Move High first/ })).toHaveFocus();
  await user.keyboard("{Enter}");
  const between = await screen.findByRole("button", { name: "Insert between Worse and Bad ones" });
  while (document.activeElement !== between) await user.keyboard("{ArrowUp}");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(kept().map(({ name }) => name)).toEqual(["Worse", "High first", "Bad ones"]));
});

it("stays where it is when it is dropped there", async () => {
  const { user } = await open("/c/c1/reports?per_page=10");
  const row = within(await list()).getByRole("row", { name: "High first" });
  act(() => row.focus());
  await user.keyboard("{ArrowRight}{Enter}");
  const own = await screen.findByRole("button", { name: "Insert after High first" });
  while (document.activeElement !== own) await user.keyboard("{ArrowUp}");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(own).not.toBeInTheDocument());
  expect(await names()).toEqual(["Worse", "Bad ones", "High first"]);
});

it("is found in the palette, and saved by a command there", async () => {
  const { user, history, kept } = await open("/library?verdict=good&per_page=10");
  const choose = async (text: string) => {
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
    await user.keyboard(`${text}{Enter}`);
  };
  await choose("high first");
  await waitFor(() => expect(history.location.href).toBe("/c/c1/fix-list?importance=high&view=v3"));
  await choose("save this view");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Once more{Enter}");
  await waitFor(() => expect(kept().at(-1)?.place).toBe("/c/c1/fix-list?importance=high"));
});

it("keeps no more than 100, and shows none of a connection that is not there", async () => {
  const views = Array.from({ length: 100 }, (_, at) => ({ ...bad, id: `v${at}`, name: `View ${at}` }));
  const elsewhere = { ...bad, id: "v100", name: "Elsewhere", place: "/c/gone/reports" };
  const { user } = await open("/library?per_page=10", [elsewhere, ...views.slice(1)]);
  expect(await names()).not.toContain("Elsewhere");
  await chooseInView(user);
  expect(await entry(/^Save this view/)).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByText("You’ve reached the limit of 100 views.")).toBeVisible();
});

it("goes with its connection", async () => {
  const other = { ...exampleConnection, id: "c2", name: "Harbour" };
  const preferences = { ...usualPreferences, views: [bad, worse] };
  const { user, host } = await renderApp({
    at: "/connections",
    start: { preferences, connections: [exampleConnection, other] },
  });
  await user.click(await screen.findByRole("button", { name: "Actions for Brightleaf" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.views).toEqual([worse]));
});
