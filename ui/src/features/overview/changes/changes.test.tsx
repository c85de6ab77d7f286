import { i18n } from "@lingui/core";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { splitAddress } from "../../../components";
import type { Change, LibraryRow } from "../../../host/contract";
import { exampleConnection, FakeHost } from "../../../host/fake/index";
import { checkName, loadGuide } from "../../../shared/checks/guide";
import { searchString } from "../../../shared/navigation/routes";
import { expectAccessible } from "../../../test/axe";
import { chooseInView, entry } from "../../../test/menus";
import { atRecordedTime } from "../../../test/recorded-time";
import { renderApp } from "../../../test/render";
import { scrollToEnd } from "../../../test/scroll";
import { periodOf } from "./change-period";
import { readChangesSearch } from "./changes-search";
import { foldNew } from "./fold-new";

const PLACE = "/c/c1/changes";

atRecordedTime();

async function start(at = PLACE, prepare: (host: FakeHost) => void = () => {}) {
  const host = new FakeHost({ library: "seeded" });
  prepare(host);
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Changes" });
  const list = (change: Change | undefined, days: number) =>
    host.call("library_list", {
      connection: "c1",
      changed: { ...(change && { change }), since: { days } },
      sort_by: "changed",
      per_page: 25,
    });
  return { ...app, host, list };
}

const table = () => within(screen.getByRole("grid", { name: "Changes" }));
const rows = () =>
  table()
    .getAllByRole("row")
    .filter((row) => within(row).queryByRole("rowheader"));
const since = async (user: UserEvent, name: string) => {
  await user.click(screen.getByRole("button", { name: /Since/ }));
  await user.click(await screen.findByRole("option", { name }));
};
const choice = (name: string | RegExp) => screen.getByRole("radio", { name });

it("shows all changes by time with their reasons, and opens the comparison", async () => {
  const { user, history, list } = await start(`${PLACE}?since=30`);
  const { rows: expected, total, changes } = await list(undefined, 30);
  expect(choice("All")).toBeChecked();
  // As on the other screens.
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  expect(search.compareDocumentPosition(choice("All"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(choice("All")).toHaveAccessibleDescription(String(total));
  expect(choice("Worse")).toHaveAccessibleDescription(String(changes?.worse));
  expect(screen.getByRole("button", { name: /Last 30 days/ })).toBeVisible();
  expect(screen.getByText("Since")).toHaveTextContent("Since Jan 1");
  const heads = table().getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual(["Score", "Page", "Before", "Change", "Last change"]);
  expect(heads[3]).toHaveAccessibleName("Change. Since Jan 1");
  await expectAccessible();

  // Only those in view are drawn.
  const drawn = foldNew(expected).slice(0, rows().length);
  expect(drawn.length).toBeGreaterThan(3);
  const guide = await loadGuide("en");
  for (const [at, { row, change, folded }] of drawn.entries()) {
    expect(rows()[at]).toHaveTextContent(folded ? `${folded.length} new reports in ${row.project}` : row.address);
    const { broke, fixed } = change?.reasons ?? {};
    if (broke?.first[0]) expect(rows()[at]).toHaveTextContent(`Broke ${checkName(guide, broke.first[0].name)}`);
    if (fixed?.first[0]) expect(rows()[at]).toHaveTextContent(`Fixed ${checkName(guide, fixed.first[0].name)}`);
  }
  const periodOfRow = ({ change }: LibraryRow) => periodOf(i18n, change?.at ?? "").name;
  const periods = new Set(drawn.map(periodOfRow));
  const [, ...headings] = table()
    .getAllByRole("row")
    .filter((row) => row.dataset.key === undefined);
  // The last one may have others that aren’t loaded, so none is counted.
  expect(headings.map(({ textContent }) => textContent?.trim())).toEqual([...periods]);
  const { worse, better, new: added, gone } = changes ?? {};
  expect(screen.getByRole("contentinfo")).toHaveTextContent(
    `${total} changes·${worse} worse, ${better} better, ${added} new, ${gone} removed`,
  );
  expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();

  const opened = drawn.findIndex(({ change }) => change?.reasons);
  const { before, after } = drawn[opened]?.change?.reasons ?? {};
  rows()[opened]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.search).toContain(`part=history&before=${before}&after=${after}`));
  expect(history.location.pathname).toBe(`/c/c1/reports/${drawn[opened]?.row.id}`);
});

it("tells pages of several hosts apart where hosts have no room", async () => {
  const shown = async (width: number) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    const { unmount, list } = await start(`${PLACE}?change=worse&since=30`);
    const { rows: expected } = await list("worse", 30);
    expect(new Set(expected.map(({ row }) => splitAddress(row.address).host)).size).toBeGreaterThan(1);
    const tiles = rows().map((row) => within(row).queryAllByText(/^[A-Z]$/).length);
    unmount();
    return [...new Set(tiles)];
  };
  expect(await shown(480)).toEqual([1]);
  expect(await shown(1200)).toEqual([0]);
});

it("opens a report at the check that is a reason", async () => {
  const { user, host, history } = await start(`${PLACE}?since=30`);
  const changed = { since: { days: 30 } };
  const query = { connection: "c1", changed, sort_by: "changed", per_page: 25 } as const;
  const drawn = foldNew((await host.call("library_list", query)).rows);
  const at = drawn.findIndex(({ change }) => change?.reasons?.broke.first[0]);
  const { row, change } = drawn[at] ?? {};
  const { name } = change?.reasons?.broke.first[0] ?? { name: "?" };
  const guide = await loadGuide("en");
  await user.click(await within(rows()[at] as HTMLElement).findByRole("link", { name: checkName(guide, name) }));
  await waitFor(() => expect(history.location.pathname).toBe(`/c/c1/reports/${row?.id}`));
  expect(history.location.search).toBe(`?changed=${change?.kind}&since=30&check=${name}`);
});

it("stays within a project when it opens a comparison", async () => {
  const project = "/c/c1/projects/fjordbikes.example";
  const { user, host, history } = await start(`${project}/changes?since=30`);
  const changed = { since: { days: 30 } };
  const query = { connection: "c1", project: "fjordbikes.example", changed, sort_by: "changed", per_page: 25 } as const;
  const expected = foldNew((await host.call("library_list", query)).rows);
  // Its pages are without their host.
  const { path } = splitAddress(expected[0]?.row.address ?? "?");
  await waitFor(() => expect(within(rows()[0] as HTMLElement).getByRole("rowheader").textContent).toMatch(path));
  const opened = expected.findIndex(({ change }) => change?.reasons);
  const { before, after } = expected[opened]?.change?.reasons ?? {};
  rows()[opened]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe(`${project}/reports/${expected[opened]?.row.id}`));
  expect(history.location.search).toContain(`part=history&before=${before}&after=${after}`);
});

it("shows what got worse, before and after", async () => {
  const { list } = await start(`${PLACE}?since=30&change=worse`);
  const { rows: expected } = await list("worse", 30);
  expect(expected.length).toBeGreaterThan(0);
  expect(rows()).toHaveLength(expected.length);
  for (const [at, { row, score_before, verdict_before }] of expected.entries()) {
    const [score, , before, difference] = [...(rows()[at]?.children ?? [])];
    const [was, is] = [score_before ?? 0, row.score ?? 0].map(Math.round);
    expect(score).toHaveTextContent(String(is));
    expect(before).toHaveTextContent(String(was));
    if (was !== is) expect(difference).toHaveTextContent(`-${(was ?? 0) - (is ?? 0)}`);
    expect(within(before as HTMLElement).queryByRole("img") !== null).toBe(verdict_before !== row.verdict);
  }
});

it("shows the other kinds, and since other times", async () => {
  const { user, host, history, list } = await start(`${PLACE}?since=30`);
  for (const [word, change] of [
    ["Better", "better"],
    ["New", "new"],
    ["Removed", "gone"],
  ] as const) {
    await user.click(choice(word));
    await waitFor(() => expect(history.location.href).toBe(`${PLACE}?since=30&change=${change}`));
    const { rows: known, total } = await list(change, 30);
    await waitFor(() => expect(rows()[0]?.textContent).toContain(known[0]?.row.address.split("/")[0]));
    await waitFor(() => expect(screen.getByText(new RegExp(`^${word}: ${total} reports?$`))).toBeInTheDocument());
  }
  await since(user, "Last 7 days");
  await waitFor(() => expect(host.requests("library_list").at(-1)?.changed?.since).toEqual({ days: 7 }));
  await since(user, "Last session");
  await waitFor(() =>
    expect(host.requests("library_list").at(-1)?.changed).toEqual({ change: "gone", since: "last_time" }),
  );
});

it("says how the scores of new reports went since they were created", async () => {
  const { list } = await start(`${PLACE}?since=30&change=new`);
  const { rows: expected } = await list("new", 30);
  const said = expected.map(({ row, change }) => {
    const first = Math.round(change?.first_score ?? row.score ?? 0);
    const points = Math.round(row.score ?? 0) - first;
    return [points === 0 ? undefined : `First score: ${first} ${points < 0 ? "" : "+"}${points}`, "New"];
  });
  const signs = said.map(([since]) => /[+-]\d+$/.exec(since ?? "")?.[0].charAt(0));
  expect(new Set(signs)).toEqual(new Set(["-", "+", undefined]));
  const shown = rows().map((row) => [
    /First score.*/.exec(row.children[1]?.textContent ?? "")?.[0],
    row.children[2]?.textContent,
  ]);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual(said.slice(0, shown.length));
});

it("folds new reports of a project and a day, and lists them", async () => {
  const seeded = new FakeHost({ library: "seeded" });
  const query = { connection: "c1", changed: { change: "new", since: { days: 365 } }, sort_by: "changed" } as const;
  const page = await seeded.call("library_list", { ...query, per_page: 10 });
  const [first] = page.rows;
  if (!first?.change) throw new Error("nothing new");
  const of = (id: number): LibraryRow => ({
    ...first,
    row: { ...first.row, id: String(id), address: `a.example/${id}`, project: "a.example" },
  });
  const other = { ...of(9), row: { ...of(9).row, project: "b.example", address: "b.example/9" } };
  const { user, history } = await start(`${PLACE}?since=30&search=example`, (host) => {
    host.change("library_list", (answer) => ({ ...answer, rows: [of(1), of(2), other, of(3), of(4)], total: 5 }));
  });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[0]).toHaveTextContent("4 new reports in a.example/1, /2, /3, +1");
  expect(rows()[0]).toHaveAccessibleName(/^4 new reports in a\.example/);
  expect(rows()[1]).toHaveTextContent("b.example/9");
  rows()[0]?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.search).toBe("?since=30&change=new&search=example&project=a.example"));
  await waitFor(() => expect(rows()).toHaveLength(5));
});

it("adds no entries to the history for a search", async () => {
  const { user, host, history } = await start();
  const before = history.length;
  const search = screen.getByRole("searchbox", { name: "Search URLs" });
  for (const text of ["sh", "op{Enter}"]) {
    await user.type(search, text);
    const typed = (search as HTMLInputElement).value;
    await waitFor(() => expect(host.requests("library_list").at(-1)?.search).toBe(typed));
  }
  expect(history.length).toBe(before);
});

it("is searched, and limited to a project", async () => {
  const { user, host, history } = await start(`${PLACE}?since=30`);
  await user.type(screen.getByRole("searchbox", { name: "Search URLs" }), "shop{Enter}");
  await waitFor(() => expect(host.requests("library_list").at(-1)?.search).toBe("shop"));
  history.push(`${PLACE}?since=30&project=fjordbikes.example`);
  await waitFor(() => expect(host.requests("library_list").at(-1)?.project).toBe("fjordbikes.example"));
  expect(screen.getByRole("combobox", { name: "Project" })).toHaveValue("fjordbikes.example");
});

it.each([
  [PLACE, { search: "shop" }],
  [PLACE, { project: "kaffeewerk.example" }],
  ["/c/c1/projects/kaffeewerk.example/changes", {}],
])("counts the changes of its search and project, %s %j", async (place, limits) => {
  const { user, host } = await start(`${place}${searchString({ since: 30, ...limits })}`);
  const [query] = host.requests("library_list");
  const page = await host.call("library_list", query ?? { per_page: 25 });
  expect(page.rows.length).toBe(page.total);
  expect(page.total).toBeGreaterThan(0);
  const countOf = (kind: Change) => String(page.rows.filter(({ change }) => change?.kind === kind).length);
  await waitFor(() => expect(choice("All")).toHaveAccessibleDescription(String(page.total)));
  const expectCounts = () => {
    expect(choice("Worse")).toHaveAccessibleDescription(countOf("worse"));
    expect(choice("Better")).toHaveAccessibleDescription(countOf("better"));
    expect(choice("New")).toHaveAccessibleDescription(countOf("new"));
    expect(choice("Removed")).toHaveAccessibleDescription(countOf("gone"));
  };
  expectCounts();
  // They stay those of all kinds.
  await user.click(choice("Worse"));
  expect(await screen.findByText(new RegExp(`^Worse: ${countOf("worse")} reports?$`))).toBeInTheDocument();
  expectCounts();
});

it("is marked as seen", async () => {
  const { user, host } = await start();
  const button = await screen.findByRole("button", { name: "Mark all as seen" });
  const before = host.requests("library_list").length;
  await user.click(button);
  await waitFor(() => expect(host.requests("changes_mark_seen")).toHaveLength(1));
  await waitFor(() => expect(host.requests("library_list").length).toBeGreaterThan(before));
  host.fail("changes_mark_seen", "library_failed");
  await user.click(screen.getByRole("button", { name: "Mark all as seen" }));
  expect(await screen.findByText("Couldn’t mark as seen")).toBeVisible();
});

it("keeps the focus in the screen when the button to mark as seen goes", async () => {
  const { user, host } = await start();
  host.change("library_list", (page) => ({ ...page, rows: [], total: 0 }));
  await user.click(await screen.findByRole("button", { name: "Mark all as seen" }));
  await screen.findByRole("heading", { name: "No changes" });
  expect(screen.queryByRole("button", { name: "Mark all as seen" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("main")).toContainElement(document.activeElement as HTMLElement));
});

it.each(["?change=worse", "?search=example", "?project=kaffeewerk.example", "?since=30"])(
  "marks nothing as seen from a part of the changes, %s",
  async (part) => {
    await start(`${PLACE}${part}`);
    // At least the row that says that there are none.
    await waitFor(() => expect(table().getAllByRole("row").length).toBeGreaterThan(1));
    expect(screen.queryByRole("button", { name: "Mark all as seen" })).toBeNull();
  },
);

it("says that those of all connections are marked as seen", async () => {
  const connections = [exampleConnection, { ...exampleConnection, id: "c2", name: "Other" }];
  const host = new FakeHost({ library: "seeded", start: { connections } });
  const { user } = await renderApp({ at: PLACE, host });
  await user.hover(await screen.findByRole("button", { name: "Mark all as seen" }));
  expect(await screen.findByRole("tooltip")).toHaveTextContent("All connections");
});

it("says nothing of another kind before that was read", async () => {
  const { user, host } = await start(`${PLACE}?since=30`);
  const [before] = rows();
  const answer = host.hold("library_list");
  await user.click(choice(/^New/));
  await waitFor(() => expect(choice(/^New/)).toBeChecked());
  expect(before).toBeVisible();
  expect(screen.queryByText(/^New: \d+ reports?$/)).toBeNull();
  await chooseInView(user);
  expect(await entry("Export…")).toHaveAttribute("aria-disabled", "true");
  answer();
  expect(await screen.findByText(/^New: \d+ reports?$/)).toBeInTheDocument();
  await waitFor(async () => expect(await entry("Export…")).not.toHaveAttribute("aria-disabled"));
});

it("says that nothing changed so, and that there was no last time", async () => {
  const { user, host } = await start(PLACE, (host) =>
    host.change("library_list", (page) => ({ ...page, rows: [], total: 0 })),
  );
  expect(table().getByRole("heading", { name: "No changes" })).toBeVisible();
  await expectAccessible();
  const none = { since: null, better: 0, worse: 0, new: 0, gone: 0 };
  host.change("library_list", (page) => ({ ...page, rows: [], total: 0, changes: none }));
  host.tell({ kind: "library" });
  await user.click(await table().findByRole("button", { name: "Show last 7 days" }));
  expect(screen.getByRole("button", { name: /Last 7 days/ })).toBeVisible();
});

it("goes back any number of days, and loads more at the end", async () => {
  const { host } = await start(`${PLACE}?since=365&change=new`);
  expect(screen.getByRole("button", { name: /Last 365 days/ })).toBeVisible();
  expect(screen.getByRole("contentinfo")).toHaveTextContent(/^\d+ changes/);
  scrollToEnd();
  await waitFor(() => expect(host.requests("library_list").at(-1)).toMatchObject({ page: 2, per_page: 25 }));
  expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
});

it("says why the library cannot be read", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("library_list", "library_failed");
  const { user } = await renderApp({ at: PLACE, host });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveAttribute("data-problem", "library_failed");
  host.heal("library_list");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("grid", { name: "Changes" })).toBeVisible();
});

it.each([
  [
    { since: "last_time", change: "gone" },
    { since: "last_time", change: "gone" },
  ],
  [{ since: 12, page: 3 }, { since: 12 }],
  [{ since: 0, change: "other" }, {}],
  [{ since: 3651 }, {}],
  [{ since: 1.5 }, {}],
  [{ since: "7" }, {}],
])("reads %j from the address as %j", (raw, read) => {
  expect(readChangesSearch(raw)).toEqual(read);
});
