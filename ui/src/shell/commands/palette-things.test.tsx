import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem } from "../../host";
import type { SavedView } from "../../host/contract";
import { exampleConnection, FakeHost, otherConnection, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { type RenderOptions, renderApp } from "../../test/render";

const view: SavedView = {
  id: "v1",
  name: "Coffee that got worse",
  place: "/c/c1/reports?result=bad",
  columns: { hidden: [], widths: {} },
};

async function start(options: RenderOptions = {}) {
  const preferences = { ...usualPreferences, views: [view] };
  const host = new FakeHost({
    library: "seeded",
    start: { connections: [exampleConnection, otherConnection], preferences },
  });
  const app = await renderApp({ at: "/settings", host, ...options });
  await screen.findByRole("heading", { level: 1 });
  const open = async (text = "") => {
    await app.user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog", { name: /^Search commands/ });
    if (text !== "") await app.user.keyboard(text);
  };
  return { ...app, open };
}

const group = async (name: string) => within(await screen.findByRole("group", { name }));
const namesIn = async (name: string) =>
  (await group(name)).getAllByRole("option").map(({ textContent }) => textContent);
const current = () => screen.getByRole("option", { selected: true });
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

it("finds reports, projects, and views before commands, with the match in bold", async () => {
  const { open, user } = await start();
  await open("coffee");
  expect(await namesIn("Saved views")).toEqual([expect.stringContaining(view.name)]);
  await expectAccessible();
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("kaffee");
  const reports = (await group("Reports")).getAllByRole("option", {
    name: /^(Good|Decent|Bad), \d+ kaffeewerk\.example/,
  });
  expect(reports).toHaveLength(6);
  for (const report of reports) expect(report.querySelector("mark")).toHaveTextContent(/^kaffee$/);
  expect(current()).toBe(reports[0]);
  expect(await namesIn("Projects")).toEqual([expect.stringMatching(/kaffeewerk\.example \d+ reports, average \d+/)]);
  expect(await namesIn("Commands")).toEqual([
    expect.stringContaining("Recheck kaffeewerk.example"),
    expect.stringContaining("Fix list for kaffeewerk.example"),
    expect.stringContaining("Search reports for “kaffee”"),
  ]);
  await expectAccessible();
});

it("tells reports of the same page apart", async () => {
  const { host, open } = await start();
  host.change("library_list", (page) => {
    const [first, second, ...others] = page.rows;
    if (!first || !second) return page;
    const twin = { ...first, row: { ...first.row, id: "9000", created_at: "2026-01-05T09:30:00Z" } };
    return { ...page, rows: [first, twin, second, ...others] };
  });
  await open("kaffee");
  const names = (await namesIn("Reports")).map((text) => {
    const [, page, created] = /^\d+ (\S+) (?:Created (.+))?/.exec(text ?? "") ?? [];
    return { page, created };
  });
  for (const { page, created } of names) {
    expect(created !== undefined, page).toBe(names.filter((other) => other.page === page).length > 1);
  }
  expect(names.map(({ created }) => created)).toContainEqual(expect.stringMatching(/^Jan 5$/));
});

it("opens the first hit, and others that keys or the mouse choose", async () => {
  const { open, user, history } = await start();
  await open("kaffeewerk.example");
  await group("Reports");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/));
  await open("kaffeewerk.example");
  await group("Projects");
  await user.keyboard("{ArrowDown>6/}{Enter}");
  await waitFor(() => expect(history.location.href).toBe("/c/c1/projects/kaffeewerk.example"));
  await open("coffee");
  await user.click(await screen.findByRole("option", { name: view.name }));
  await waitFor(() => expect(history.location.search).toContain("view=v1"));
});

it("finds the report of a whole URL", async () => {
  const { open, user, history, host } = await start();
  await open();
  await user.paste("https://www.kaffeewerk.example/pricing/#prices");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/));
  const id = history.location.pathname.split("/").at(-1);
  expect(host.reports.find(({ row }) => row.id === id)?.row.address).toBe("kaffeewerk.example/pricing");
});

it("reads again when a word is no URL any more", async () => {
  const { open, host } = await start();
  const sort = () => host.requests("library_list").at(-1)?.sort_by;
  await open("https://kaffee");
  await group("Reports");
  expect(sort()).toBe("address");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "kaffee" } });
  await waitFor(() => expect(sort()).toBe("generated"));
});

it("plans a project's recheck, and sends nothing", async () => {
  const { open, user, host } = await start();
  host.answer("batch_plan", () => {
    throw new Error("planned");
  });
  await open("kaffeewerk");
  await user.click(await screen.findByRole("option", { name: /^Recheck kaffeewerk/ }));
  await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
  expect(host.requests("batch_plan")[0]).toMatchObject({
    connection: "c1",
    source: { kind: "list", query: { project: "kaffeewerk.example" } },
    wish: { kind: "refresh" },
  });
  expect(host.requests("report_update")).toHaveLength(0);
});

it("opens the page in the browser by Ctrl and Enter", async () => {
  const { open, user, host } = await start();
  await open("kaffeewerk");
  await group("Reports");
  await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
  await waitFor(() => expect(host.requests("address_open")).toHaveLength(1));
  expect(host.requests("address_open")[0]?.url).toContain("kaffeewerk.example");
});

it("shows what was open lately, of this connection", async () => {
  const { open, user, history, host } = await start();
  const address = host.reports[5]?.row.address ?? "";
  act(() => history.push(`/c/c1/reports/${host.reports[5]?.row.id}`));
  await screen.findByRole("button", { name: "Close report" });
  act(() => history.push("/c/c1/projects/lumen-studio.example"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Close report" })).toBeNull());
  act(() => history.push("/settings"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await open();
  await screen.findByRole("option", { name: new RegExp(address.replace(/[?[\]+.]/g, "\\$&")) });
  expect(await namesIn("Recent")).toEqual([
    expect.stringContaining("lumen-studio.example"),
    expect.stringContaining(address),
  ]);
  expect(screen.getAllByRole("group")[0]).toHaveAccessibleName("Recent");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects/lumen-studio.example"));
  act(() => history.push("/c/c2/projects"));
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  await open();
  expect(screen.queryByRole("group", { name: "Recent" })).toBeNull();
});

/** Fills the form of a new batch, which asks before it is left. */
const enterUnsaved = () =>
  fireEvent.change(screen.getByRole("textbox", { name: "URLs" }), { target: { value: "new.example/a;own-secret" } });

it("keeps a report among the recent ones when the user chooses it and stays", async () => {
  const { open, user, history, host } = await start();
  act(() => history.push(`/c/c1/reports/${host.reports[5]?.row.id}`));
  await screen.findByRole("button", { name: "Close report" });
  act(() => history.push("/c/c1/batches/new"));
  await screen.findByRole("heading", { level: 1, name: "New batch" });
  enterUnsaved();
  await open();
  const [report] = await namesIn("Recent");
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  await open();
  expect(await namesIn("Recent")).toEqual([report]);
});

describe("before the library has answered", () => {
  it("keeps Enter for the first hit of the text typed", async () => {
    const { open, user, history, host } = await start();
    const answer = host.hold("library_list");
    await open("kaffeewerk");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("dialog", { name: /^Search commands/ })).toBeVisible();
    expect(history.location.pathname).toBe("/settings");
    answer();
    await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/));
  });

  it("drops Enter when the text changes", async () => {
    const { open, user, history, host } = await start();
    const answer = host.hold("library_list");
    await open("kaffeewerk");
    await user.keyboard("{Enter}.");
    answer();
    await group("Reports");
    expect(screen.getByRole("dialog", { name: /^Search commands/ })).toBeVisible();
    expect(history.location.pathname).toBe("/settings");
  });

  it("chooses what the user has moved to at once", async () => {
    const { open, user, history, host } = await start();
    host.hold("library_list");
    await open("projects");
    await user.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
  });

  it("shows no earlier answer after a later one", async () => {
    const { open, user, host } = await start();
    const first = host.hold("library_list");
    await open("fjord");
    const second = host.hold("library_list");
    await user.clear(screen.getByRole("combobox"));
    await user.keyboard("kaffee");
    second();
    expect((await namesIn("Reports")).every((name) => name?.includes("kaffeewerk"))).toBe(true);
    first();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect((await namesIn("Reports")).every((name) => name?.includes("kaffeewerk"))).toBe(true);
  });
});

describe("the actions of a report", () => {
  const actionsOf = (name: RegExp) => screen.findByRole("combobox", { name });

  async function openActions() {
    const app = await start();
    await app.open("kaffeewerk");
    await group("Reports");
    await app.user.keyboard("{ArrowDown}");
    const chosen = current().textContent;
    expect(screen.getByRole("combobox")).toHaveAccessibleDescription(/Tab Actions/);
    await app.user.keyboard("{Tab}");
    await actionsOf(/^Actions for kaffeewerk\.example/);
    return { ...app, chosen };
  }

  it("are shown by Tab, searched, and left by Escape, Shift+Tab, or Backspace", async () => {
    const { user, chosen } = await openActions();
    expect(await namesIn("Actions")).toHaveLength(10);
    expect(screen.getAllByText("Esc")).toHaveLength(1);
    await expectAccessible();
    await user.keyboard("copy report l");
    expect(await namesIn("Actions")).toEqual([expect.stringContaining("Copy report link")]);
    for (const key of ["{Escape}", "{Shift>}{Tab}{/Shift}", "{Backspace}"]) {
      await user.keyboard(key);
      expect(await screen.findByRole("combobox", { name: /^Search commands/ })).toHaveValue("kaffeewerk");
      expect(screen.getByRole("combobox")).toHaveFocus();
      expect(current().textContent).toBe(chosen);
      await user.keyboard("{Tab}");
      await actionsOf(/^Actions for/);
    }
  });

  it("are reached by the mouse", async () => {
    const { open, user } = await start();
    await open("kaffeewerk");
    await group("Reports");
    expect(current()).not.toHaveTextContent("Actions");
    await user.click(screen.getByText("Actions"));
    expect(await actionsOf(/^Actions for/)).toHaveFocus();
  });

  it("copy without opening the report", async () => {
    const { user, history } = await openActions();
    await user.keyboard("copy assay{Enter}");
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^assay:\/\/report\/c1\/\d+$/));
    expect(history.location.pathname).toBe("/settings");
  });

  it("change the report where it is shown", async () => {
    const { user, history, host } = await openActions();
    await user.keyboard("recheck{Enter}");
    await waitFor(() => expect(host.requests("report_update")).toHaveLength(1));
    expect(host.requests("report_update")[0]).toMatchObject({ id: history.location.pathname.split("/").at(-1) });
  });

  it("change nothing once the user has gone elsewhere", async () => {
    const { user, history, host } = await openActions();
    const held = (["report_read", "reports_list", "library_report", "library_list"] as const).map((name) =>
      host.hold(name),
    );
    await user.keyboard("delete{Enter}");
    await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/));
    const place = history.location.href;
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    act(() => history.push("/c/c1/projects"));
    await screen.findByRole("heading", { level: 1, name: "Projects" });
    for (const release of held) release();
    act(() => history.push(place));
    await screen.findByRole("button", { name: "More actions" });
    expect(screen.queryByText("Will be deleted")).toBeNull();
  });

  it("change nothing later if the user stays", async () => {
    const { open, user, history } = await start({ at: "/c/c1/batches/new" });
    enterUnsaved();
    const choose = async (action: string) => {
      await open("kaffeewerk.example");
      await group("Reports");
      await user.keyboard(action);
      return within(await screen.findByRole("alertdialog", { name: "Discard the list?" }));
    };
    const asked = await choose("{Tab}delete{Enter}");
    await user.click(asked.getByRole("button", { name: "Keep editing" }));
    expect(history.location.pathname).toBe("/c/c1/batches/new");
    const again = await choose("{Enter}");
    await user.click(again.getByRole("button", { name: "Discard" }));
    await screen.findByRole("button", { name: "More actions" });
    expect(screen.queryByText("Will be deleted")).toBeNull();
  });
});

it("searches the reports of all connections on their screens, and offers no ID of only one of them", async () => {
  const { open, user, history } = await start({ at: "/overview" });
  await open("kaffee");
  await user.click(await screen.findByRole("option", { name: "Search reports for “kaffee”" }));
  await waitFor(() => expect(history.location.href).toBe("/reports?search=kaffee"));
  await open("17");
  expect(await screen.findByRole("option", { name: "Search reports for “17”" })).toBeVisible();
  expect(screen.queryByRole("option", { name: "View report 17" })).toBeNull();
});

it("works with the library of all connections", async () => {
  const { open, user, history } = await start({ at: "/reports" });
  await open("kaffeewerk.example");
  const reports = await group("Reports");
  const one = reports.getAllByRole("option", { name: /Harbour$/ })[0] as HTMLElement;
  expect(reports.getAllByRole("option", { name: /Brightleaf$/ })[0]).toBeVisible();
  expect(await namesIn("Projects")).toEqual([
    expect.stringMatching(/kaffeewerk\.example Brightleaf/),
    expect.stringMatching(/kaffeewerk\.example Harbour/),
  ]);
  await user.click(one);
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/reports\/c2\/\d+$/));
});

it("has commands when the library has nothing, or fails", async () => {
  const host = new FakeHost({ start: { connections: [exampleConnection] } });
  const { open, user } = await start({ host });
  await open("kaffeewerk");
  expect(await namesIn("Commands")).toEqual([expect.stringContaining("Search reports for “kaffeewerk”")]);
  expect(screen.getAllByRole("group")).toHaveLength(1);
  host.fail("library_list", makeProblem("library_failed"), 99);
  await user.clear(screen.getByRole("combobox"));
  await user.keyboard("settings{Enter}");
  await isClosed();
});

it("asks only the library", async () => {
  const { open, host } = await start();
  const before = host.calls.length;
  await open("kaffeewerk");
  await group("Reports");
  const names = host.calls.slice(before).map(({ name }) => name);
  expect(names).toContain("library_list");
  expect(names.filter((name) => /^(reports?|projects?)_/.test(name))).toEqual([]);
});
