import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { seededReports } from "../../../host/fake/data";
import { FakeHost, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { chooseInView, entry } from "../../../test/menus";
import { renderApp } from "../../../test/render";

const LIST = "/c/c1/reports";

async function start(checks?: string[], at = LIST, widths = {}) {
  const reports = seededReports(Date.now(), 12);
  for (const check of reports[3]?.checks ?? []) if (check.name === "title") check.value = null;
  const layout = { hidden: [], widths, ...(checks && { checks }) };
  const preferences = { ...usualPreferences, columns: { reports: layout } };
  const host = new FakeHost({ library: "seeded", reports, start: { preferences } });
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Reports" });
  return { ...app, host };
}

function cellsOf(heading: string): string[] {
  const at = screen.getAllByRole("columnheader").findIndex(({ textContent }) => textContent === heading);
  const rows = screen.getAllByRole("row").slice(1);
  return rows.map((row) => [...row.querySelectorAll("[role=gridcell], [role=rowheader]")][at]?.textContent ?? "");
}

it("shows what chosen checks found, with the lengths of texts that count, and nothing where nothing is known", async () => {
  const { host } = await start(["title", "content_length", "no_such_check"]);
  const known = host.reports.map(({ checks }) => checks.find(({ name }) => name === "title")?.value);
  expect(await screen.findByRole("columnheader", { name: "Title" })).toBeVisible();
  await waitFor(() => expect(cellsOf("Title").some((text) => /^\d+ characters$/.test(text))).toBe(true));
  const lengths = known.map((title) => (typeof title === "string" ? `${title.length} characters` : "–"));
  expect(cellsOf("Title")).toEqual(lengths.reverse());
  expect(new Set(cellsOf("No such check"))).toEqual(new Set(["–"]));
  // No request for each row.
  expect(host.requests("library_trends").every(({ ids }) => ids.length > 1)).toBe(true);
  await expectAccessible();
});

it.each([
  ["", 542, ["Score", "Page", "Load time", "Created"]],
  ["?sort_by=result", 542, ["Score", "Page", "Load time", "Title"]],
  ["", 700, ["Score", "Page", "Load time", "Title", "Created"]],
])("keeps chosen checks before what wasn’t chosen%s in %i pixels", async (search, width, columns) => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 500));
  await start(["load_time", "title"], `${LIST}${search}`);
  const [, ...heads] = screen.getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual(columns);
});

it("finds checks by the guide's words, and keeps the choice", async () => {
  const { user, host } = await start();
  await chooseInView(user, "Columns", "Columns from checks…");
  const dialog = within(await screen.findByRole("dialog", { name: "Columns from checks" }));
  await user.type(dialog.getByRole("searchbox", { name: "Search checks" }), "title too long");
  await waitFor(() => expect(dialog.getAllByRole("checkbox")).toHaveLength(1));
  expect(dialog.getByText("Up to 8 checks, 0 selected")).toBeVisible();
  await user.click(dialog.getByRole("checkbox", { name: "Title" }));
  expect(await dialog.findByText("Up to 8 checks, 1 selected")).toBeVisible();
  await expectAccessible();
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)?.columns.reports).toEqual({
      hidden: [],
      widths: {},
      checks: ["title"],
    }),
  );
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(await screen.findByRole("columnheader", { name: "Title" })).toBeVisible();
  await chooseInView(user, "Columns");
  await user.click(await entry("Title"));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.columns.reports?.checks).toEqual([]));
  expect(screen.queryByRole("columnheader", { name: "Title" })).toBeNull();
});

it("forgets the widths of columns whose checks are no longer chosen", async () => {
  const widths = { address: 300, "check:title": 90, "check:load_time": 80, "check:long_gone": 70 };
  const { user, host } = await start(["title", "load_time"], LIST, widths);
  const saved = () => host.requests("preferences_save").at(-1)?.columns.reports;
  await chooseInView(user, "Columns");
  await user.click(await entry("Load time"));
  const kept = { address: 300, "check:title": 90 };
  await waitFor(() => expect(saved()).toEqual({ hidden: [], widths: kept, checks: ["title"] }));
  await user.keyboard("{Escape}{Escape}");
  await chooseInView(user, "Columns", "Columns from checks…");
  const dialog = within(await screen.findByRole("dialog", { name: "Columns from checks" }));
  await user.click(await dialog.findByRole("checkbox", { name: "Title" }));
  await waitFor(() => expect(saved()).toEqual({ hidden: [], widths: { address: 300 }, checks: [] }));
});

it("sorts by a value of a check from its head and the menu: numbers from the top, missing ones last", async () => {
  const { user, host, history } = await start(["title", "load_time"], LIST, { "check:title": 120 });
  const head = (name: string) => screen.getByRole("columnheader", { name });
  await waitFor(() => expect(cellsOf("Title").some((text) => /^\d+ characters$/.test(text))).toBe(true));
  await user.click(head("Title"));
  await waitFor(() => expect(history.location.search).toContain("sort_by=length%3Atitle&sort=desc"));
  await waitFor(() =>
    expect(host.requests("library_list").at(-1)).toMatchObject({
      sort_check: { name: "title", by_length: true, language: "en" },
      sort: "desc",
    }),
  );
  expect(host.requests("library_list").at(-1)).not.toHaveProperty("sort_by");
  await waitFor(() => expect(head("Title")).toHaveAttribute("aria-sort", "descending"));
  const lengths = () => cellsOf("Title").map((text) => (text === "–" ? -1 : Number.parseInt(text, 10)));
  await waitFor(() => expect(lengths()).toEqual(lengths().sort((a, b) => b - a)));
  await user.click(head("Title"));
  await waitFor(() => expect(head("Title")).toHaveAttribute("aria-sort", "ascending"));
  const rising = () => lengths().sort((a, b) => Number(a < 0) - Number(b < 0) || a - b);
  await waitFor(() => expect(lengths()).toEqual(rising()));
  expect(lengths().at(-1)).toBe(-1);
  await expectAccessible();
  await chooseInView(user, /^Sort by/, "Load time");
  await waitFor(() => expect(history.location.search).toContain("sort_by=check%3Aload_time"));
});

it("takes at most eight checks", async () => {
  const { user } = await start(["a", "b", "c", "d", "e", "f", "g", "h"]);
  await chooseInView(user, "Columns", "Columns from checks…");
  const dialog = within(await screen.findByRole("dialog", { name: "Columns from checks" }));
  expect(await dialog.findByRole("checkbox", { name: "Title" })).toBeDisabled();
  expect(dialog.getByRole("checkbox", { name: "A" })).toBeEnabled();
});

it("exports chosen checks by their names and keys, with the lengths of texts that count", async () => {
  const { user, host } = await start(["title", "load_time"]);
  await chooseInView(user);
  await waitFor(async () => expect(await entry("Export…")).not.toHaveAttribute("aria-disabled"));
  await user.click(await entry("Export…"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("checkbox", { name: "Title (title)" }));
  await user.click(dialog.getByRole("button", { name: "Export…" }));
  await waitFor(() => expect(host.requests("export_save")).toHaveLength(1));
  expect(host.requests("export_save")[0]?.columns.slice(-2)).toEqual([
    { field: "value_length", heading: "Title, characters (title)", check: "title" },
    { field: "value", heading: "Load time (load_time)", check: "load_time" },
  ]);
});

it("keeps the column of trends once a row had one, whatever is searched", async () => {
  const { user, host } = await start();
  const [some] = host.requests("library_trends");
  const ofFirst = some?.ids[0];
  host.answer("library_trends", ({ ids }) =>
    ids.map((id) => ({ id, scores: id === ofFirst ? [40, 60] : [50], failed: 1, values: [] })),
  );
  const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  await user.type(search, "a");
  await waitFor(() => expect(heads()).toContain("Trend"));
  const { row } = host.reports.find(({ row }) => row.id !== ofFirst) ?? {};
  await user.clear(search);
  await user.type(search, row?.address ?? "");
  await waitFor(() => expect(host.requests("library_trends").at(-1)?.ids).toEqual([row?.id]));
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
  expect(heads()).toContain("Trend");
  await user.clear(search);
  await user.type(search, "nothing like this");
  await screen.findByRole("heading", { name: "No matching reports" });
  expect(heads()).toContain("Trend");
});

it("shows the last change of a score, though something else changed after it", async () => {
  const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 3) });
  const scores = (id: string) => host.reports.find(({ row }) => row.id === id)?.row.score ?? 0;
  host.answer("library_trends", ({ ids }) =>
    ids.map((id) => ({ id, scores: [scores(id) - 20, scores(id) - 0.2, scores(id)], failed: 1, values: [] })),
  );
  host.change("library_list", (page) => ({
    ...page,
    rows: page.rows.map((row) => ({ ...row, score_before: row.row.score, verdict_before: row.row.verdict })),
  }));
  await renderApp({ at: `${LIST}?sort_by=changed`, host });
  const trend = await screen.findByRole("columnheader", { name: "Trend" });
  expect(trend).toBeVisible();
  await waitFor(() => expect(cellsOf("Trend")).toEqual(Array(3).fill(expect.stringMatching(/\+20$/))));
});

it("gets no column of trends by a search that finds nothing, if no row had one", async () => {
  const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 12) });
  host.answer("library_trends", ({ ids }) => ids.map((id) => ({ id, scores: [50], failed: 1, values: [] })));
  const { user } = await renderApp({ at: LIST, host });
  const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  await waitFor(() => expect(heads()).not.toContain("Trend"));
  await user.type(screen.getByRole("searchbox", { name: "Search URLs" }), "nothing like this");
  await screen.findByRole("heading", { name: "No matching reports" });
  expect(heads()).not.toContain("Trend");
});
