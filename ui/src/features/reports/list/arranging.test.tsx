import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../../host";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, otherConnection, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { CLOSE, chooseInView, entry } from "../../../test/menus";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { scrollToEnd } from "../../../test/scroll";
import { applyStyles } from "../../../test/styles";

const LIST = "/c/c1/reports";

/** Twelve reports, 4111 to 4100. */
async function start(at = LIST, host = new FakeHost({ reports: seededReports(Date.now(), 12) })) {
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Reports" });
  const chips = () => within(screen.getByRole("grid", { name: "Active filters" })).queryAllByRole("row");
  return { ...app, host, chips, query: () => host.requests("reports_list").at(-1)?.query };
}

describe("what is active", () => {
  it("is shown as chips, each of which can be taken away, unless the toolbar shows it", async () => {
    const { user, chips, history } = await start(
      `${LIST}?search=shop&result=bad&project=x.example&sort_by=url&sort=asc&privacy=public&stale_days=90`,
    );
    await screen.findByRole("grid", { name: "Active filters" });
    await screen.findByRole("heading", { name: "Nothing synced yet" });
    expect(chips().map(({ textContent }) => textContent)).toEqual(["Privacy: Public", "Not checked for 90 days"]);
    await expectAccessible();
    await user.click(within(chips()[0] as HTMLElement).getByRole("button"));
    await waitFor(() => expect(history.location.search).not.toContain("privacy"));
    await waitFor(() => expect(chips()).toHaveLength(1));
    (chips()[0] as HTMLElement).focus();
    await user.keyboard("{Delete}");
    await waitFor(() => expect(history.location.search).not.toContain("stale_days"));
    expect(history.location.search).toContain("project=x.example&sort_by=url&sort=asc");
  });

  it("is all taken away at once, except for the order", async () => {
    const { user, history } = await start(`${LIST}?result=bad&sort=asc&per_page=10&privacy=public&stale_days=9`);
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(history.location.search).toBe("?sort=asc&per_page=10"));
    expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
  });

  it("has no chip for what the toolbar shows", async () => {
    await start(`${LIST}?sort_by=url&sort=asc&result=bad&search=shop`);
    expect(screen.queryByRole("grid", { name: "Active filters" })).toBeNull();
  });
});

describe("how many there are", () => {
  it("is announced after each response", async () => {
    const { user } = await start();
    const news = await screen.findByText("12 rows");
    expect(news.closest("[role=status]")).not.toBeNull();
    await user.click(screen.getByRole("radio", { name: "Good" }));
    await waitFor(() => expect(news).not.toHaveTextContent("12 rows"));
    await waitFor(() => expect(news).toHaveTextContent(/^\d+ rows?$/));
  });

  it("is announced with the total, and again when more are loaded", async () => {
    await start(`${LIST}?per_page=10`);
    expect(await screen.findByText("10 rows of 12")).toBeInTheDocument();
    scrollToEnd();
    expect(await screen.findByText("12 rows")).toBeInTheDocument();
  });
});

describe("columns", () => {
  it("can be hidden and shown again, which is kept", async () => {
    const { user, host } = await start();
    expect(screen.getByRole("columnheader", { name: /Privacy/ })).toBeVisible();
    await chooseInView(user, "Columns");
    expect(await entry("Page")).toHaveAttribute("aria-disabled", "true");
    await user.click(await entry("Privacy"));
    await expectAccessible();
    await user.keyboard(CLOSE);
    await waitFor(() => expect(screen.queryByRole("columnheader", { name: /Privacy/ })).toBeNull());
    await waitFor(() =>
      expect(host.requests("preferences_save").at(-1)?.columns).toEqual({
        reports: { hidden: ["privacy"], widths: {} },
      }),
    );
    await chooseInView(user, "Columns");
    await user.click(await entry("Reset columns"));
    await user.keyboard(CLOSE);
    expect(await screen.findByRole("columnheader", { name: /Privacy/ })).toBeVisible();
  });

  it("start as they were left", async () => {
    const columns = { reports: { hidden: ["privacy", "id", "no_such_column"], widths: { generated: 200 } } };
    const preferences = { ...usualPreferences, columns };
    await start(LIST, new FakeHost({ reports: seededReports(Date.now(), 3), start: { preferences } }));
    expect(screen.queryByRole("columnheader", { name: /Privacy/ })).toBeNull();
    expect(screen.queryByRole("columnheader", { name: /ID/ })).toBeNull();
    expect(screen.getByRole("columnheader", { name: /Score/ })).toBeVisible();
  });

  it("that have no room now say so, and give way to those that matter more", async () => {
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 480, 500));
    const { user } = await start();
    expect(screen.queryByRole("columnheader", { name: /Privacy/ })).toBeNull();
    expect(screen.getByRole("columnheader", { name: /Score/ })).toBeVisible();
    await chooseInView(user, "Columns");
    expect(await entry("Privacy")).toHaveAccessibleDescription("List too narrow");
    expect(await entry("Score")).not.toHaveAccessibleDescription();
    expect(await entry("Page")).toHaveAccessibleDescription("Always shown");
    const columns = within(screen.getByRole("menu", { name: "Columns" }));
    expect(columns.getAllByText("List too narrow")).toHaveLength(4);
    expect(columns.getAllByText("Always shown")).toHaveLength(1);
  });

  it.each([
    ["", 412, ["Score", "Page", "Created"]],
    ["", 470, ["Score", "Page", "Created"]],
    ["?sort_by=result", 412, ["Score", "Page", "Last checked"]],
    ["?sort_by=project", 412, ["Score", "Page", "Project"]],
    ["?duplicates=every", 412, ["Score", "Page", "Created"]],
    ["", 312, ["Score", "Page"]],
    ["?sort_by=project", 312, ["Score", "Page"]],
    ["", 592, ["Score", "Page", "Created"]],
    ["", 860, ["Score", "Page", "Failed", "Privacy", "Created"]],
    ["?sort_by=generated_at", 860, ["Score", "Page", "Failed", "Privacy", "Last checked"]],
    ["", 1040, ["Score", "Page", "Failed", "Privacy", "Last checked", "Created", "ID"]],
  ])("leave the page its room, but for the sorted one%s in %i pixels", async (search, width, columns) => {
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 500));
    await start(`${LIST}${search}`);
    // The first one has the checkbox.
    const [, ...heads] = screen.getAllByRole("columnheader");
    expect(heads.map(({ textContent }) => textContent)).toEqual(columns);
  });
});

it("keeps the columns where they are when the list is sorted by score", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(860);
  const { user } = await start();
  const score = screen.getByRole("columnheader", { name: "Score" });
  const { width } = score.style;
  expect(Number.parseFloat(width)).toBeGreaterThan(0);
  await user.click(score);
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: "Score" })).toHaveAttribute("aria-sort", "ascending"),
  );
  expect(screen.getByRole("columnheader", { name: "Score" }).style.width).toBe(width);
});

it.each([
  ["Harbour", 860, 130],
  ["The pages of every shop, branch, and partner", 860, 150],
  ["The pages of every shop, branch, and partner", 1400, 278],
])("gives names of connections like %s little of %i pixels before pages have room", async (name, width, room) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 500));
  const connections = [exampleConnection, { ...otherConnection, name }];
  await renderApp({ at: "/reports?per_page=10", host: new FakeHost({ library: "seeded", start: { connections } }) });
  expect((await screen.findByRole("columnheader", { name: "Connection" })).style.width).toBe(`${room}px`);
  expect(screen.getByRole("columnheader", { name: "Privacy" })).toBeVisible();
});

it("keeps columns in place whichever date the list is sorted by", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(860);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 860, 500));
  const widths = async (sort: string, last: string) => {
    const { unmount } = await renderApp({ library: "seeded", at: `${LIST}?per_page=10&sort_by=${sort}` });
    await screen.findByRole("columnheader", { name: last });
    const heads = screen.getAllByRole("columnheader").map(({ style }) => style.width);
    unmount();
    return heads;
  };
  expect(await widths("id", "Created")).toEqual(await widths("generated_at", "Last checked"));
});

it("drops when reports changed before who can open them", async () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 800, 500));
  await renderApp({ library: "seeded", at: `${LIST}?per_page=10&score_max=90` });
  await screen.findByRole("columnheader", { name: /Page/ });
  expect(screen.getByRole("columnheader", { name: /Privacy/ })).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: /Last change/ })).toBeNull();
});

it("shows privacy as an icon before failed checks give way", async () => {
  const room = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 860, 500));
  const { unmount } = await renderApp({ library: "seeded", at: `${LIST}?per_page=10` });
  expect(await screen.findByRole("columnheader", { name: "Trend" })).toBeVisible();
  expect(screen.getByRole("columnheader", { name: "Failed" })).toBeVisible();
  expect((await screen.findAllByTitle("Private"))[0]).toHaveTextContent("Private");
  unmount();
  room.mockReturnValue(new DOMRect(0, 0, 1040, 500));
  await renderApp({ library: "seeded", at: `${LIST}?per_page=10` });
  expect(await screen.findByRole("columnheader", { name: "Failed" })).toBeVisible();
  expect(screen.queryByTitle("Private")).toBeNull();
});

it.each([
  ["de", "Mängel", "Sichtbarkeit"],
  ["ar", "فاشلة", "الخصوصية"],
] as const)("has room for failed checks beside long words for privacy, in %s", async (language, failed, privacy) => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 852, 500));
  const preferences = { ...usualPreferences, language };
  const host = new FakeHost({ library: "seeded", start: { preferences } });
  await renderApp({ host, at: `${LIST}?per_page=10` });
  expect(await screen.findByRole("columnheader", { name: failed })).toBeVisible();
  expect(within(screen.getByRole("columnheader", { name: privacy })).getByTitle(privacy)).toBeVisible();
});

it("draws rows as low as the preferences say", async () => {
  const heights = async (density: "compact" | "comfortable") => {
    const preferences = { ...usualPreferences, density };
    const { unmount } = await start(
      LIST,
      new FakeHost({ reports: seededReports(Date.now(), 3), start: { preferences } }),
    );
    const { height } = rowOf("4100").style;
    expect(document.documentElement.dataset.density).toBe(density);
    unmount();
    return height;
  };
  expect(await heights("compact")).toBe("30px");
  expect(await heights("comfortable")).toBe("36px");
});

it("names the connection of each page beside a report, where its column has no room", async () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 412, 500));
  const connections = [exampleConnection, otherConnection];
  await renderApp({ at: "/reports?per_page=10", host: new FakeHost({ library: "seeded", start: { connections } }) });
  const rows = await screen.findAllByRole("rowheader");
  const names = rows.map((row) => within(row).getByRole("img").getAttribute("aria-label"));
  expect(new Set(names)).toEqual(new Set(["Brightleaf", "Harbour"]));
  expect(screen.queryByRole("columnheader", { name: "Connection" })).toBeNull();
});

it("tells pages of several hosts apart beside a report, where hosts have no room", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(412);
  const [first, second] = seededReports(Date.now(), 2);
  if (!first || !second) throw new Error("there are reports");
  const at = (report: typeof first, address: string) => ({ ...report, row: { ...report.row, address } });
  const tilesOf = async (addresses: readonly [string, string]) => {
    const reports = [at(first, addresses[0]), at(second, addresses[1])];
    const { unmount } = await start(LIST, new FakeHost({ reports }));
    const rows = await screen.findAllByRole("rowheader");
    const tiles = rows.map((row) => within(row).queryByText(/^[A-Z]$/)?.textContent);
    unmount();
    return tiles.sort();
  };
  expect(await tilesOf(["shop.example/pricing", "museum.example/pricing"])).toEqual(["M", "S"]);
  expect(await tilesOf(["shop.example/pricing", "shop.example/blog"])).toEqual([undefined, undefined]);
});

it("leaves out hosts where paths need the room, and in a project", async () => {
  applyStyles("components/text/AddressText.module.css");
  const [report] = seededReports(Date.now(), 1);
  if (!report) throw new Error("there is a report");
  const [project, path] = ["northwind-shop.example", "/furniture?in_stock=1&page=8"];
  const host = new FakeHost({
    reports: [{ ...report, row: { ...report.row, project, address: `${project}${path}` } }],
  });
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2000);
  const shown = () => screen.findByText(project, { selector: "[role=link] span" });
  const { unmount } = await start(LIST, host);
  expect(getComputedStyle(await shown()).fontSize).toBe("medium");
  unmount();
  width.mockReturnValue(800);
  const narrow = await start(LIST, host);
  expect(getComputedStyle(await shown()).fontSize).toBe("0px");
  expect(screen.getByRole("rowheader")).toHaveTextContent(`${project}${path}`);
  narrow.unmount();
  width.mockReturnValue(2000);
  await start(`${LIST}?project=${project}`, host);
  expect(await screen.findByRole("rowheader")).toHaveTextContent(new RegExp(`^${path.replace("?", "\\?")}$`));
  expect(screen.queryByRole("columnheader", { name: "Project" })).toBeNull();
});

it.each([
  ["no projects that are the hosts of their pages", "shop.example", false],
  ["projects with other names", "Shop", true],
])("shows %s", async (_, project, isShown) => {
  const [report] = seededReports(Date.now(), 1);
  if (!report) throw new Error("there is a report");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2000);
  const row = { ...report.row, project, address: "shop.example/cart" };
  await start(LIST, new FakeHost({ reports: [{ ...report, row }] }));
  await screen.findByRole("rowheader");
  expect(screen.queryByRole("columnheader", { name: "Project" }) !== null).toBe(isShown);
});

it("says when reports were created as it says when they were checked", async () => {
  const [report] = seededReports(Date.now(), 1);
  if (!report) throw new Error("there is a report");
  const created_at = new Date(Date.now() - 5 * 60_000).toISOString();
  await start(LIST, new FakeHost({ reports: [{ ...report, row: { ...report.row, created_at } }] }));
  expect(await screen.findByText("5 min ago")).toHaveAttribute("datetime", created_at);
});

describe("the menu of a row", () => {
  async function open(id: string, host?: FakeHost) {
    const app = await start(LIST, host);
    await app.user.pointer({ keys: "[MouseRight]", target: within(rowOf(id)).getByRole("rowheader") });
    return { ...app, menu: within(await screen.findByRole("menu")) };
  }

  it("has everything that can be done to it", async () => {
    const { user, menu } = await open("4105");
    const names = (items: HTMLElement[]) =>
      items.map((item) => item.textContent?.replace(/(Private|Anyone|Opens|Needs).*|↵/, ""));
    expect(names(menu.getAllByRole("menuitem"))).toEqual([
      "View report",
      "Open page",
      "Recheck",
      "Privacy…",
      "Copy",
      "Print…",
      "Client report…",
      "Delete",
    ]);
    await expectAccessible();
    await user.click(menu.getByRole("menuitem", { name: "Copy" }));
    const copy = within(await screen.findByRole("menu", { name: "Copy" }));
    expect(names(copy.getAllByRole("menuitem"))).toEqual([
      "Page URL",
      "Report ID",
      "Report link",
      "Assay link",
      "JSON",
      "CSV",
    ]);
  });

  it("has shortcuts where they work: of the open report", async () => {
    const { user } = await open("4105");
    expect(await entry("Recheck")).not.toHaveTextContent("Ctrl");
    expect(await entry("View report")).toHaveTextContent("View report↵");
    await user.click(await entry("View report"));
    await screen.findByRole("complementary");
    await user.pointer({ keys: "[MouseRight]", target: within(rowOf("4105")).getByRole("rowheader") });
    const keys = ["Open page", "Recheck", "Print…", "Delete"];
    const shown = await Promise.all(keys.map(async (name) => (await entry(name)).textContent));
    expect(shown).toEqual(["Open pageCtrl Shift ↵", "RecheckCtrl ↵", "Print…Ctrl P", "DeleteDel"]);
  });

  it("opens by the keyboard, and leads to the report", async () => {
    const { user, history } = await start();
    rowOf("4105").focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    expect(await screen.findByRole("menuitem", { name: "View report" })).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(history.location.pathname).toBe(`${LIST}/4105`));
  });

  it("copies", async () => {
    const { user, host, menu } = await open("4105");
    const { row } = host.reports[5] as (typeof host.reports)[number];
    await user.click(menu.getByRole("menuitem", { name: "Copy" }));
    await user.click(await entry("JSON"));
    // Both menus are closed.
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await waitFor(async () => expect(JSON.parse(await navigator.clipboard.readText())).toEqual(row));
    await user.pointer({ keys: "[MouseRight]", target: within(rowOf("4105")).getByRole("rowheader") });
    await user.click(await entry("Copy"));
    await user.click(await entry("CSV"));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^id,address,.*\r\n4105,/));
    await user.pointer({ keys: "[MouseRight]", target: within(rowOf("4105")).getByRole("rowheader") });
    await user.click(await entry("Copy"));
    await user.click(await entry("Report ID"));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("4105"));
    expect(await screen.findByText("ID copied")).toBeVisible();
  });

  it("says when nothing could be copied", async () => {
    const { user, menu } = await open("4105");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    await user.click(menu.getByRole("menuitem", { name: "Copy" }));
    await user.click(await entry("Page URL"));
    expect(await screen.findByText("Couldn’t copy")).toBeVisible();
  });

  it("says so too where the web view has no clipboard", async () => {
    const { user, menu } = await open("4105");
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as unknown as Clipboard);
    await user.click(menu.getByRole("menuitem", { name: "Copy" }));
    await user.click(await entry("Page URL"));
    expect(await screen.findByText("Couldn’t copy")).toBeVisible();
    vi.restoreAllMocks();
  });

  it("says that it was saved although the service could not be read again", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 12) });
    host.change("report_update", (written) => ({ ...written, unsettled: makeProblem("timed_out") }));
    const { user, menu, history } = await open("4105", host);
    await user.click(menu.getByRole("menuitem", { name: "Recheck" }));
    expect(await screen.findByText("Saved, but couldn’t reload")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "View report" }));
    await waitFor(() => expect(history.location.pathname).toBe(`${LIST}/4105`));
  });

  it("has the checks run again without opening the report, and marks the row meanwhile", async () => {
    const { user, host, menu, history } = await open("4105");
    const release = host.hold("report_update");
    await user.click(menu.getByRole("menuitem", { name: "Recheck" }));
    expect(await within(rowOf("4105")).findByRole("img", { name: "Checking" })).toBeVisible();
    expect(rowOf("4105").querySelector(".lucide-trash-2")).toBeNull();
    release();
    expect(await screen.findByText("Rechecked")).toBeVisible();
    await waitFor(() => expect(within(rowOf("4105")).queryByRole("img", { name: "Checking" })).toBeNull());
    expect(history.location.pathname).toBe(LIST);
  });

  it("leads to the report where what went wrong can be dealt with", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 12) });
    host.fail("report_update", "outcome_unknown");
    const { user, menu, history } = await open("4105", host);
    await user.click(menu.getByRole("menuitem", { name: "Recheck" }));
    await user.click(await screen.findByRole("button", { name: "View report" }));
    await waitFor(() => expect(history.location.pathname).toBe(`${LIST}/4105`));
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByRole("button", { name: "Check now" })).toBeVisible();
  });
});

describe("the selection", () => {
  const selected = () =>
    [...document.querySelectorAll("[role=row][aria-selected=true]")].map((row) => row.getAttribute("data-key"));

  it("is in the address of the screen, and there again at the next start", async () => {
    const first = await start();
    rowOf("4110").focus();
    await first.user.keyboard(" {Shift>}{ArrowDown}{/Shift}");
    await waitFor(() => expect(first.history.location.search).toContain("4109"));
    const { href } = first.history.location;
    first.unmount();
    await start(href);
    expect(await screen.findByText("2 selected")).toBeVisible();
    expect(selected()).toEqual(["4110", "4109"]);
  });

  it("holds no row that is not there", async () => {
    await start(`${LIST}?selected=["4101","77"]`);
    expect(await screen.findByText("1 selected")).toBeVisible();
  });

  it("comes back with the page that it was made on", async () => {
    const { user, history } = await start(`${LIST}?per_page=10`);
    rowOf("4110").focus();
    await user.keyboard(" ");
    await waitFor(() => expect(history.location.search).toContain("4110"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.search).not.toContain("4110"));
    await user.keyboard(" ");
    await waitFor(() => expect(history.location.search).toContain("4110"));
    await user.click(screen.getByRole("radio", { name: "Good" }));
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
    history.back();
    expect(await screen.findByText("1 selected")).toBeVisible();
    expect(selected()).toEqual(["4110"]);
  });

  it("takes the whole page by its keys, and copies it", async () => {
    const { user } = await start();
    await user.keyboard("{Control>}a{/Control}");
    expect(await screen.findByText("12 selected")).toBeVisible();
    const bar = within(screen.getByRole("region", { name: "Selection" }));
    await user.click(bar.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: /^Copy as CSV/ }));
    await waitFor(async () => expect((await navigator.clipboard.readText()).split("\r\n")).toHaveLength(13));
    expect(await screen.findByText("12 reports copied")).toBeVisible();
  });
});

it("takes what is typed at once while the rows are marked as those of before", async () => {
  const { user, host } = await start();
  host.fail("library_list", "library_failed");
  const release = host.hold("reports_list");
  await user.type(screen.getByRole("searchbox", { name: "Search URLs" }), "harbor{Enter}");
  expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveValue("harbor");
  await waitFor(() => expect(screen.getByRole("grid", { name: "Reports" }).closest("[aria-busy]")).not.toBeNull());
  expect(rowOf("4111")).toBeInTheDocument();
  release();
  await waitFor(() => expect(screen.getByRole("grid", { name: "Reports" }).closest("[aria-busy]")).toBeNull());
});
