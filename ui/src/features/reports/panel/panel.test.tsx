import { i18n } from "@lingui/core";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { makeProblem } from "../../../host";
import type { Check, FailingCheck, FixList, Report } from "../../../host/contract";
import type { FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { choose } from "../../../test/menu";
import { chooseInView } from "../../../test/menus";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { applyStyles } from "../../../test/styles";
import { fewReports, start } from "./panel.fixture";

describe("what the panel shows", () => {
  it("shows what is known of the report and groups its checks, what to fix first", async () => {
    const { panel } = await start();
    expect(await panel.findByRole("heading", { level: 2, name: "harborcafe.example/menu" })).toHaveFocus();
    expect(panel.getByText("Bad")).toBeVisible();
    expect(panel.getByText("38")).toBeVisible();
    expect(panel.getByText("Private")).toBeVisible();
    await panel.findByRole("tab", { name: "Checks" });
    const checks = panel.getAllByRole("heading", { level: 3 }).map((head) => {
      const group = within(head.parentElement as HTMLElement);
      return [head.textContent, ...group.queryAllByRole("listitem").map((item) => item.textContent)];
    });
    expect(checks).toEqual([
      ["High importance 1 failed", "No meta description "],
      ["Medium importance 1 failed", "Structured data Too few: 1 (at least 2)"],
      ["Low importance 1 failed", "Styles inside elements a, b"],
      ["Not rated 1", "New check "],
      ["Passed 1"],
    ]);
    expect(panel.getByRole("heading", { name: "High importance 1 failed" })).toBeVisible();
    await expectAccessible();
  });

  it("folds no checks if all passed", async () => {
    const host = fewReports();
    const third = host.reports[2] as Report;
    third.checks = third.checks.filter(({ passed }) => passed);
    const { panel } = await start(host);
    expect(await panel.findByRole("heading", { name: "Passed 1" })).toBeVisible();
    expect(panel.queryByRole("button", { name: "Passed 1" })).toBeNull();
    expect(panel.getByRole("button", { name: "Title" })).toBeVisible();
  });

  it("names the page in bold, without its host", async () => {
    applyStyles("features/reports/panel/ReportHead.module.css");
    const { panel } = await start();
    const title = await panel.findByRole("heading", { level: 2, name: "harborcafe.example /menu" });
    const weightOf = (text: string) => getComputedStyle(within(title).getByText(text)).fontWeight;
    expect(weightOf("/menu")).toContain("600");
    expect(weightOf("harborcafe.example")).toBe("400");
  });

  it("keeps the end of a path that has no room in two lines, and all of it for readers", async () => {
    applyStyles("components/text/AddressText.module.css");
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 20));
    const host = fewReports();
    const path = `/${"catalog/".repeat(12)}size-42`;
    (host.reports[2] as Report).row.address = `harborcafe.example${path}`;
    const { panel } = await start(host);
    const title = await panel.findByRole("heading", { level: 2, name: /size-42$/ });
    const page = title.lastElementChild as HTMLElement;
    const hidden = within(page).getByText(/^[a-z/]+$/);
    expect(getComputedStyle(hidden).fontSize).toBe("0px");
    expect(page.textContent?.endsWith(`${hidden.textContent}${hidden.nextSibling?.textContent}`)).toBe(true);
    expect(hidden.nextSibling).toHaveTextContent(/size-42$/);
  });

  it("is open at the check that its list or a link is about", async () => {
    const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
    const at = (check: string) => `/c/c1/reports/4102?${check}`;
    const { history } = await renderApp({ host: fewReports(), at: at("failing=structured_data") });
    const row = await screen.findByRole("button", { name: /^Structured data/, expanded: true });
    expect(intoView.mock.contexts.some((element) => (element as Element).contains(row))).toBe(true);
    expect(screen.getByText("Organization")).toBeVisible();
    history.push(at("failing=structured_data&check=title"));
    expect(await screen.findByRole("button", { name: "Title", expanded: true })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Structured data/, expanded: true })).toBeNull());
  });

  it("shows what a check says once it is opened, and scrolls no further than that", async () => {
    const { panel, user } = await start();
    const trigger = await panel.findByRole("button", { name: /^Structured data/ });
    const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
    await user.click(trigger);
    expect(intoView).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
    const [shown] = intoView.mock.contexts as Element[];
    expect(shown).toContainElement(trigger);
    expect(shown).toContainElement(panel.getByText("Organization"));
    await user.click(trigger);
    expect(intoView).toHaveBeenCalledOnce();
  });

  it("opens what a check found, larger finds as a tree, and leads to other pages with it", async () => {
    const { panel, user } = await start();
    expect(await panel.findByRole("button", { name: "Passed 1" })).toHaveAttribute("aria-expanded", "false");
    await user.click(panel.getByRole("button", { name: "Passed 1" }));
    await user.click(panel.getByRole("button", { name: "Title" }));
    expect(panel.getByText("Welcome")).toBeVisible();
    const terms = [...document.querySelectorAll("dt")].map((term) => term.textContent);
    expect(terms).toEqual(["Why it matters", "Found", "Topic"]);
    await user.click(panel.getByRole("button", { name: "New check" }));
    expect(panel.getByText("3 to 7")).toBeVisible();
    await user.click(panel.getByRole("button", { name: /^Structured data/ }));
    const tree = panel.getByRole("treegrid", { name: "Found" });
    expect(within(tree).getByText("Organization")).toBeVisible();
    expect(panel.getByRole("link", { name: "View all pages with this problem: Structured data" })).toHaveAttribute(
      "href",
      expect.stringContaining("failing=structured_data"),
    );
    await expectAccessible();
  });

  it("says how many pages have a problem, once the fix list of the sidebar is read", async () => {
    const host = fewReports();
    host.syncs.set("c1", { completeness: "whole", full_at: new Date().toISOString() });
    const check = { name: "structured_data", importance: "medium", pages: 1234 } as FailingCheck;
    host.answer("fix_list", () => ({ checks: [check], reports: 2000, without_checks: 0 }) as unknown as FixList);
    const { panel, user } = await start(host);
    await user.click(await panel.findByRole("button", { name: /^Structured data/ }));
    const link = await panel.findByRole("link", { name: "View all 1,234 pages with this problem: Structured data" });
    expect(link).toHaveTextContent("View all 1,234 pages with this problem");
  });

  it("says why a check matters, how to fix it, and where to read more", async () => {
    const { panel, user, host } = await start();
    await user.click(await panel.findByRole("button", { name: /^No meta description/ }));
    expect(panel.getByText("Why it matters").nextSibling).toHaveTextContent(/^Search engines often show it/);
    expect(panel.getByText("How to fix").nextSibling).toHaveTextContent(/^Say in 70 to 155 characters/);
    // The name that changes and filters have for it.
    expect(panel.getByText("Check").nextSibling).toHaveTextContent(/^Meta description$/);
    expect(panel.getByText("Topic").nextSibling).toHaveTextContent(/^Content$/);
    await user.click(panel.getByRole("link", { name: "Read more: Meta description" }));
    expect(host.requests("address_open")).toEqual([{ url: expect.stringMatching(/^https:/) }]);
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: /^No meta description/ }));
    await user.click(panel.getByRole("button", { name: "New check" }));
    expect(panel.queryByText("Why it matters")).toBeNull();
  });

  it("shows what a check found in its unit, and the limits that it breaks", async () => {
    const host = fewReports();
    const check = { passed: false, importance: "high", value: null, errors: null, other: {} } as const;
    (host.reports[2] as Report).checks = [
      { ...check, name: "title", value: "x".repeat(104), errors: { too_long: { max: 60 } } },
      { ...check, name: "load_time", value: 4.8, errors: { too_slow: { max: 2 } } },
      { ...check, name: "iframes", value: 3, errors: { too_many: { max: 0 } } },
      { ...check, name: "page_size", value: 2_900_000, errors: ["too_large"] },
      { ...check, name: "font_size", value: { min: 9, max: 40 }, errors: { too_small: { min: 12 } } },
      { ...check, name: "new_check", value: 0.1234 },
    ];
    const { panel, user } = await start(host);
    await panel.findByRole("tab", { name: "Checks" });
    const terms = async (name: RegExp) => {
      await user.click(panel.getByRole("button", { name }));
      const term = (word: string) => panel.queryByText(word)?.nextSibling?.textContent;
      const shown = { found: term("Found"), problem: term("Problem") };
      await user.click(panel.getByRole("button", { name }));
      return shown;
    };
    expect(await terms(/^Title too long/)).toEqual({ found: `${"x".repeat(104)}104 characters (at most 60)` });
    expect(await terms(/^Page loads slowly/)).toEqual({ found: "4.8 s (at most 2 s)" });
    expect(await terms(/iframes/)).toEqual({ found: "3 (at most 0)" });
    expect(await terms(/^Page too large/)).toEqual({ found: "2.9 MB" });
    expect(await terms(/^Text too small/)).toEqual({ found: "9 to 40", problem: "9 px (at least 12 px)" });
    expect(await terms(/^New check/)).toEqual({ found: "0.1234" });
  });

  it("finds a check by its name", async () => {
    const { panel, user } = await start();
    await user.type(await panel.findByRole("searchbox", { name: "Search 5 checks" }), "meta d");
    expect(panel.getAllByRole("listitem")).toHaveLength(1);
    await user.type(panel.getByRole("searchbox"), "xyz");
    expect(panel.getByText("No check name contains “meta dxyz”.")).toBeVisible();
  });

  it("finds passed checks too, though they are folded", async () => {
    const { panel, user } = await start();
    await user.type(await panel.findByRole("searchbox", { name: "Search 5 checks" }), "title");
    expect(panel.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Title "]);
  });

  it("leads to its project", async () => {
    const { panel, host } = await start();
    const link = await panel.findByRole("link", { name: "harborcafe.example" });
    const project = (host.reports[2] as Report).row.project as string;
    expect(link).toHaveAttribute("href", expect.stringContaining(`/projects/${project}`));
  });

  it("doesn't draw the saved checks again when the service confirms them", async () => {
    const host = fewReports();
    const third = host.reports[2] as Report;
    const [check] = third.checks as [Check];
    third.checks = Array.from({ length: 7 }, (_, at) => ({ ...check, name: `check_${at}` }));
    const seen_at = new Date().toISOString();
    host.answer("library_report", () => ({ report: third, has_checks: true, seen_at, gone_at: null }));
    host.change("report_read", (report) => ({ ...report, row: { ...report.row, score: 41 } }));
    const confirm = host.hold("report_read");
    const { panel } = await start(host);
    await panel.findByRole("heading", { name: "Passed 7" });
    const number = vi.spyOn(i18n, "number");
    confirm();
    expect(await panel.findByText("41")).toBeVisible();
    expect(number).not.toHaveBeenCalledWith(7);
  });

  it("shows other fields, and known ones that were not understood", async () => {
    const host = fewReports();
    (host.reports[2] as Report).row.odd = [{ field: "privacy", raw: "9" }];
    (host.reports[2] as Report).row.privacy = null;
    const { panel, user } = await start(host);
    await user.click(await panel.findByRole("tab", { name: "Details" }));
    await user.click(panel.getByRole("button", { name: "More data" }));
    expect(panel.getByText("privacy").closest("div")).toHaveTextContent("privacy9");
    expect(within(panel.getByRole("treegrid", { name: "More data" })).getByText("language")).toBeVisible();
    await expectAccessible();
  });

  it("copies the report as Markdown", async () => {
    const { panel, user } = await start();
    await panel.findByRole("tab", { name: "Checks" });
    await choose(user, "More actions", "Copy as Markdown");
    expect(await screen.findByText("Copied as Markdown")).toBeVisible();
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/^# \[harborcafe\.example\/menu\]\(https:/);
    expect(text).toContain("- **Verdict** Bad\n- **Score** 38\n");
    expect(text).toContain("## 3 checks failed\n\n- **No meta description** (High)\n  - **Why it matters** ");
    expect(text).toMatch(/\n\n## 1 check passed\n\n- Title\n$/);
  });

  it("opens the page in the browser", async () => {
    const { panel, user, host } = await start();
    await user.click(await panel.findByRole("button", { name: "Open page" }));
    expect(host.requests("address_open")).toEqual([{ url: (host.reports[2] as Report).row.url }]);
  });
});

describe("the way around", () => {
  it("opens from the list by Enter and by a press, and goes back to the row", async () => {
    const { user, history } = await renderApp({ at: "/c/c1/reports?sort=asc", host: fewReports() });
    await screen.findByRole("link", { name: "harborcafe.example/menu" });
    rowOf("4101").focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports/4101?sort=asc"));
    await screen.findByRole("complementary", { name: "Report" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports?sort=asc"));
    await waitFor(() => expect(rowOf("4101")).toHaveFocus());

    // Also while rows are selected, when clicking a row selects.
    await user.keyboard(" ");
    expect(await screen.findByText("1 selected")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "harborcafe.example/menu" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4102"));
    await user.click(await screen.findByRole("button", { name: "Close report" }));
    await waitFor(() => expect(rowOf("4102")).toHaveFocus());
  });

  it("turns to the neighbors by buttons and arrow keys, but not from a field", async () => {
    const { panel, user, history } = await start();
    await panel.findByRole("tab", { name: "Checks" });
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4101"));
    await user.keyboard("{ArrowLeft}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4102"));
    await user.click(panel.getByRole("button", { name: "Previous report" }));
    await user.click(panel.getByRole("button", { name: "Previous report" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4104"));
    await waitFor(() => expect(panel.getByRole("button", { name: "Previous report" })).toBeDisabled());
    await user.type(await panel.findByRole("searchbox", { name: /^Search \d+ checks$/ }), "a{ArrowRight}{ArrowLeft}");
    expect(history.location.pathname).toBe("/c/c1/reports/4104");
  });
});

describe("the states of the panel", () => {
  it("shows what the list knows while the report is read, then why it could not be", async () => {
    const host = fewReports();
    // Otherwise the library may have learned of it from the list by now.
    host.fail("library_report", "library_failed");
    const release = host.hold("report_read");
    const { panel, user } = await start(host);
    expect(await panel.findByText("38")).toBeVisible();
    expect(panel.queryByRole("tab")).toBeNull();
    await expectAccessible();
    host.fail("report_read", "unreachable");
    release();
    expect(await panel.findByRole("heading", { name: "Can’t reach the service" })).toBeVisible();
    host.heal("report_read");
    await user.click(panel.getByRole("button", { name: "Try again" }));
    expect(await panel.findByRole("tab", { name: "Checks" })).toBeVisible();
  });

  it.each([
    ["its key", (user: UserEvent) => user.keyboard("{Control>}r{/Control}")],
    ["the menu", (user: UserEvent) => chooseInView(user, "Reload list")],
  ])("reads the report again when the list is reloaded with %s", async (_, reload) => {
    const host = fewReports();
    const { panel, user } = await start(host);
    expect(await panel.findByRole("tab", { name: "Checks" })).toBeVisible();
    expect(panel.getByRole("img", { name: "Bad, 38" })).toBeVisible();
    host.reports = host.reports.map((report) =>
      report.row.id === "4102" ? { ...report, row: { ...report.row, score: 85, verdict: "good" as const } } : report,
    );
    await reload(user);
    expect(await panel.findByRole("img", { name: "Good, 85" })).toBeVisible();
  });

  it("says that a report is no longer there", async () => {
    const { panel, user, history } = await start(fewReports(), "77");
    expect(await panel.findByText("Report not found")).toHaveFocus();
    expect(panel.queryByRole("button", { name: "Expand panel" })).toBeNull();
    // It isn't among the rows.
    expect(await screen.findByText("Live")).toBeVisible();
    expect(panel.getAllByRole("heading")).toHaveLength(1);
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: "Close report" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  });

  it("moves the focus from what it says to the report that is opened next", async () => {
    const { panel, history } = await start(fewReports(), "77");
    expect(await panel.findByText("Report not found")).toHaveFocus();
    await act(() => history.push("/c/c1/reports/4102"));
    await waitFor(() => expect(panel.getByRole("heading", { level: 2 })).toHaveFocus());
  });
});

describe("refresh", () => {
  it("has the checks run again and shows what the service then says", async () => {
    const host = fewReports();
    const { panel, user } = await start(host);
    await panel.findByRole("tab", { name: "Checks" });
    const release = host.hold("report_update");
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    expect(await panel.findByText(/The service is rechecking the page/)).toBeVisible();
    release();
    const said = await panel.findByText("Rechecked.");
    expect(said.closest("[role=status]")).not.toBeNull();
    const score = host.reports.find(({ row }) => row.id === "4102")?.row.score;
    expect(panel.getByText(new RegExp(`From bad \\(38\\) to .+ \\(${score}\\)\\.$`))).toBeVisible();
    expect(host.requests("report_update")).toEqual([{ connection: "c1", id: "4102", update: { results: true } }]);
    expect(panel.getAllByText(String(score))[0]).toBeVisible();
    expect(within(rowOf("4102")).getByText(String(score))).toBeVisible();
  });

  it("says which checks broke and which are fixed, and leads to the comparison", async () => {
    const host = fewReports();
    host.change("report_history", ({ snapshots: [snapshot], ...history }) => {
      const row = host.reports.find((report) => report.row.id === "4102")?.row;
      if (!snapshot || !row) throw new Error("There is no report");
      const of = (name: string) => ({ first: [{ name, importance: null }], count: 1 });
      return {
        ...history,
        snapshots: [
          { ...snapshot, number: 2, row },
          { ...snapshot, number: 1 },
        ],
        reasons: [
          { before: 1, after: 2, broke: of("title"), fixed: of("canonical"), changed: { first: [], count: 0 } },
        ],
      };
    });
    const { panel, user, history } = await start(host);
    await panel.findByRole("tab", { name: "Checks" });
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    expect(await panel.findByText("Broke")).toBeVisible();
    expect(panel.getByText("Fixed")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Compare" }));
    await waitFor(() => expect(history.location.search).toContain("part=history"));
    await user.click(await panel.findByRole("button", { name: "Back to history" }));
    expect(await panel.findByRole("heading", { name: "2 snapshots" })).toBeVisible();
    expect(panel.getAllByRole("button", { name: "Compare" })).toHaveLength(1);
    await user.click(panel.getByRole("button", { name: "Close notice" }));
    expect(panel.queryByText("Rechecked.")).toBeNull();
  });

  it("says when the service did not run them", async () => {
    const host = fewReports();
    const before = structuredClone(host.reports[2] as Report);
    host.change("report_update", (written) => ({ ...written, report: before, not_applied: ["checks"] }));
    const { panel, user } = await start(host);
    await panel.findByRole("tab", { name: "Checks" });
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    const notice = await panel.findByRole("alert");
    expect(notice).toHaveTextContent("Page wasn’t rechecked. The service answered OK, but the checks aren’t newer");
    expect(within(rowOf("4102")).getByText("Page wasn’t rechecked")).toBeVisible();
    expect(screen.queryByText(/^Rechecked/)).toBeNull();
    await expectAccessible();
    await user.click(within(notice).getByRole("button", { name: "Close notice" }));
    expect(panel.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(/^Rechecked/)).toBeNull();
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    const again = await panel.findByRole("alert");
    host.change("report_update", (written) => written);
    await user.click(within(again).getByRole("button", { name: "Try again" }));
    expect(await panel.findByText("Rechecked.")).toBeVisible();
    expect(panel.queryByRole("alert")).toBeNull();
  });

  it("says that they ran although the answer was lost", async () => {
    const host = fewReports();
    host.change("report_update", (written) => ({ ...written, answer_lost: makeProblem("outcome_unknown") }));
    const { panel, user } = await start(host);
    await user.click(await panel.findByRole("button", { name: "Recheck" }));
    expect(await panel.findByText("The response was lost, but the recheck finished.")).toBeVisible();
    await expectAccessible();
  });

  it("says that they did not run where that is proven, and runs them on demand", async () => {
    const host = fewReports();
    host.fail("report_update", "not_done", 1);
    const { panel, user } = await start(host);
    await user.click(await panel.findByRole("button", { name: "Recheck" }));
    expect(await panel.findByRole("alert")).toHaveTextContent("The change wasn’t made");
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: "Try again" }));
    expect(await panel.findByText("Rechecked.")).toBeVisible();
    expect(panel.queryByRole("alert")).toBeNull();
  });

  it("does not claim to know what it does not, and finds out", async () => {
    const host = fewReports();
    host.fail("report_update", "outcome_unknown");
    const { panel, user } = await start(host);
    await panel.findByRole("tab", { name: "Checks" });
    await user.click(panel.getByRole("button", { name: "Recheck" }));
    expect(await panel.findByRole("alert")).toHaveTextContent("Outcome unknown");
    await expectAccessible();
    (host.reports[2] as Report).row.score = 93;
    await user.click(panel.getByRole("button", { name: "Check now" }));
    expect((await panel.findAllByText("93"))[0]).toBeVisible();
    await waitFor(() => expect(panel.queryByRole("alert")).toBeNull());
  });
});

it("reports a failed recheck after its screen was left", async () => {
  const host = fewReports();
  const { panel, user, history } = await start(host);
  const release = host.hold("report_update");
  await user.click(await panel.findByRole("button", { name: "Recheck" }));
  await user.click(screen.getByRole("link", { name: "Projects" }));
  await screen.findByRole("heading", { name: "Projects" });
  host.fail("report_update", makeProblem("maintenance"), 1);
  release();
  expect(await screen.findByText("Service under maintenance")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "View report" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4102"));
});

it("shows the report of a failed recheck without the filters of another screen", async () => {
  const host = fewReports();
  const { panel, user, history } = await start(host);
  const release = host.hold("report_update");
  await user.click(await panel.findByRole("button", { name: "Recheck" }));
  history.push("/c/c1/projects?search=shop");
  await screen.findByRole("heading", { name: "Projects" });
  host.fail("report_update", makeProblem("maintenance"), 1);
  release();
  await user.click(await screen.findByRole("button", { name: "View report" }));
  await waitFor(() => expect(history.location.href).toBe("/c/c1/reports/4102"));
});

describe("privacy", () => {
  /** Opens the choice by its value in the panel. */
  async function ask(host = fewReports()) {
    const app = await start(host);
    const value = await app.panel.findByRole("button", { name: /^Privacy/ });
    await app.user.click(value);
    const choice = within(await screen.findByRole("dialog", { name: "Privacy" }));
    const entry = (name: string) => choice.getByRole("menuitemradio", { name });
    return { ...app, value, choice, entry };
  }
  const updates = (host: FakeHost) => host.requests("report_update").map(({ update }) => update);

  it("is at its value, has the focus, and gives it back", async () => {
    const { user, host, value, entry, history } = await ask();
    expect(value.querySelector(".lucide-chevron-down")).toBeVisible();
    expect(entry("Private")).toBeChecked();
    await waitFor(() => expect(entry("Private")).toHaveFocus());
    expect(entry("Public")).toHaveAccessibleDescription("Anyone with the link");
    await expectAccessible();
    await user.keyboard("{ArrowDown}");
    expect(entry("Public")).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(value).toHaveFocus());
    expect(history.location.pathname).toBe("/c/c1/reports/4102");
    expect(updates(host)).toEqual([]);
  });

  it("is sent at once, and can be undone", async () => {
    const { panel, user, host } = await ask();
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByText("Made public")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(panel.getByRole("button", { name: "Privacy: Public" })).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Made private")).toBeVisible();
    expect(await panel.findByRole("button", { name: "Privacy: Private" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(updates(host)).toEqual([{ privacy: "public" }, { privacy: "private" }]);
  });

  it("is not sent if it is that already", async () => {
    const { user, host, entry } = await ask();
    await user.click(entry("Private"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(updates(host)).toEqual([]);
  });

  it("offers no way back to a password, which nobody knows", async () => {
    const host = fewReports();
    for (const { row } of host.reports) if (row.id === "4102") Object.assign(row, { privacy: "password" });
    const { user, entry } = await ask(host);
    await user.click(entry("Private"));
    expect(await screen.findByText("Made private")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("stays open until the service has answered, and says why it refuses", async () => {
    const { user, host, choice, entry } = await ask();
    host.fail("report_update", "maintenance", 1);
    const release = host.hold("report_update");
    await user.click(entry("Public"));
    await user.keyboard("{Escape}");
    await user.click(entry("Private"));
    release();
    expect(await choice.findByRole("alert")).toBeVisible();
    await user.click(entry("Public"));
    expect(await screen.findByText("Made public")).toBeVisible();
    expect(updates(host)).toEqual([{ privacy: "public" }, { privacy: "public" }]);
  });

  it("asks for a password and sends it", async () => {
    const { panel, user, host, choice, entry } = await ask();
    await user.click(entry("Password…"));
    const field = choice.getByLabelText("Password", { selector: "input" });
    await waitFor(() => expect(field).toHaveFocus());
    await expectAccessible();
    await user.click(choice.getByRole("button", { name: "Save" }));
    expect(await choice.findByText("Required.")).toBeVisible();
    await user.click(choice.getByRole("button", { name: "Generate" }));
    expect(field).toHaveAttribute("type", "password");
    await user.click(choice.getByRole("button", { name: "Show text" }));
    expect(field).toHaveAttribute("type", "text");
    await waitFor(() => expect((field as HTMLInputElement).value).toHaveLength(16));
    const { value } = field as HTMLInputElement;
    await user.click(choice.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(updates(host).at(-1)).toEqual({ privacy: "password", password: value, keep_password: false });
    expect(panel.getByText("Password")).toBeVisible();
    expect(await screen.findByText("Password set")).toBeVisible();
  });

  it("opens at the value in a row, by its menu, and by the selection, and gives the focus back", async () => {
    const { user } = await renderApp({ at: "/c/c1/reports", host: fewReports() });
    await screen.findByRole("grid", { name: "Reports" });
    const value = () => within(rowOf("4102")).getByRole("button", { name: "Private", hidden: true });
    await user.click(value());
    expect(await screen.findByRole("dialog", { name: "Privacy" })).toBeVisible();
    expect(value()).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(value()).toHaveFocus());
    expect(value()).not.toHaveAttribute("aria-expanded");

    await user.pointer({ keys: "[MouseRight]", target: rowOf("4102") });
    await user.click(await screen.findByRole("menuitem", { name: "Privacy…" }));
    expect(await screen.findByRole("dialog", { name: "Privacy" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("menuitemradio", { name: "Private" })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(rowOf("4102").contains(document.activeElement)).toBe(true));
  });

  it("says that the change is there although the answer was lost", async () => {
    const host = fewReports();
    host.change("report_update", (written) => ({ ...written, answer_lost: makeProblem("outcome_unknown") }));
    const { panel, user, entry } = await ask(host);
    await user.click(entry("Public"));
    expect(await panel.findByText("The response was lost, but the change was saved.")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Close notice" }));
    expect(panel.queryByText(/the change was saved/)).toBeNull();
  });

  it("says that it was saved although the service could not be read again", async () => {
    const host = fewReports();
    host.change("report_update", (written) => ({ ...written, unsettled: makeProblem("timed_out") }));
    const { panel, user, entry } = await ask(host);
    await user.click(entry("Public"));
    expect(await panel.findByRole("alert")).toHaveTextContent("Saved, but couldn’t reload.");
    expect(screen.queryByText("Made public")).toBeNull();
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: "Reload report" }));
    await waitFor(() => expect(panel.queryByRole("alert")).toBeNull());
  });
});

describe("delete", () => {
  /** Deletes without waiting for the undo time. */
  async function remove({ user }: Awaited<ReturnType<typeof start>>) {
    await choose(user, "More actions", "Delete");
    await user.click(await screen.findByRole("button", { name: "Delete now" }));
  }

  it("waits, deletes, tells, closes, and puts the focus on the next row", async () => {
    const app = await start();
    const { panel, user, host, history } = app;
    const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
    await choose(user, "More actions", "Delete");
    const told = await panel.findByText("Will be deleted");
    expect(told).toBeVisible();
    expect(panel.getByText("Report will be deleted in 8 s")).toBeVisible();
    expect(intoView.mock.contexts.some((element) => (element as Element).contains(told))).toBe(true);
    expect(rowOf("4102")).toHaveTextContent("Will be deleted");
    expect(host.requests("report_delete")).toEqual([]);
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Delete now" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
    expect(host.requests("report_delete")).toEqual([{ connection: "c1", id: "4102" }]);
    expect(await screen.findByText("Report deleted")).toBeVisible();
    await waitFor(() => expect(rowOf("4101")).toHaveFocus());
    expect(document.querySelector("[role=row][data-key='4102']")).toBeNull();
    expect(screen.getByText("4 reports")).toBeVisible();
  });

  it("leaves nothing else to change meanwhile", async () => {
    const { panel, user, host } = await start();
    const writes = () => [
      panel.getByRole("button", { name: "Recheck" }),
      panel.getByRole("button", { name: /^Privacy: / }),
    ];
    await choose(user, "More actions", "Delete");
    await panel.findByText("Will be deleted");
    for (const write of writes()) expect(write).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(panel.getByRole("button", { name: "More actions" }));
    expect(await screen.findByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
    await user.keyboard("{Escape}");
    await user.click(panel.getByRole("button", { name: "Undo" }));
    for (const write of writes()) expect(write).toBeEnabled();
    expect(host.requests("report_update")).toEqual([]);
  });

  it("leaves nothing to change in the list meanwhile either", async () => {
    const host = fewReports();
    const { user } = await renderApp({ at: "/c/c1/reports", host });
    await screen.findByText("5 reports");
    rowOf("4102").focus();
    await user.keyboard(" {Delete}");
    await waitFor(() => expect(rowOf("4102")).toHaveTextContent("Will be deleted"));
    const privacy = within(rowOf("4102")).getByRole("button", { name: "Private" });
    expect(privacy).toBeDisabled();
    expect(privacy.closest("[title]")).toHaveAttribute("title", "Will be deleted");
    await user.click(privacy);
    rowOf("4102").focus();
    await user.keyboard(" ");
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    for (const name of ["Recheck", "Privacy…", "Delete"]) expect(bar.getByRole("button", { name })).toBeDisabled();
    expect(screen.queryByRole("dialog", { name: "Privacy" })).toBeNull();
    expect(host.requests("report_update")).toEqual([]);
  });

  it("keeps the focus in the panel when the button that has it becomes unavailable", async () => {
    const { panel, user } = await start();
    panel.getByRole("button", { name: "Recheck" }).focus();
    await user.keyboard("{Delete}");
    await panel.findByText("Will be deleted");
    expect(panel.getByRole("heading", { level: 2 })).toHaveFocus();
  });

  it("can be taken back in the panel", async () => {
    const { panel, user, host } = await start();
    await choose(user, "More actions", "Delete");
    await user.click(await panel.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(panel.queryByText("Will be deleted")).toBeNull());
    expect(host.requests("report_delete")).toEqual([]);
  });

  it("stays when the service refuses", async () => {
    const host = fewReports();
    host.fail("report_delete", makeProblem("forbidden", { said: "Nicht erlaubt." }));
    const app = await start(host);
    await remove(app);
    expect(await app.panel.findByRole("alert")).toHaveTextContent("Nicht erlaubt.");
    expect(host.reports).toHaveLength(5);
    await expectAccessible();
  });

  it("takes a report that is already gone for deleted, and says so", async () => {
    const host = fewReports();
    const app = await start(host);
    await app.panel.findByRole("tab", { name: "Checks" });
    host.reports = host.reports.filter(({ row }) => row.id !== "4102");
    host.fail("report_delete", "not_found");
    await remove(app);
    expect(await screen.findByText("Report already deleted")).toBeVisible();
    await waitFor(() => expect(app.history.location.pathname).toBe("/c/c1/reports"));
    await waitFor(() => expect(document.querySelector("[role=row][data-key='4102']")).toBeNull());
  });

  it("says that it is gone although the answer was lost", async () => {
    const host = fewReports();
    host.change("report_delete", (deleted) => ({ ...deleted, answer_lost: makeProblem("outcome_unknown") }));
    await remove(await start(host));
    expect(await screen.findByText("Report deleted")).toBeVisible();
    expect(screen.getByText("The response was lost, but the report was deleted.")).toBeVisible();
  });

  it("says that it is still there where that is proven, and deletes it on demand", async () => {
    const host = fewReports();
    host.fail("report_delete", "not_done", 1);
    const app = await start(host);
    await remove(app);
    expect(await app.panel.findByRole("alert")).toHaveTextContent("The change wasn’t made");
    await app.user.click(app.panel.getByRole("button", { name: "Try again" }));
    expect(await app.panel.findByText("Will be deleted")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Delete now" }));
    expect(await screen.findByText("Report deleted")).toBeVisible();
  });

  it("is not tried again where a refresh failed since", async () => {
    const host = fewReports();
    host.fail("report_delete", "not_done", 1);
    host.fail("report_update", makeProblem("maintenance"), 1);
    const app = await start(host);
    await remove(app);
    await app.panel.findByRole("alert");
    await app.user.click(app.panel.getByRole("button", { name: "Recheck" }));
    await waitFor(() => expect(app.panel.getByRole("alert")).toHaveTextContent("Service under maintenance"));
    await app.user.click(app.panel.getByRole("button", { name: "Try again" }));
    expect(await app.panel.findByText("Rechecked.")).toBeVisible();
    expect(host.requests("report_delete")).toHaveLength(1);
    expect(host.requests("report_update")).toHaveLength(2);
    expect(app.panel.queryByText("Will be deleted")).toBeNull();
  });

  it("finds out whether it happened", async () => {
    const host = fewReports();
    host.fail("report_delete", "outcome_unknown");
    const app = await start(host);
    await remove(app);
    await app.panel.findByRole("alert");
    host.reports = host.reports.filter(({ row }) => row.id !== "4102");
    const reads = host.requests("reports_list").length;
    await app.user.click(app.panel.getByRole("button", { name: "Check now" }));
    expect(await app.panel.findByText(/^Removed from the service/)).toBeVisible();
    await waitFor(() => expect(app.panel.queryByRole("alert")).toBeNull());
    expect(app.panel.queryByRole("button", { name: "Recheck" })).toBeNull();
    expect(host.requests("reports_list")).toHaveLength(reads);
    expect(within(rowOf("4102")).getByText("Removed")).toBeVisible();
  });
});

it("is shown as removed in the list while it is open, and not listed after that", async () => {
  const host = fewReports();
  const app = await start(host, "4101");
  await app.panel.findByRole("tab", { name: "Checks" });
  expect(await screen.findByText("Live")).toBeVisible();
  expect(screen.getByText("5 reports")).toBeVisible();
  expect(app.panel.getByText("4 of 5")).toBeVisible();
  host.reports = host.reports.filter(({ row }) => row.id !== "4102");
  await app.user.click(app.panel.getByRole("button", { name: "Previous report" }));
  expect(await app.panel.findByText(/^Removed from the service/)).toBeVisible();
  expect(within(rowOf("4102")).getByText("Removed")).toBeVisible();
  expect(screen.getByText("4 reports")).toBeVisible();
  expect(app.panel.queryByText(/^\d of \d$/)).toBeNull();
  expect(screen.queryByText("Live")).toBeNull();
  expect(await screen.findByText(/^Saved copy ·/)).toHaveTextContent("Saved copy · just now");
  // Its page at the service is gone, its saved copy isn't.
  await app.user.click(app.panel.getByRole("button", { name: "Share" }));
  expect(screen.getByRole("menuitem", { name: "Copy Assay link" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Copy report link" })).toBeNull();
  await app.user.keyboard("{Escape}");
  await app.user.click(app.panel.getByRole("button", { name: "Next report" }));
  await waitFor(() => expect(document.querySelector("[role=row][data-key='4102']")).toBeNull());
  expect(await screen.findByText("Live")).toBeVisible();
});
