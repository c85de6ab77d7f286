import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { wholeGeneration } from "../../../host/fake/connections";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { chooseInView } from "../../../test/menus";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { scrollToEnd, showAllRows } from "../../../test/scroll";

const LIST = "/c/c1/reports?per_page=10";
/** The service's order: 4135 first. */
const NEWEST = 4135;

const newest = (count: number, from = NEWEST) => Array.from({ length: count }, (_, at) => String(from - at));
const grid = () => screen.getByRole("grid", { name: "Reports" });
const ids = () => [...grid().querySelectorAll<HTMLElement>("[data-key][role=row]")].map((row) => row.dataset.key);
const hasRows = (count: number, from?: number) => waitFor(() => expect(ids()).toEqual(newest(count, from)));

/** 36 reports, 4100 to 4135, ten of which are loaded. */
async function start(host = new FakeHost({ reports: seededReports(Date.now(), 36) }), at = LIST, loaded = 10) {
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Reports" });
  await waitFor(() => expect(ids()).toHaveLength(loaded));
  const asked = () => host.requests("reports_list").map(({ query }) => query.page ?? 1);
  return { ...app, host, asked };
}

beforeEach(showAllRows);

describe("rows", () => {
  it("load on while one scrolls, one request at a time, to the end", async () => {
    const { host, asked } = await start();
    expect(asked()).toEqual([1]);
    const release = host.hold("reports_list");
    scrollToEnd();
    await waitFor(() => expect(asked()).toEqual([1, 2]));
    expect(await within(grid()).findByRole("status", { name: "Loading" })).toBeInTheDocument();
    await expectAccessible();
    scrollToEnd();
    expect(asked()).toEqual([1, 2]);
    expect(grid()).toHaveAttribute("aria-rowcount", "37");
    release();
    await hasRows(20);
    scrollToEnd();
    await hasRows(30);
    scrollToEnd();
    await hasRows(36);
    scrollToEnd();
    expect(asked()).toEqual([1, 2, 3, 4]);
    expect(within(grid()).queryByRole("status", { name: "Loading" })).toBeNull();
    expect(screen.getByText("36 reports")).toBeVisible();
  });

  it("are counted as far as they are known", async () => {
    const generation = { ...wholeGeneration, paging: "next_only" } as const;
    const connections = [{ ...exampleConnection, generation }];
    await start(new FakeHost({ reports: seededReports(Date.now(), 16), start: { connections } }));
    expect(screen.getByText("First 10 reports")).toBeVisible();
    expect(grid()).toHaveAttribute("aria-rowcount", "-1");
    scrollToEnd();
    expect(await screen.findByText("16 reports")).toBeVisible();
    expect(grid()).toHaveAttribute("aria-rowcount", "17");
  });

  it("stay where the next ones fail, which are asked for again", async () => {
    const { user, host } = await start();
    host.fail("reports_list", "service_fault");
    scrollToEnd();
    const alert = await screen.findByRole("alert");
    await expectAccessible();
    expect(ids()).toEqual(newest(10));
    const asked = host.requests("reports_list").length;
    scrollToEnd();
    expect(host.requests("reports_list")).toHaveLength(asked);
    host.heal("reports_list");
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await hasRows(20);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("that move to another page in the meantime are there once", async () => {
    const { host } = await start();
    const [moved] = seededReports(Date.now(), 1);
    if (moved) host.reports = [...host.reports, { ...moved, row: { ...moved.row, id: "4136" } }];
    scrollToEnd();
    await hasRows(19);
  });

  it.each([
    ["", []],
    [" with an unreadable row", [{ position: 3, path: "data[3]", raw: "{}" }]],
  ])("end where a service repeats its page%s", async (_, unreadable) => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 36) });
    host.change("reports_list", (page) => ({ ...page, unreadable }));
    const { asked } = await start(host);
    host.change("reports_list", (page) => ({
      ...page,
      unreadable,
      rows: host.reports
        .slice(-10)
        .map(({ row }) => row)
        .reverse(),
    }));
    scrollToEnd();
    await waitFor(() => expect(asked()).toEqual([1, 2]));
    await waitFor(() => expect(within(grid()).queryByRole("status")).toBeNull());
    scrollToEnd();
    expect(asked()).toEqual([1, 2]);
    expect(ids()).toEqual(newest(10));
  });

  it("are all read again on reload, and stay meanwhile", async () => {
    const { user, host, asked } = await start();
    scrollToEnd();
    await hasRows(20);
    const [created] = seededReports(Date.now(), 1);
    if (created) host.reports = [...host.reports, { ...created, row: { ...created.row, id: "4136" } }];
    await chooseInView(user, "Reload list");
    await hasRows(20, 4136);
    expect(asked()).toEqual([1, 2, 1, 2]);
    expect(host.options("reports_list").map((options) => options?.background)).toEqual([false, false, false, true]);
  });
});

describe("the keyboard", () => {
  it("reaches rows that are loaded then, and keeps the focus", async () => {
    const { user } = await start();
    rowOf(String(NEWEST)).focus();
    await user.keyboard("{Control>}{End}{/Control}");
    await waitFor(() => expect(rowOf("4126")).toHaveFocus());
    scrollToEnd();
    await hasRows(20);
    expect(rowOf("4126")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(rowOf("4125")).toHaveFocus();
  });
});

describe("a selection", () => {
  it("spans all loaded rows, and stays while more are loaded", async () => {
    const { user } = await start();
    rowOf(String(NEWEST)).focus();
    await user.keyboard(" ");
    scrollToEnd();
    await hasRows(20);
    expect(await screen.findByText("1 selected")).toBeVisible();
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    expect(await screen.findByText("20 selected")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Select all 36" }));
    scrollToEnd();
    await hasRows(30);
    expect(screen.getByText("All 36 selected")).toBeVisible();
    expect(rowOf("4106")).toHaveAttribute("aria-selected", "true");
  });
});

describe("going back", () => {
  it("restores the loaded rows, their place, and a large selection", async () => {
    // With all their cells, 125 rows take long to draw.
    const hidden = ["score", "generated", "trend", "privacy", "failed", "created", "project", "id"];
    const preferences = { ...usualPreferences, columns: { reports: { hidden, widths: {} } } };
    const host = new FakeHost({ reports: seededReports(Date.now(), 240), start: { preferences } });
    const { user, history } = await start(host, "/c/c1/reports?per_page=25", 25);
    for (let loaded = 50; loaded <= 125; loaded += 25) {
      scrollToEnd();
      await waitFor(() => expect(ids()).toHaveLength(loaded));
    }
    await user.click(screen.getByRole("checkbox", { name: "Select all" }));
    await screen.findByText("125 selected");
    const scroller = () => grid().parentElement as HTMLElement;
    scroller().scrollTop = 360;
    await user.click(screen.getByRole("link", { name: "Projects" }));
    await screen.findByRole("heading", { name: "Projects" });
    history.back();
    expect(await screen.findByText("125 selected")).toBeVisible();
    expect(ids()).toHaveLength(125);
    await waitFor(() => expect(scroller().scrollTop).toBe(360));
  });

  it("keeps the place of a list that is left again before it is restored", async () => {
    const { user, history } = await start();
    const scroller = () => grid().parentElement as HTMLElement;
    const showProjects = () => screen.findByRole("heading", { name: "Projects" });
    // Rows have their height, and their place, after two frames.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    scroller().scrollTop = 120;
    await user.click(screen.getByRole("link", { name: "Projects" }));
    await showProjects();
    const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
    act(() => history.back());
    await hasRows(10);
    act(() => history.forward());
    await showProjects();
    frames.mockRestore();
    act(() => history.back());
    await hasRows(10);
    await waitFor(() => expect(scroller().scrollTop).toBe(120));
  });

  it("leaves a new list where the user scrolls it while its first frames are late", async () => {
    const frames: FrameRequestCallback[] = [];
    const request = vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
    await start();
    const scroller = grid().parentElement as HTMLElement;
    scroller.scrollTop = 120;
    request.mockRestore();
    for (let frame = 0; frame < 3; frame++) {
      act(() => {
        for (const late of frames.splice(0)) late(0);
      });
      await new Promise(requestAnimationFrame);
    }
    expect(scroller.scrollTop).toBe(120);
  });

  it("restores nothing of a visit that a new one has replaced", async () => {
    const { history } = await start();
    const showProjects = () => screen.findByRole("heading", { name: "Projects" });
    act(() => history.push("/c/c1/projects"));
    await showProjects();
    act(() => history.push(LIST));
    await hasRows(10);
    scrollToEnd();
    await hasRows(20);
    act(() => history.back());
    await showProjects();
    act(() => history.push(LIST));
    await hasRows(10);
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Projects" })).toBeNull());
    expect(ids()).toHaveLength(10);
  });
});
