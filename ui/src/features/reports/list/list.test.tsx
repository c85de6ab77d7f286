import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../../host";
import type { ListReports, Page, ReportRow, ServiceCapabilities } from "../../../host/contract";
import { wholeGeneration } from "../../../host/fake/connections";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, type FakeOptions } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { chooseInView, entry } from "../../../test/menus";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { applyStyles } from "../../../test/styles";

afterEach(() => void vi.useRealTimers());

const LIST = "/c/c1/reports";

/** A fake whose report lists are modified. */
function changedLists(change: (page: Page<ReportRow>, request: ListReports) => void): FakeHost {
  const host = new FakeHost(few);
  host.change("reports_list", (page, request) => {
    change(page, request);
    return page;
  });
  return host;
}

/** Twelve reports, 4100 to 4111. */
const few: FakeOptions = { reports: seededReports(Date.now(), 12) };

async function start(at = LIST, host = new FakeHost(few)) {
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Reports" });
  return { ...app, query: () => host.requests("reports_list").at(-1)?.query };
}

describe("the list", () => {
  it("shows what the service says of each report", async () => {
    const { host, query } = await start();
    expect(query()).toEqual({ per_page: 25 });
    const newest = host.reports.at(-1);
    const row = within(rowOf(newest?.row.id ?? ""));
    expect(row.getByRole("rowheader")).toHaveTextContent(newest?.row.address ?? "");
    const verdict = { good: "Good", decent: "Decent", bad: "Bad" }[newest?.row.verdict ?? "bad"];
    expect(row.getByRole("img", { name: `${verdict}, ${newest?.row.score}` })).toBeVisible();
    expect(row.getByText(String(newest?.row.score))).toBeVisible();
    expect(screen.getByText("12 reports")).toBeVisible();
    await expectAccessible();
  });

  it("reads a pressed report's saved copy before its panel is there, and once, however often it is pressed", async () => {
    const { host, history } = await start(LIST, new FakeHost({ ...few, library: "seeded" }));
    const row = screen.getAllByRole("rowheader")[0] as HTMLElement;
    const before = history.length;
    for (let press = 0; press < 3; press++) fireEvent.click(row);
    expect(screen.queryByRole("complementary", { name: "Report" })).toBeNull();
    expect(host.requests("library_report")).toHaveLength(1);
    await screen.findByRole("complementary", { name: "Report" });
    expect(history.length).toBe(before + 1);
  });

  it("asks for what the address of the screen says", async () => {
    const { query } = await start(`${LIST}?search=shop&result=bad&sort_by=url&sort=asc&per_page=10&page=junk&x=1`);
    expect(query()).toEqual({ search: "shop", result: "bad", sort_by: "url", sort: "asc", per_page: 10 });
    expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveValue("shop");
    expect(screen.getByRole("radio", { name: "Bad" })).toBeChecked();
    expect(screen.getByRole("columnheader", { name: /Page/ })).toHaveAttribute("aria-sort", "ascending");
  });

  it("searches a moment after the last key, at once on Enter, and not again when emptied", async () => {
    const { user, host, query, history } = await start();
    // Fake time: a slow machine must not pause between two keys.
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.keyboard("{Control>}f{/Control}");
    expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveFocus();
    await user.keyboard("harbor");
    expect(host.requests("reports_list")).toHaveLength(1);
    await waitFor(() => expect(query()).toEqual({ search: "harbor", per_page: 25 }));
    await user.keyboard("cafe{Enter}");
    await waitFor(() => expect(query()).toEqual({ search: "harborcafe", per_page: 25 }));
    expect(history.location.search).toContain("harborcafe");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(history.location.search).toBe(""));
    expect(host.requests("reports_list")).toHaveLength(3);
  });

  it("searches the library at each short pause in typing, and asks the service only after a longer one", async () => {
    const { host, query } = await start();
    const field = screen.getByRole("searchbox", { name: "Search URLs" });
    vi.useFakeTimers();
    for (const value of ["h", "ha", "har", "harb", "harbo", "harbor"]) {
      fireEvent.change(field, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(60));
    }
    const searches = host.requests("library_list").map(({ search }) => search);
    expect(searches).toEqual(expect.arrayContaining(["h", "ha", "har", "harb", "harbo", "harbor"]));
    expect(host.requests("reports_list")).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(host.requests("reports_list")).toHaveLength(2);
    expect(query()).toEqual({ search: "harbor", per_page: 25 });
  });

  it("filters by verdict", async () => {
    const { user, query } = await start(`${LIST}?per_page=10`);
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    await waitFor(() => expect(query()).toEqual({ result: "bad", per_page: 10 }));
  });

  it("filters by a suggested project and by any name that is typed", async () => {
    const { user, host, query, history } = await start();
    const field = screen.getByRole("combobox", { name: "Project" });
    await user.click(field);
    await user.keyboard("kaffee");
    const asked = { connection: "c1", query: { search: "kaffee", per_page: 25 } };
    await waitFor(() => expect(host.requests("projects_list")).toContainEqual(asked));
    await user.click(await screen.findByRole("option", { name: "kaffeewerk.example" }));
    await waitFor(() => expect(query()).toEqual({ project: "kaffeewerk.example", per_page: 25 }));
    expect(field).toHaveValue("kaffeewerk.example");

    await user.clear(field);
    await user.keyboard("elsewhere.example{Enter}");
    await waitFor(() => expect(query()).toEqual({ project: "elsewhere.example", per_page: 25 }));
    await user.type(field, "x{Escape}");
    expect(field).toHaveValue("elsewhere.example");
    await user.clear(field);
    await waitFor(() => expect(history.location.href).toBe(LIST));
    await user.type(field, "nowhere.example");
    await user.tab();
    await waitFor(() => expect(query()).toEqual({ project: "nowhere.example", per_page: 25 }));
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(field).toHaveValue(""));
    expect(rowOf("4111")).toBeVisible();
  });

  it("sorts by header and by menu", async () => {
    const { user, query } = await start();
    expect(screen.getByRole("columnheader", { name: /Created/ })).toHaveAttribute("aria-sort", "descending");
    await user.click(screen.getByRole("columnheader", { name: /Last checked/ }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "generated_at", sort: "desc", per_page: 25 }));
    await user.click(screen.getByRole("columnheader", { name: /Last checked/ }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "generated_at", sort: "asc", per_page: 25 }));
    await user.click(screen.getByRole("columnheader", { name: /Page/ }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "url", sort: "asc", per_page: 25 }));
    await chooseInView(user, /^Sort by/, "Score");
    await waitFor(() => expect(query()).toEqual({ sort_by: "result", sort: "asc", per_page: 25 }));
    expect(screen.getByRole("columnheader", { name: /Privacy/ })).not.toHaveAttribute("aria-sort");
  });

  it("shows links to a page from the first one on", async () => {
    const { query } = await start(`${LIST}?per_page=10&page=2`);
    expect(query()).toEqual({ per_page: 10 });
    expect(rowOf("4111")).toBeVisible();
  });
});

describe("what the service does differently", () => {
  it("says which rows could not be read, once nothing more important is to be said", async () => {
    const host = changedLists((page, { query }) => {
      page.sort_ignored = query.sort_by === "generated_at";
      page.unreadable = [{ position: 3, path: "data[3].id", raw: '{"id":[]}' }];
    });
    const { user } = await start(`${LIST}?sort_by=generated_at`, host);
    expect(screen.getByText("Can’t sort by “Last checked”")).toBeVisible();
    expect(screen.queryByText("1 row couldn’t be read.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sort by “Created”" }));
    expect(await screen.findByText("1 row couldn’t be read.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Details" }));
    expect(screen.getByText(/data\[3\]\.id/)).toHaveTextContent('{"id":[]}');
    await expectAccessible();
  });

  it("shows unknown values as unknown, with what was said, and leaves out what no row has", async () => {
    const host = changedLists(({ rows }) => {
      for (const row of rows) Object.assign(row, { score: null, privacy: null });
      const [first, second] = rows;
      if (first) Object.assign(first, { verdict: null, odd: [{ field: "result", raw: '"splendid"' }] });
      if (second) Object.assign(second, { address: "", url: null, generated_at: null });
    });
    await start(LIST, host);
    expect(within(rowOf("4111")).getByText("Unknown")).toHaveAttribute("title", 'The service returned: "splendid"');
    expect(within(rowOf("4110")).getByText("No URL")).toBeVisible();
    expect(within(rowOf("4109")).getByRole("img", { name: /, No score$/ })).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: /Privacy/ })).toBeNull();
  });
});

describe("a service that does less than the interface has", () => {
  const like = (generation: Partial<ServiceCapabilities>, reports = few.reports) =>
    new FakeHost({
      ...(reports && { reports }),
      start: { connections: [{ ...exampleConnection, generation: { ...wholeGeneration, ...generation } }] },
    });

  it("is known by the sorts that it ignores, which can still be tried", async () => {
    const { user, query } = await start(LIST, like({ sorts: { generated_at: false } }));
    expect(screen.getByRole("columnheader", { name: /Last checked/ })).toHaveAccessibleName(
      /This service can’t sort by this column\./,
    );
    await chooseInView(user, /^Sort by/, "Last checked");
    await waitFor(() => expect(query()?.sort_by).toBe("generated_at"));
    const notice = await screen.findByText("Can’t sort by “Last checked”");
    expect(notice.closest("[role=status]")).not.toBeNull();
    // No column claims the order.
    expect(screen.getByRole("columnheader", { name: /Last checked/ })).toHaveAttribute("aria-sort", "none");
    await user.click(screen.getByRole("button", { name: "View" }));
    expect(await screen.findByText("Couldn’t sort by Last checked")).toBeVisible();
    await expectAccessible();
    await user.keyboard("{Escape}");

    await user.click(screen.getByRole("button", { name: "Sort by “Created”" }));
    await waitFor(() => expect(query()?.sort_by).toBe("id"));
    await waitFor(() => expect(screen.queryByText(/^Can’t sort by/)).toBeNull());
    expect(screen.getByRole("columnheader", { name: /Created/ })).toHaveAttribute("aria-sort", "descending");
  });

  it("marks ignored sorts in the menu alone", async () => {
    const { user } = await start(LIST, like({ sorts: { generated_at: false, url: true } }));
    await chooseInView(user, /^Sort by/);
    await entry("Page");
    const marked = screen.getAllByRole("menuitemradio").filter((item) => item.textContent?.includes("Not supported"));
    expect(marked.map(({ textContent }) => textContent)).toEqual(["Last checkedNot supported by this service"]);
  });

  it("turns the direction of a sort that it ignores all the same", async () => {
    const { user, query } = await start(`${LIST}?sort_by=generated_at`, like({ sorts: { generated_at: false } }));
    await user.click(screen.getByRole("columnheader", { name: /Last checked/ }));
    await waitFor(() => expect(query()).toMatchObject({ sort_by: "generated_at", sort: "asc" }));
  });

  it("says that the filters were ignored, and clears them", async () => {
    const host = changedLists((page) => Object.assign(page, { filter_ignored: true }));
    const { user, query } = await start(`${LIST}?result=good`, host);
    expect(screen.getByText(/ignored your filters/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(query()).toEqual({ per_page: 25 }));
  });

  it("promises no totals where there are none", async () => {
    await start(`${LIST}?per_page=10`, like({ paging: "next_only" }));
    expect(screen.getByText("First 10 reports")).toBeVisible();
    expect(screen.queryByText(/the service doesn’t say/)).toBeNull();
  });

  it("says that the total is unknown", async () => {
    await start(`${LIST}?per_page=10`, like({ paging: "unsaid" }));
    expect(screen.getByText("There may be more; the service doesn’t say.")).toBeVisible();
    await expectAccessible();
  });

  it("promises no score where there are words alone, not even in an empty list", async () => {
    await start(LIST, like({ rating: "word" }, []));
    expect(screen.getByRole("columnheader", { name: /Verdict/ })).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: /Score/ })).toBeNull();
  });

  it("is learned of while the list is in view", async () => {
    const { host } = await start(LIST, like({ sorts: {} }));
    expect(screen.getByRole("columnheader", { name: "Last checked" })).toBeVisible();
    act(() => host.learn("c1", { generation: { ...wholeGeneration, sorts: { generated_at: false } } }));
    await waitFor(() =>
      expect(screen.getByRole("columnheader", { name: /Last checked/ })).toHaveAccessibleName(/can’t sort by this/),
    );
  });
});

describe("a question that is overtaken", () => {
  it("is given up, and is no trouble", async () => {
    const { user, host } = await start();
    const release = host.hold("reports_list");
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    await waitFor(() => expect(host.requests("reports_list")).toHaveLength(2));
    await user.click(screen.getByRole("radio", { name: "Good" }));
    await waitFor(() => expect(host.requests("reports_list")).toHaveLength(3));
    const [, bad, good] = host.options("reports_list");
    expect([bad?.signal?.aborted, good?.signal?.aborted]).toEqual([true, false]);
    await waitFor(() => expect(screen.getByRole("grid", { name: "Reports" }).closest("[aria-busy]")).not.toBeNull());
    release();
    await waitFor(() => expect(screen.getByRole("grid", { name: "Reports" }).closest("[aria-busy]")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText("Request stopped")).toBeNull();
  });

  it("is canceled, and requested again when needed", async () => {
    const { user, host, query } = await start();
    const release = host.hold("reports_list");
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    await waitFor(() => expect(query()?.result).toBe("bad"));
    await user.click(screen.getByRole("radio", { name: "Good" }));
    await waitFor(() => expect(query()?.result).toBe("good"));
    release();
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    await waitFor(() =>
      expect(host.requests("reports_list").filter(({ query: { result } }) => result === "bad")).toHaveLength(2),
    );
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is given up when the report in view is left", async () => {
    const host = new FakeHost(few);
    host.hold("report_read");
    const { user } = await renderApp({ at: `${LIST}/4105`, host });
    await user.click(await screen.findByRole("button", { name: "Close report" }));
    await waitFor(() => expect(host.options("report_read")[0]?.signal?.aborted).toBe(true));
  });
});

describe("the states of the list", () => {
  it("shows gray rows while the first response is slow", async () => {
    applyStyles("components/tables/Pager.module.css");
    const host = new FakeHost(few);
    const release = host.hold("reports_list");
    await renderApp({ at: LIST, host });
    const waiting = screen.getByRole("status", { name: "Loading" });
    expect(waiting).toBeEmptyDOMElement();
    await waitFor(() => expect(waiting).not.toBeEmptyDOMElement());
    expect(screen.queryByRole("contentinfo")).toBeNull();
    await expectAccessible();
    release();
    expect(await screen.findByRole("grid", { name: "Reports" })).toBeVisible();
    expect(screen.getByRole("contentinfo")).toHaveTextContent(/12 reports/);
  });

  it("offers a new report where there are none", async () => {
    const { user } = await start(LIST, new FakeHost({ reports: [] }));
    const empty = within(screen.getByRole("grid"));
    await expectAccessible();
    await user.click(empty.getByRole("button", { name: "New report" }));
    expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  });

  it("offers to clear filters where none fits", async () => {
    const { user, query } = await start(`${LIST}?search=nowhere&result=bad&sort_by=url`);
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(query()).toEqual({ sort_by: "url", per_page: 25 }));
    expect(await screen.findByText("12 reports")).toBeVisible();
  });

  it("says why it could not be read and tries again", async () => {
    const host = new FakeHost(few);
    host.fail("reports_list", makeProblem("unreachable"));
    const { user } = await renderApp({ at: LIST, host });
    expect(await screen.findByRole("heading", { name: "Can’t reach the service" })).toBeVisible();
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "New report" })).toBeNull();
    await expectAccessible();
    host.heal("reports_list");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("12 reports")).toBeVisible();
  });

  it("keeps the last known rows when reading them again fails", async () => {
    const { user, host } = await start();
    host.fail("reports_list", "unreachable");
    await chooseInView(user, "Reload list");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Showing the saved copy");
    expect(screen.queryByText("Live")).toBeNull();
    expect(await screen.findByText(/^Saved copy ·/)).toHaveTextContent("Saved copy · just now");
    expect(rowOf("4111")).toBeVisible();
    await expectAccessible();
    host.heal("reports_list");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("counts down to the next automatic try once, in the notice", async () => {
    const { user, host } = await start();
    host.fail("reports_list", makeProblem("maintenance", { retry_after: 90 }));
    await chooseInView(user, "Reload list");
    expect(await screen.findByRole("button", { name: "Try again" })).toHaveTextContent(/^Try again 1:[23]\d$/);
    expect(screen.getByText("Maintenance")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Details" }));
    expect(screen.getByText(/^code: maintenance/)).toBeVisible();
    await expectAccessible();
  });

  it("says when the last known rows were for another question, where there is no library", async () => {
    const { user, host } = await start();
    host.fail("library_list", "library_failed");
    host.fail("reports_list", "unreachable");
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("with different filters or sorting");
    expect(rowOf("4111")).toBeVisible();
  });

  it("stays live while it is read again", async () => {
    const { user, host } = await start();
    expect(await screen.findByText("Live")).toBeVisible();
    host.hold("reports_list");
    await chooseInView(user, "Reload list");
    await waitFor(() => expect(host.requests("reports_list")).toHaveLength(2));
    expect(screen.getByText("Live")).toBeVisible();
  });

  it("says how many reports are saved rather than that all are, while the service takes no calls", async () => {
    const { host } = await start();
    expect(await screen.findByText("Live")).toBeVisible();
    const { reports } = host.syncs.state("c1");
    await act(async () => host.syncs.set("c1", { completeness: "unknown", total: reports + 12 }));
    await act(async () => host.tell({ kind: "waiting", waiting: [{ connection: "c1", seconds: 20, limit: 60 }] }));
    const footer = within(screen.getByText("12 reports").closest("footer") as HTMLElement);
    expect(await footer.findByText(`${reports} of ${reports + 12} saved`)).toBeVisible();
    expect(footer.queryByText(/^Saved copy/)).toBeNull();
  });

  it("marks the rows of the last question while the next one is asked", async () => {
    const { user, host } = await start();
    const release = host.hold("reports_list");
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    expect(rowOf("4111")).toBeVisible();
    const busy = () => screen.getByRole("grid", { name: "Reports" }).closest("[aria-busy]");
    await waitFor(() => expect(busy()).not.toBeNull());
    expect(screen.queryByText("Live")).toBeNull();
    expect(screen.getByText(/^Saved copy ·/)).toHaveTextContent("Saved copy · just now");
    release();
    await waitFor(() => expect(busy()).toBeNull());
    expect(screen.getByText("Live")).toBeVisible();
    expect(host.requests("reports_list").at(-1)?.query).toMatchObject({ result: "bad" });
  });
});
