import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { seededReports } from "../../../host/fake/data";
import { FakeHost } from "../../../host/fake/index";
import { makeProblem } from "../../../host/host";
import { expectAccessible } from "../../../test/axe";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { scrollToEnd, showAllRows } from "../../../test/scroll";

const LIST = "/c/c1/reports";
/** 36 reports, 4100 to 4135. */
const seeded = () => new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 36) });

const ids = () =>
  [...document.querySelectorAll<HTMLElement>("[role=grid][aria-label=Reports] [data-key][role=row]")].map(
    (row) => row.dataset.key,
  );
const isBusy = () => document.querySelector("[aria-busy] [role=grid]") !== null;

describe("a list that the library knows", () => {
  it("is there at once, is marked while the service takes its time, and stays as it is when that answers", async () => {
    const host = seeded();
    const release = host.hold("reports_list");
    const { user } = await renderApp({ at: `${LIST}?per_page=10`, host });
    await screen.findByText("36 reports");
    await waitFor(() => expect(ids()).toHaveLength(10));
    const before = ids();
    await waitFor(() => expect(isBusy()).toBe(true));
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    expect(isBusy()).toBe(true);
    const row = rowOf("4133");
    row.focus();
    await user.keyboard(" ");
    expect(await screen.findByText("1 selected")).toBeVisible();
    release();
    await waitFor(() => expect(isBusy()).toBe(false));
    expect(screen.queryByText(/^Saved copy ·/)).toBeNull();
    expect(ids()).toEqual(before);
    expect(rowOf("4133")).toBe(row);
    expect(row).toHaveFocus();
    expect(screen.getByText("1 selected")).toBeVisible();
    expect(host.requests("reports_list")).toHaveLength(1);
  });

  it("can be searched, filtered, sorted and scrolled without the service", async () => {
    onTestFinished(showAllRows());
    const host = seeded();
    host.fail("reports_list", "offline");
    host.fail("projects_list", "offline");
    const { user } = await renderApp({ at: `${LIST}?per_page=10`, host });
    const why = (await screen.findByText("You’re offline")).closest("[role=status]");
    expect(why).toHaveTextContent("Showing the saved copy");
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    await expectAccessible();

    scrollToEnd();
    await waitFor(() => expect(ids()).toHaveLength(20));
    expect(ids().at(-1)).toBe(host.reports.at(-20)?.row.id);
    expect(screen.getByText(/^Saved copy ·/)).toBeVisible();

    const search = screen.getByRole("searchbox", { name: "Search URLs" });
    await user.type(search, "FJORD{Enter}");
    const found = host.reports.filter(({ row }) => row.address.includes("fjord"));
    await waitFor(() => expect(ids()).toHaveLength(found.length));
    await user.click(screen.getByRole("columnheader", { name: /Page/ }));
    const byAddress = [...found].sort((a, b) => (a.row.address < b.row.address ? -1 : 1));
    await waitFor(() => expect(ids()).toEqual(byAddress.map(({ row }) => row.id)));
    await user.click(screen.getByRole("radio", { name: "Good" }));
    const good = byAddress.filter(({ row }) => row.verdict === "good");
    await waitFor(() => expect(ids()).toEqual(good.map(({ row }) => row.id)));
  });

  it("says so where it knows nothing that fits, and suggests projects all the same", async () => {
    const host = seeded();
    host.fail("reports_list", "offline");
    host.fail("projects_list", "offline");
    const { user } = await renderApp({ at: `${LIST}?search=nowhere`, host });
    expect(await screen.findByText("Only saved reports were searched.")).toBeVisible();
    await user.type(await screen.findByRole("combobox", { name: "Project" }), "lumen");
    await waitFor(() => expect(screen.getByRole("option", { name: "lumen-studio.example" })).toBeVisible());
  });

  it("waits for the service where the library has seen only some reports, whose pages are others", async () => {
    onTestFinished(showAllRows());
    const host = new FakeHost({ reports: seededReports(Date.now(), 36) });
    const { user } = await renderApp({ at: `${LIST}?per_page=10`, host });
    await screen.findByText("36 reports");
    await user.click(screen.getByRole("columnheader", { name: /Page/ }));
    const byAddress = host.reports.map(({ row }) => row).sort((a, b) => (a.address < b.address ? -1 : 1));
    const shown = byAddress.slice(0, 10).map(({ id }) => id);
    await waitFor(() => expect(ids()).toEqual(shown));
    const asked = host.requests("library_list").length;
    scrollToEnd();
    await waitFor(() => expect(ids()).toEqual(byAddress.slice(0, 20).map(({ id }) => id)));
    expect(host.requests("library_list")).toHaveLength(asked);
  });

  it.each([
    ["the newest reports", "at once", ""],
    ["what was searched for", "late", "&search=fjord"],
    ["another order", "late", "&sort_by=url"],
  ])("shows %s %s where it has seen only some reports", async (_, when, search) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    const host = seeded();
    host.hold("reports_list");
    await renderApp({ at: `${LIST}?per_page=10${search}`, host });
    await pass(900);
    expect(host.requests("library_list").length).toBeGreaterThan(0);
    expect(ids().length > 0).toBe(when === "at once");
    await pass(300);
    expect(ids().length).toBeGreaterThan(0);
  });

  it("loads on at once where the library has seen all reports, and becomes the service's without losing rows", async () => {
    onTestFinished(showAllRows());
    const host = seeded();
    host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
    const release = host.hold("reports_list");
    await renderApp({ at: `${LIST}?per_page=10`, host });
    await waitFor(() => expect(ids()).toHaveLength(10));
    scrollToEnd();
    await waitFor(() => expect(ids()).toHaveLength(20));
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    release();
    const counts = new Set<number>();
    await waitFor(() => {
      counts.add(ids().length);
      expect(screen.getByText("Live")).toBeVisible();
    });
    expect([...counts, ids().length].every((count) => count === 20)).toBe(true);
    expect(host.requests("reports_list").map(({ query }) => query.page ?? 1)).toEqual([1, 2]);
  });

  it("isn’t live while its service takes no calls", async () => {
    const host = seeded();
    await renderApp({ at: `${LIST}?per_page=10`, host });
    expect(await screen.findByText("Live")).toBeVisible();
    act(() => host.tell({ kind: "waiting", waiting: [{ connection: "c1", seconds: 30, limit: 20 }] }));
    expect(await screen.findByText(/^Rate limited/)).toBeVisible();
    expect(screen.queryByText("Live")).toBeNull();
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    act(() => host.tell({ kind: "waiting", waiting: [] }));
    expect(await screen.findByText("Live")).toBeVisible();
  });

  it("is live for a few minutes after it was read, and then says when that was", async () => {
    await renderApp({ at: `${LIST}?per_page=10`, host: seeded() });
    expect(await screen.findByText("Live")).toBeVisible();
    const readAt = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    const comeBackAfter = (minutes: number) => {
      vi.setSystemTime(readAt + minutes * 60_000);
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
    };
    comeBackAfter(4);
    expect(screen.getByText("Live")).toBeVisible();
    comeBackAfter(6);
    const age = await screen.findByText(/^Saved copy ·/);
    expect(age).toHaveTextContent("Saved copy · 6 min ago");
    expect(screen.queryByText("Live")).toBeNull();
    // No picture of the screen has it: at the next start, it would be false.
    expect(age.closest("[data-passing]")).not.toBeNull();
  });

  it("is the service's again once that can be reached", async () => {
    const host = seeded();
    host.fail("reports_list", "unreachable");
    const { user } = await renderApp({ at: `${LIST}?per_page=10`, host });
    await screen.findByRole("alert");
    host.heal("reports_list");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Live")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(/^Saved copy ·/)).toBeNull();
    expect(screen.getByText("36 reports")).toBeVisible();
  });

  it.each([
    ["your filters", "result=bad", { filter_ignored: true }],
    ["the sort order", "sort_by=url&sort=asc", { sort_ignored: true }],
  ])("answers where the service ignored %s, and says so", async (what, search, ignored) => {
    const host = seeded();
    host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
    host.change("reports_list", (page, { query }) => ({
      ...page,
      rows: host.reports.slice(0, query.per_page).map(({ row }) => row),
      ...ignored,
    }));
    await renderApp({ at: `${LIST}?per_page=10&${search}`, host });
    expect(await screen.findByText(`From the library: the service ignored ${what}.`)).toBeVisible();
    const rows = host.reports.map(({ row }) => row);
    const fitting = rows.filter(({ verdict }) => search !== "result=bad" || verdict === "bad");
    const sorted = fitting.sort((a, b) => (a.address < b.address ? -1 : 1)).slice(0, 10);
    if (search === "result=bad")
      await waitFor(() => expect(fitting.map(({ id }) => id)).toEqual(expect.arrayContaining(ids())));
    else await waitFor(() => expect(ids()).toEqual(sorted.map(({ id }) => id)));
    expect(ids().length).toBeGreaterThan(0);
    expect(screen.queryByText(/can’t sort by “|ignored your filters, so/i)).toBeNull();
    await expectAccessible();
  });

  it("says what an outage is once, and reads again in growing pauses until the service answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    };
    const host = seeded();
    for (const name of ["reports_list", "report_read"] as const) host.fail(name, "connection_refused");
    await renderApp({ at: `${LIST}/4110?per_page=50`, host });
    const told = () => document.querySelectorAll("main [role=alert]").length;
    const asked = () => host.requests("reports_list").length;
    // The panel loads later.
    while (host.requests("report_read").length === 0 || told() === 0) await act(() => vi.advanceTimersByTimeAsync(10));

    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await pass(1);
    const before = asked();
    await pass(6);
    expect(asked()).toBe(before + 1);
    expect(told()).toBe(1);
    await pass(6);
    expect(asked()).toBe(before + 1);
    const notice = document.querySelector("main [role=alert]");
    const release = host.hold("reports_list");
    await pass(6);
    expect(asked()).toBe(before + 2);
    // Automatic retries stay invisible until they succeed.
    expect([...document.querySelectorAll("main [role=alert]")]).toEqual([notice]);
    expect(isBusy()).toBe(false);
    release();
    await pass(1);
    for (const name of ["reports_list", "report_read"] as const) host.heal(name);
    await pass(25);
    expect(told()).toBe(0);
    expect(screen.queryByText(/^Saved copy ·/)).toBeNull();
    expect(asked()).toBe(before + 3);
    await pass(60);
    expect(asked()).toBe(before + 3);
  });

  it("counts down to its own next read, whatever a report beside it waits for", async () => {
    const host = seeded();
    host.fail("reports_list", "connection_refused");
    const release = host.hold("report_read");
    host.fail("report_read", makeProblem("maintenance", { retry_after: 60 }));
    await renderApp({ at: `${LIST}/4110`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    const button = await screen.findByRole("button", { name: "Try again" });
    await waitFor(() => expect(button).toHaveTextContent(/0:0\d/));
    release();
    expect(await panel.findByRole("alert")).toBeVisible();
    expect(button).toHaveTextContent(/0:0\d/);
  });

  it("leads from report to report past the loaded rows without the service", async () => {
    const host = seeded();
    for (const name of ["reports_list", "report_read"] as const) host.fail(name, "offline");
    const last = host.reports.at(-10)?.row.id ?? "";
    const { user, history } = await renderApp({ at: `${LIST}/${last}?per_page=10`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByText("10 of 36")).toBeVisible();
    expect(await screen.findByText(/^Saved copy ·/)).toBeVisible();
    expect(panel.queryByText(/^Saved copy ·/)).toBeNull();
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(history.location.href).toBe(`${LIST}/${host.reports.at(-11)?.row.id}?per_page=10`));
    expect(await panel.findByText("11 of 36")).toBeVisible();
  });

  it("changes nothing where the library fails", async () => {
    const host = seeded();
    host.fail("library_list", "library_failed");
    host.fail("library_report", "library_failed");
    host.fail("reports_list", "offline", 1);
    const { user } = await renderApp({ at: `${LIST}?per_page=10`, host });
    expect(await screen.findByRole("heading", { name: "You’re offline" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("36 reports")).toBeVisible();
  });
});

describe("a report that the library knows", () => {
  it("is there at once, and says its age while the service cannot be asked", async () => {
    const host = seeded();
    const release = host.hold("report_read");
    const { user } = await renderApp({ at: `${LIST}/4115`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByRole("searchbox", { name: "Search 30 checks" })).toBeVisible();
    expect(await panel.findByText(/^Saved copy ·/)).toBeVisible();
    host.fail("report_read", "offline");
    release();
    expect(await panel.findByRole("alert")).toHaveTextContent("You’re offline");
    expect(panel.getByText(/^Saved copy ·/)).toBeVisible();
    await expectAccessible();

    // Writes need the service.
    host.fail("report_update", "offline");
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    await waitFor(() => expect(panel.getAllByRole("alert")).toHaveLength(2));
    host.heal("report_read");
    await user.click(panel.getAllByRole("button", { name: "Try again" }).at(-1) as HTMLElement);
    await waitFor(() => expect(panel.queryByText(/^Saved copy ·/)).toBeNull());
  });

  it("says its own age where the list says only that of other rows", async () => {
    const host = seeded();
    host.fail("report_read", "offline");
    host.fail("reports_list", "offline");
    await renderApp({ at: `${LIST}/4115?search=nothing-like-this`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByRole("searchbox", { name: "Search 30 checks" })).toBeVisible();
    await waitFor(() => expect(screen.getAllByText(/^Saved copy ·/)).toHaveLength(2));
    expect(panel.getByText(/^Saved copy ·/)).toBeVisible();
  });

  it("says so where its checks were never seen", async () => {
    const host = seeded();
    host.change("library_report", (known) => ({
      ...known,
      has_checks: false,
      report: { ...known.report, checks: [] },
    }));
    host.fail("report_read", "offline");
    await renderApp({ at: `${LIST}/4115`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByText("Checks not loaded yet.")).toBeVisible();
  });

  it("stays readable once it is gone, and cannot be changed", async () => {
    const host = seeded();
    const { user } = await renderApp({ at: `${LIST}/3907`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByText("Removed from the service. The saved copy is read-only.")).toBeVisible();
    expect(panel.getByRole("searchbox", { name: "Search 30 checks" })).toBeVisible();
    expect(panel.queryByRole("button", { name: "Recheck" })).toBeNull();
    expect(panel.queryByRole("button", { name: /^Privacy/ })).toBeNull();
    await user.click(panel.getByRole("button", { name: "More actions" }));
    expect(await screen.findByRole("menuitem", { name: "Copy report ID" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
    await user.keyboard("{Escape}");
    await user.keyboard("{Delete}");
    await user.click(panel.getByRole("tab", { name: "History" }));
    expect(await panel.findByText("Removed from the service")).toBeVisible();
    await expectAccessible();
    expect(host.requests("report_delete")).toHaveLength(0);
    expect(screen.queryByText("Will be deleted")).toBeNull();
  });

  it("leaves the list when it is found to be gone", async () => {
    const host = seeded();
    const { user, history } = await renderApp({ at: `${LIST}?per_page=10`, host });
    await waitFor(() => expect(ids()).toHaveLength(10));
    host.reports = host.reports.filter(({ row }) => row.id !== "4130");
    await user.click(within(rowOf("4130")).getByRole("link"));
    await screen.findByText(/^Removed from the service\./);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.pathname).toBe(LIST));
    await waitFor(() => expect(ids()).not.toContain("4130"));
  });
});
