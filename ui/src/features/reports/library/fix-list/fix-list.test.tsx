import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { exampleConnection, FakeHost } from "../../../../host/fake/index";
import { expectAccessible } from "../../../../test/axe";
import { type RenderOptions, renderApp } from "../../../../test/render";

async function open(at = "/c/c1/fix-list", options: RenderOptions = {}) {
  const app = await renderApp({ library: "seeded", at, ...options });
  await screen.findByRole("heading", { level: 1, name: "Fix list" });
  return app;
}

/** The name of a link to the pages that fail a check. */
const PAGES = /^Pages: \d+, ./;

const group = async (name: RegExp) =>
  (await screen.findByRole("heading", { level: 2, name })).parentElement as HTMLElement;

it("says what to fix first: by importance, then by failing pages", async () => {
  const { host } = await open();
  const high = await group(/^High importance/);
  const list = await host.call("fix_list", { connection: "c1", per_page: 10 });
  const wanted = list.checks.filter(({ importance }) => importance === "high");
  const links = within(high).getAllByRole("link", { name: PAGES });
  expect(links.map((link) => Number.parseInt(link.textContent ?? "", 10))).toEqual(wanted.map(({ pages }) => pages));
  expect(screen.getByText(/^Based on 240 reports/)).toBeVisible();
  await expectAccessible();
});

it("says how many checks are shown, and when the saved copy is from", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.syncs.set("c1", { synced_at: new Date().toISOString() });
  await open("/c/c1/fix-list?importance=high", { host });
  const { checks } = await host.call("fix_list", { connection: "c1", per_page: 10 });
  const footer = await screen.findByRole("contentinfo");
  const high = checks.filter(({ importance }) => importance === "high");
  expect(footer).toHaveTextContent(new RegExp(`^${high.length} checks`));
  expect(await within(footer).findByText(/^Saved copy ·/)).toBeVisible();
});

it("says in a project, too, how many checks are shown and how old they are", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.syncs.set("c1", { synced_at: new Date().toISOString() });
  const all = await host.call("fix_list", { connection: "c1", per_page: 10 });
  host.answer("fix_list", () => all);
  await renderApp({ at: "/c/c1/projects/kaffeewerk.example/fix-list", host });
  const footer = await screen.findByRole("contentinfo");
  expect(footer).toHaveTextContent(/^\d+ checks/);
  expect(await within(footer).findByText(/^Saved copy ·/)).toBeVisible();
});

it("shows the first pages of a check, and leads to all of them and to each", async () => {
  const { user, history, host } = await open("/c/c1/fix-list?verdict=decent");
  const high = await group(/^High importance/);
  const [check] = within(high).getAllByRole("button");
  if (check) await user.click(check);
  const [page] = await within(high).findAllByRole("link", { name: /\.example/ });
  expect(within(high).getByText("How to fix")).toBeVisible();
  expect(within(high).getByText("Check", { selector: "dt" })).toBeVisible();
  expect(within(high).queryByText("Topic")).toBeNull();
  expect(within(high).getByRole("link", { name: /^Read more: / })).toBeVisible();
  await expectAccessible();
  if (page) await user.click(page);
  await waitFor(() => expect(history.location.pathname).toMatch(/^\/c\/c1\/reports\/\d+$/));
  expect(history.location.search).toMatch(/result=decent&failing=/);
  expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
  history.back();
  const [all] = within(await group(/^High importance/)).getAllByRole("link", { name: PAGES });
  if (all) await user.click(all);
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  expect(history.location.search).toMatch(/^\?result=decent&failing=\w+&sort_by=result&sort=asc$/);
  const asked = host.requests("library_list").filter(({ failing }) => failing);
  expect(asked.at(-1)).toMatchObject({ verdict: "decent", sort_by: "score", sort: "asc" });
  const { total } = await host.call("library_list", { per_page: 10, ...asked.at(-1) });
  expect(await screen.findByText(`${total} reports`)).toBeVisible();
});

it("has no link for pages that fail two checks, which no list can show", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { checks } = await host.call("fix_list", { connection: "c1", per_page: 10 });
  const [first] = checks;
  await open(`/c/c1/fix-list?failing=${first?.name}`, { host });
  await waitFor(() => expect(host.requests("fix_list").at(-1)).toMatchObject({ failing: first?.name }));
  const links = await screen.findAllByRole("link", { name: PAGES });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/c/c1/reports?failing=${first?.name}&sort_by=result&sort=asc`,
  ]);
  const { checks: shown } = await host.call("fix_list", {
    connection: "c1",
    failing: first?.name ?? "",
    per_page: 10,
  });
  expect(shown.length).toBeGreaterThan(1);
  expect(await screen.findByText(`${shown.length} checks shown`)).toBeInTheDocument();
  await expectAccessible();
});

it("is of the reports that a list shows, and goes back to a check from a report that fails it", async () => {
  const { user, history, host } = await renderApp({
    library: "seeded",
    at: "/reports?result=bad&sort_by=score&per_page=10",
  });
  await user.click(await screen.findByRole("button", { name: "View fix list" }));
  await waitFor(() => expect(history.location.href).toBe("/fix-list?result=bad"));
  await screen.findByText(/^Based on 30 reports/);
  expect(host.requests("fix_list").at(-1)).toMatchObject({ verdict: "bad" });
  history.push("/c/c1/reports?result=bad&per_page=10");
  const [report] = await screen.findAllByRole("rowheader");
  if (report) await user.click(within(report).getByRole("link"));
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  const high = (await panel.findByRole("heading", { name: /^High/ })).closest("section") as HTMLElement;
  const [check] = within(high).getAllByRole("button");
  await user.click(check as HTMLElement);
  await user.click(await panel.findByRole("link", { name: /^View all pages with this problem/ }));
  await waitFor(() => expect(history.location.href).toMatch(/^\/c\/c1\/reports\?failing=\w+$/));
});

it.each([
  ["of all reports", "/reports"],
  ["of a project", "/c/c1/projects/fjordbikes.example/reports?sort_by=changed"],
])("has one way to the fix list %s", async (_, at) => {
  const { history } = await renderApp({ library: "seeded", at });
  const button = () => screen.queryByRole("button", { name: "View fix list" });
  await screen.findAllByRole("rowheader");
  // The sidebar or the project’s tab leads to the same.
  expect(button()).toBeNull();
  history.push(`${at.split("?")[0]}?score_max=90`);
  await waitFor(() => expect(button()).toBeVisible());
  // Without reports there is nothing to fix.
  history.push(`${at.split("?")[0]}?score_max=90&search=nothing-like-this`);
  await waitFor(() => expect(button()).toBeNull());
});

it("shows one importance, and checks by their names", async () => {
  const { user, history } = await open();
  await group(/^High importance/);
  await user.click(screen.getByRole("radio", { name: "Low" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: /^High importance/ })).toBeNull());
  expect(await group(/^Low importance/)).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Search checks" }), "nothing like this");
  await waitFor(() => expect(history.location.search).toContain("this"));
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(history.location.search).toBe(""));
  expect(await group(/^High importance/)).toBeVisible();
});

it("counts the checks of each importance that match the search", async () => {
  const { user, host } = await open("/c/c1/fix-list?importance=low");
  await group(/^Low importance/);
  const { checks } = await host.call("fix_list", { connection: "c1", per_page: 10 });
  const segment = (name: string) => screen.getByRole("radio", { name });
  const low = checks.filter(({ importance }) => importance === "low");
  expect(low.length).toBeGreaterThan(0);
  expect(segment("All")).toHaveAccessibleDescription(String(checks.length));
  expect(segment("Low")).toHaveAccessibleDescription(String(low.length));
  await user.type(screen.getByRole("searchbox", { name: "Search checks" }), "meta description");
  await waitFor(() => expect(segment("All")).toHaveAccessibleDescription("1"));
  expect(segment("High")).toHaveAccessibleDescription("1");
  expect(segment("Low")).toHaveAccessibleDescription("0");
});

it("says of how many reports no checks are known, and how to read them", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.change("fix_list", (list) => ({ ...list, without_checks: 40 }));
  const { user } = await open("/c/c1/fix-list", { host });
  expect(await screen.findByText(/40 have no checks yet/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sync all reports" }));
  await waitFor(() => expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]));
});

it("says what is missing while nothing is known, and why it cannot be read", async () => {
  const host = new FakeHost();
  host.fail("fix_list", "library_failed", 1);
  const { user } = await open("/c/c1/fix-list", { host });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No checks yet")).toBeVisible();
  await expectAccessible();
});

it("opens from the menu of a project", async () => {
  const { user, history } = await renderApp({ library: "seeded", at: "/c/c1/projects" });
  const [row] = await screen.findAllByRole("rowheader");
  const project = row ? within(row).getByRole("link").title : "";
  if (row) await user.pointer({ keys: "[MouseRight]", target: row });
  await user.click(await screen.findByRole("menuitem", { name: "Fix list" }));
  await waitFor(() => expect(history.location.href).toBe(`/c/c1/projects/${project}/fix-list`));
  expect(await screen.findByRole("heading", { level: 1, name: project })).toBeVisible();
});

it("says on how many pages each check was fixed or broke since a chosen time", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { user } = await open("/c/c1/fix-list", { host });
  const query = host.requests("fix_list").at(-1);
  const compared = await host.call("moments_compare", { query: { per_page: 10, ...query }, before: { days: 30 } });
  const lineOf = async (check: string) => {
    const name = await screen.findByTitle(check);
    return name.closest("li") as HTMLElement;
  };
  const moved = { fixed: 0, broke: 0, ...compared.checks.find(({ name }) => name === "title") };
  expect([moved.fixed, moved.broke]).toEqual([5, 0]);
  expect(await lineOf("title")).toHaveTextContent(/Since .+: 5 fixed$/);
  expect(await lineOf("mixed_content")).toHaveTextContent(/Since .+: 4 fixed · 1 broke$/);
  expect(await lineOf("noindex")).toHaveTextContent(/–$/);
  host.answer("moments_compare", (request) => {
    expect(request).toMatchObject({ query, before: { days: 365 } });
    return { ...compared, checks: [{ name: "title", importance: "high", broke: 1, fixed: 0 }] };
  });
  await user.click(screen.getByRole("button", { name: "View" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Time range/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "1 year" }));
  await waitFor(async () => expect(await lineOf("title")).toHaveTextContent(/Since .+: 1 broke$/));
});

it("doesn’t compare again and again while a sync runs", async () => {
  const host = new FakeHost({ library: "seeded" });
  const running = { kind: "full", phase: "reading", done: 0, total: null, seconds_left: null } as const;
  await host.syncs.set("c1", { running });
  await open("/c/c1/fix-list", { host });
  await group(/^High importance/);
  expect(host.requests("moments_compare")).toEqual([]);
  await host.syncs.set("c1", { running: null });
  await waitFor(() => expect(host.requests("moments_compare")).toHaveLength(1));
});

it("is announced once while a sync changes the library", async () => {
  const { host } = await open();
  const said = await screen.findByText(/^\d+ checks shown$/);
  expect(said).toHaveRole("status");
  const release = host.hold("fix_list");
  const reads = host.requests("fix_list").length;
  await act(async () => host.tell({ kind: "library" }));
  await waitFor(() => expect(host.requests("fix_list").length).toBeGreaterThan(reads));
  expect(said).toHaveTextContent(/^\d+ checks shown$/);
  release();
});

const RECHECK = { wish: { kind: "refresh", older_than_days: null }, password: null, keep_passwords: false };

it("rechecks the pages that fail a check", async () => {
  const { user, host, history } = await open("/c/c1/fix-list?verdict=decent");
  const [first] = (await host.call("fix_list", { connection: "c1", verdict: "decent", per_page: 10 })).checks;
  const [check] = within(await group(/^High importance/)).getAllByRole("button");
  await user.click(check as HTMLElement);
  await user.click(await screen.findByRole("button", { name: `Recheck ${first?.pages} pages` }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
  const query = { connection: "c1", verdict: "decent", per_page: 10 };
  const source = { kind: "fix_list", query, checks: [first?.name] };
  expect(host.requests("batch_plan")).toEqual([{ connection: "c1", source, ...RECHECK }]);
});

it("rechecks the pages that fail any of the selected checks, of one connection of several", async () => {
  const other = { ...exampleConnection, id: "c2", name: "Northwind" };
  const host = new FakeHost({ library: "seeded", start: { connections: [exampleConnection, other] } });
  const list = await host.call("fix_list", { connection: "c1", per_page: 10 });
  host.answer("fix_list", () => list);
  const { user, history } = await open("/fix-list", { host });
  const boxes = within(await group(/^High importance/)).getAllByRole("checkbox");
  for (const box of boxes.slice(0, 3)) await user.click(box);
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  expect(bar.getByText("3 selected")).toBeVisible();
  await user.click(boxes[2] as HTMLElement);
  expect(bar.getByText("2 selected")).toBeVisible();
  await expectAccessible();
  const most = Math.min((list.checks[0]?.pages ?? 0) + (list.checks[1]?.pages ?? 0), list.reports);
  await user.click(bar.getByRole("button", { name: `Recheck up to ${most} pages` }));
  await user.click(await screen.findByRole("menuitem", { name: "Northwind" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/batches/1"));
  const names = list.checks.slice(0, 2).map(({ name }) => name);
  const source = { kind: "fix_list", query: { per_page: 10 }, checks: names };
  expect(host.requests("batch_plan")).toEqual([{ connection: "c2", source, ...RECHECK }]);
  await waitFor(() => expect(screen.queryByRole("heading", { level: 1, name: "Fix list" })).toBeNull());
  history.back();
  await screen.findByRole("heading", { level: 1, name: "Fix list" });
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("selects all shown checks, or none, by the box in the head or by keys", async () => {
  const { user } = await open("/c/c1/fix-list?importance=high");
  const boxes = within(await group(/^High importance/)).getAllByRole("checkbox");
  const all = screen.getByRole("checkbox", { name: "Select all" });
  await user.click(boxes[0] as HTMLElement);
  expect(all).toBePartiallyChecked();
  await user.click(all);
  for (const box of boxes) expect(box).toBeChecked();
  expect(all).toBeChecked();
  await expectAccessible();
  await user.click(all);
  for (const box of boxes) expect(box).not.toBeChecked();
  await user.keyboard("{Control>}a{/Control}");
  expect(await screen.findByText(`${boxes.length} selected`)).toBeVisible();
});

it("counts only reports with checks among those to recheck", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.change("fix_list", (list) => ({ ...list, without_checks: list.reports - 5 }));
  const { user } = await open("/c/c1/fix-list", { host });
  const boxes = within(await group(/^High importance/)).getAllByRole("checkbox");
  for (const box of boxes.slice(0, 2)) await user.click(box);
  expect(await screen.findByRole("button", { name: "Recheck up to 5 pages" })).toBeVisible();
});

it("rechecks no removed reports", async () => {
  const host = new FakeHost({ library: "seeded" });
  const list = await host.call("fix_list", { connection: "c1", per_page: 10 });
  host.answer("fix_list", () => list);
  await open("/c/c1/fix-list?gone=true", { host });
  for (const box of await screen.findAllByRole("checkbox")) expect(box).toBeDisabled();
});

it("shows the worst pages of a check first, and what was found on each", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.change("library_trends", (trends) =>
    trends.map((trend, at) => ({ ...trend, values: at === 1 ? [{ kind: "text", text: "Short", length: 5 }] : [null] })),
  );
  const { user } = await open("/c/c1/fix-list", { host });
  await user.click(await screen.findByRole("button", { name: "Meta description missing or wrong length" }));
  const pages = await screen.findAllByRole("link", { name: /\.example/ });
  const query = { connection: "c1", failing: "meta_description", sort_by: "score", sort: "asc", per_page: 10 } as const;
  const { rows } = await host.call("library_list", query);
  const ids = rows.slice(0, 5).map(({ row }) => row.id);
  expect(pages.map((page) => page.getAttribute("href"))).toEqual(
    ids.map((id) => `/c/c1/reports/${id}?failing=meta_description&sort_by=result&sort=asc`),
  );
  const found = ["None", "5 characters", "None", "None", "None"];
  for (const [at, page] of pages.entries()) {
    await waitFor(() => expect(page.closest("li")).toHaveTextContent(found[at] ?? ""));
  }
});

it("copies a check with all of its pages, once they are read", async () => {
  const host = new FakeHost({ library: "seeded" });
  const { total } = await host.call("library_list", { connection: "c1", failing: "meta_description", per_page: 10 });
  expect(total).toBeGreaterThan(10);
  host.change("fix_list", (list) => ({ ...list, checks: list.checks.map((check) => ({ ...check, pages: total })) }));
  const { user } = await open("/c/c1/fix-list", { host });
  await user.click(await screen.findByRole("button", { name: "Meta description missing or wrong length" }));
  const copy = await screen.findByRole("button", { name: "Copy as Markdown" });
  host.fail("library_list", "library_failed", 1);
  await user.click(copy);
  expect(await screen.findByRole("button", { name: "Couldn’t copy" })).toBe(copy);
  const goOn = host.hold("library_list");
  await user.click(copy);
  expect(copy).toHaveTextContent("Copy as Markdown");
  expect(await within(copy).findByRole("progressbar", { name: "In progress" })).toBeVisible();
  goOn();
  expect(await screen.findByRole("button", { name: "Copied" })).toBe(copy);
  const text = await navigator.clipboard.readText();
  expect(text).toMatch(/^# Meta description missing or wrong length\n\n\*\*Why it matters\*\* /);
  expect(text).toContain(`## ${total} pages\n\n- [`);
  expect(text.match(/^- \[/gm)).toHaveLength(total);
  expect(text).not.toContain("more page");
});

it("copies at most 1,000 pages of a check, and says how many more there are", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.change("fix_list", (list) => ({ ...list, checks: list.checks.map((check) => ({ ...check, pages: 1234 })) }));
  const { user } = await open("/c/c1/fix-list", { host });
  await user.click(await screen.findByRole("button", { name: "Meta description missing or wrong length" }));
  const copy = await screen.findByRole("button", { name: "Copy as Markdown" });
  const [some] = (await host.call("library_list", { connection: "c1", failing: "meta_description", per_page: 100 }))
    .rows;
  host.change("library_list", (page) => ({ ...page, rows: Array(100).fill(some), total: 1234 }));
  await user.click(copy);
  expect(await screen.findByRole("button", { name: "Copied" })).toBe(copy);
  const text = await navigator.clipboard.readText();
  expect(text.match(/^- \[/gm)).toHaveLength(1000);
  expect(text).toMatch(/\n\n234 more pages\n$/);
});

it("copies the shown checks of the list as a table", async () => {
  const { user } = await open("/c/c1/fix-list?text=meta+description");
  await group(/^High importance/);
  await user.click(screen.getByRole("button", { name: "View" }));
  await user.click(await screen.findByRole("menuitem", { name: "Copy as Markdown" }));
  expect(await screen.findByText("Copied as Markdown")).toBeVisible();
  const lines = (await navigator.clipboard.readText()).trim().split("\n");
  expect(lines.slice(2)).toEqual([
    "| Check | Importance | Failing pages | How to fix |",
    "| --- | --- | ---: | --- |",
    expect.stringMatching(/^\| Meta description missing or wrong length \| High \| 111 \| Say .+\) \|$/),
  ]);
});
