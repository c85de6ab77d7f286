import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Report } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { choose } from "../../../test/menu";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";
import { fewReports, start } from "./panel.fixture";

describe("neighbors that aren't loaded", () => {
  /** Twenty-four reports, 4123 first, ten per request. */
  async function startAt(id: string, host = new FakeHost({ reports: seededReports(Date.now(), 24) })) {
    const app = await renderApp({ at: `/c/c1/reports/${id}?per_page=10`, host });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    await panel.findByRole("tab", { name: "Checks" });
    return { ...app, host, panel };
  }

  it("are loaded when they are wanted", async () => {
    const { panel, user, history } = await startAt("4114");
    expect(panel.getByText("10 of 24")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports/4113?per_page=10"));
    expect(await panel.findByText("11 of 24")).toBeVisible();
    expect(rowOf("4113")).toBeInTheDocument();
    await user.click(panel.getByRole("button", { name: "Previous report" }));
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports/4114?per_page=10"));
    expect(await panel.findByText("10 of 24")).toBeVisible();
  });

  it("goes one further with each of several quick presses, also past the loaded rows", async () => {
    const { panel, history } = await startAt("4117");
    const press = (key: string) => fireEvent.keyDown(document.body, { key, code: key, altKey: true });
    press("ArrowDown");
    press("ArrowDown");
    press("ArrowDown");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4114"));
    expect(await panel.findByText("10 of 24")).toBeVisible();
    press("ArrowUp");
    press("ArrowDown");
    press("ArrowDown");
    await waitFor(() => expect(history.location.href).toBe("/c/c1/reports/4113?per_page=10"));
    expect(await panel.findByText("11 of 24")).toBeVisible();
    press("ArrowDown");
    press("ArrowDown");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4111"));
  });

  it("end where the service reports no further ones", async () => {
    const { panel } = await startAt("4100", new FakeHost({ reports: seededReports(Date.now(), 5) }));
    expect(panel.getByText("5 of 5")).toBeVisible();
    expect(panel.getByRole("button", { name: "Next report" })).toBeDisabled();
  });

  it("have no buttons if there are none", async () => {
    const { panel } = await startAt("4100", new FakeHost({ reports: seededReports(Date.now(), 1) }));
    expect(panel.queryByRole("button", { name: "Next report" })).toBeNull();
    expect(panel.queryByRole("button", { name: "Previous report" })).toBeNull();
  });

  it("stay those of a report that a recheck took out of the list, until that is another list", async () => {
    const reports = seededReports(Date.now(), 4);
    for (const { row } of reports) Object.assign(row, { score: 30, verdict: "bad" });
    const app = await renderApp({ at: "/c/c1/reports/4102?result=bad", host: new FakeHost({ reports }) });
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    app.host.change("report_update", (written) => {
      const rechecked = app.host.reports[2] as Report;
      Object.assign(rechecked.row, { score: 90, verdict: "good" });
      return { ...written, report: rechecked };
    });
    const button = (name: string) => panel.getByRole("button", { name });
    expect(await panel.findByText("2 of 4")).toBeVisible();
    await app.user.click(button("Recheck"));
    await waitFor(() => expect(panel.queryByText("2 of 4")).toBeNull());
    expect(button("Next report")).toBeEnabled();
    await app.user.click(screen.getByRole("radio", { name: /^Decent/ }));
    await waitFor(() => expect(panel.queryByRole("button", { name: "Next report" })).toBeNull());
    await app.user.click(screen.getByRole("radio", { name: /^Bad/ }));
    await app.user.click(await panel.findByRole("button", { name: "Next report" }));
    await waitFor(() => expect(app.history.location.pathname).toBe("/c/c1/reports/4101"));
    await app.user.click(button("Previous report"));
    await waitFor(() => expect(app.history.location.pathname).toBe("/c/c1/reports/4103"));
  });

  it("are counted from the first one if the total is unknown", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 24) });
    host.change("reports_list", (page) => ({ ...page, total: null, offset: null }));
    const { panel } = await startAt("4121", host);
    expect(panel.getByRole("button", { name: "Next report" }).parentElement).toHaveTextContent(/^3$/);
  });

  it("stays, and says why, when the next rows cannot be read", async () => {
    const { panel, user, history, host } = await startAt("4114");
    host.fail("reports_list", "unreachable");
    await user.click(panel.getByRole("button", { name: "Next report" }));
    expect(await screen.findByText("Can’t reach the service")).toBeVisible();
    expect(history.location.pathname).toBe("/c/c1/reports/4114");
    expect(panel.getByRole("button", { name: "Next report" })).toHaveFocus();
    host.heal("reports_list");
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4113"));
  });

  it("are loaded further where a page has none to open", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 24) });
    const unreadable = [{ position: 0, path: "data[0]", raw: "{}" }];
    host.change("reports_list", (page, { query }) => (query.page === 2 ? { ...page, rows: [], unreadable } : page));
    const { panel, user, history } = await startAt("4114", host);
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4103"));
  });

  it("doesn't return to a screen that was left", async () => {
    const { panel, user, history, host } = await startAt("4114");
    const release = host.hold("reports_list");
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await user.click(screen.getByRole("link", { name: "Settings" }));
    await screen.findByRole("heading", { name: "Settings" });
    const asked = host.requests("reports_list").length;
    release();
    // Once the page is there, no further timer is needed to go to it.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(asked).toBe(2);
    expect(history.location.pathname).toBe("/settings");
  });

  it("ends where the list has become shorter since", async () => {
    const { panel, user, history, host } = await startAt("4114");
    host.reports = host.reports.slice(-10);
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(panel.getByRole("button", { name: "Next report" })).toBeDisabled());
    expect(history.location.pathname).toBe("/c/c1/reports/4114");
  });
});

describe("the parts of a report", () => {
  it("narrows the checks to those that failed", async () => {
    const { panel, user } = await start();
    await user.click(await panel.findByRole("switch", { name: "Only failed" }));
    expect(panel.getAllByRole("listitem")).toHaveLength(3);
    expect(panel.queryByRole("button", { name: "Passed 1" })).toBeNull();
    expect(panel.getByText("3 checks shown")).toBeInTheDocument();
    await expectAccessible();
    await user.type(panel.getByRole("searchbox", { name: "Search 5 checks" }), "title");
    expect(panel.getByText("No matching checks.")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Show all checks" }));
    expect(panel.getByRole("switch", { name: "Only failed" })).not.toBeChecked();
    expect(panel.getByRole("button", { name: "Passed 1" })).toBeVisible();
  });

  it("offers only failed checks where there are some", async () => {
    const report = seededReports(Date.now(), 1)[0] as Report;
    const checks = report.checks.map((check) => ({ ...check, passed: true }));
    const { panel } = await start(new FakeHost({ reports: [{ ...report, checks }] }), report.row.id);
    expect(await panel.findByRole("searchbox", { name: /^Search \d+ checks?$/ })).toBeVisible();
    expect(panel.queryByRole("switch", { name: "Only failed" })).toBeNull();
  });

  it("shows details and the whole report as JSON, and stays there from report to report", async () => {
    const { panel, user, host } = await start();
    await user.click(await panel.findByRole("tab", { name: "Details" }));
    const { url } = (host.reports[2] as Report).row;
    const shown = panel.getByText("URL", { selector: "dt" }).nextElementSibling;
    expect(shown).toHaveTextContent(url as string);
    const parts = [...(shown?.querySelectorAll("span > span") ?? [])].map(({ textContent }) => textContent);
    expect(parts.slice(0, 2)).toEqual(["https://", expect.stringMatching(/^[\w.-]+\/$/)]);
    for (const [name, text] of [
      ["Copy page URL", url],
      ["Copy report ID", "4102"],
    ] as const) {
      await user.click(panel.getByRole("button", { name }));
      expect(await navigator.clipboard.readText()).toBe(text);
    }
    await user.tab();
    await user.click(panel.getByRole("button", { name: "JSON" }));
    expect(await panel.findByText(/"name": "meta_description"/)).toBeVisible();
    expect(panel.getByText("The field names are Assay’s, not the service’s.")).toBeVisible();
    await expectAccessible();
    await user.click(panel.getByRole("button", { name: "Copy JSON" }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual(host.reports[2]);
    await user.click(panel.getByRole("button", { name: "Next report" }));
    expect(await panel.findByText("4101")).toBeVisible();
  });

  it("draws only the beginning of a huge report, and copies all of it", async () => {
    const host = fewReports();
    (host.reports[2] as Report).other = { text: "x".repeat(200_000) };
    const { panel, user } = await start(host);
    await user.click(await panel.findByRole("tab", { name: "Details" }));
    await user.click(panel.getByRole("button", { name: "JSON" }));
    expect(await panel.findByText(/^First part of/)).toBeVisible();
    expect(panel.getByText(/"name": "meta_description"/).textContent?.length).toBeLessThan(100_000);
    await user.click(panel.getByRole("button", { name: "Copy JSON" }));
    expect((await navigator.clipboard.readText()).length).toBeGreaterThan(200_000);
  });

  it("copies the link at which others see it, and says who that is", async () => {
    const { user } = await start();
    await choose(user, "Share", /^Copy report link/);
    expect(await navigator.clipboard.readText()).toBe("https://seo.brightleaf.example/reports/4102");
    expect(await screen.findByText("Private: only your account can open it")).toBeVisible();
  });

  describe("without room for all commands in its line", () => {
    const buttonsOf = (line: Element) => [...line.querySelectorAll(":scope > button")].map((b) => b.textContent);
    const shown = () => buttonsOf(screen.getByRole("button", { name: "Recheck" }).parentElement as Element);

    beforeEach(() => {
      vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
      vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
        const buttons = buttonsOf(this);
        return buttons.includes("Recheck") ? 50 + 100 * buttons.length : 0;
      });
    });

    it("moves them to the menu", async () => {
      const { panel, user } = await start();
      await panel.findByRole("button", { name: "Recheck" });
      expect(shown()).toEqual(["Recheck", "Open page"]);
      await choose(user, "More actions", /^Copy report link/);
      expect(await navigator.clipboard.readText()).toBe("https://seo.brightleaf.example/reports/4102");
    });

    it("moves them back in a report that has fewer", async () => {
      const host = fewReports();
      const next = host.reports[1] as Report;
      next.row = { ...next.row, url: null };
      const { panel, user } = await start(host);
      await panel.findByRole("button", { name: "Recheck" });
      expect(shown()).toEqual(["Recheck", "Open page"]);
      await user.click(panel.getByRole("button", { name: "Next report" }));
      await waitFor(() => expect(shown()).toEqual(["Recheck", "Share"]));
    });
  });

  it("keeps its width", async () => {
    const { panel, user, host } = await start();
    panel.getByRole("separator", { name: "Panel width" }).focus();
    await user.keyboard("{Home}");
    await waitFor(() => expect(host.requests("preferences_save").at(-1)?.panel_width).toBe(340));
  });

  it("is expanded, and as wide as usual again", async () => {
    const { panel, user, host } = await start();
    const saved = () => host.requests("preferences_save").at(-1)?.panel_width;
    await user.click(panel.getByRole("button", { name: "Expand panel" }));
    await waitFor(() => expect(saved()).toBe(720));
    await user.click(await panel.findByRole("button", { name: "Shrink panel" }));
    await waitFor(() => expect(saved()).toBeNull());
  });
});

it("takes the place of the list in a narrow window, with a way back", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        media,
        matches: media === "(max-width: 900px)",
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
  const { panel, user, history } = await start();
  expect(await panel.findByRole("heading", { level: 1, name: "Reports" })).toBeInTheDocument();
  expect(panel.queryByRole("button", { name: "Close report" })).toBeNull();
  await user.click(panel.getByRole("button", { name: "Back to list" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  await waitFor(() => expect(rowOf("4102")).toHaveFocus());
});

describe("commands for the open report", () => {
  it("copies its address by its keys", async () => {
    const { panel, user, host } = await start();
    await panel.findByRole("tab", { name: "Checks" });
    await user.keyboard("{Control>}{Shift>}c{/Shift}{/Control}");
    expect(await navigator.clipboard.readText()).toBe((host.reports[2] as Report).row.url);
  });

  it("closes by Escape and goes back to the row", async () => {
    const { panel, user, history } = await start();
    await panel.findByRole("tab", { name: "Checks" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
    await waitFor(() => expect(rowOf("4102")).toHaveFocus());
  });

  it("goes back to the row of the report that it came to last, which is in view", async () => {
    const clientHeight = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(200);
    const { user, history } = await start(new FakeHost({ reports: seededReports(Date.now(), 40) }), "4139");
    const scroller = screen.getByRole("grid", { name: "Reports" }).parentElement as HTMLElement;
    for (let step = 0; step < 10; step++) await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/4129"));
    // The last of the rows in view.
    await waitFor(() => expect(scroller.scrollTop).toBe(36 + 11 * 36 - 200));
    fireEvent.scroll(scroller);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(rowOf("4129")).toHaveFocus());
    clientHeight.mockRestore();
  });

  it("rechecks by its keys", async () => {
    const { panel, user, host } = await start();
    await panel.findByRole("tab", { name: "Checks" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(host.requests("report_update").map(({ update }) => update)).toEqual([{ results: true }]),
    );
    expect(await panel.findByText("Rechecked.")).toBeVisible();
  });
});

it("leaves the focus to a dialog that was opened before it", async () => {
  const app = await renderApp({ at: "/c/c1/reports", host: new FakeHost({ reports: seededReports(Date.now(), 5) }) });
  await screen.findAllByRole("rowheader");
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: /^Search commands/ });
  const focused: EventTarget[] = [];
  document.addEventListener("focusin", ({ target }) => target && focused.push(target));
  await act(() => app.history.push("/c/c1/reports/4102"));
  const title = await screen.findByRole("heading", { level: 2, hidden: true });
  await screen.findByRole("tab", { name: "Checks", hidden: true });
  expect(focused).not.toContain(title);
});

describe("the password", () => {
  async function startPassword() {
    const app = await start();
    await app.user.click(await app.panel.findByRole("button", { name: /^Privacy/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
    await app.user.click(dialog.getByRole("menuitemradio", { name: /^Password/ }));
    return { ...app, dialog, field: dialog.getByLabelText("Password", { selector: "input:not([type=radio])" }) };
  }

  it("is made, looked at and copied, and says that it is never shown again", async () => {
    const { user, dialog, field } = await startPassword();
    expect(dialog.getByRole("button", { name: "Copy password" })).toBeDisabled();
    await user.click(dialog.getByRole("button", { name: "Generate" }));
    expect(await dialog.findByText(/Very strong \(random\)/)).toBeVisible();
    expect(field).toHaveAttribute("type", "password");
    await user.click(dialog.getByRole("button", { name: "Show text" }));
    expect(field).toHaveAttribute("type", "text");
    await user.click(dialog.getByRole("button", { name: "Copy password" }));
    expect(await dialog.findByText(/^Copied\. Save it now/)).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe((field as HTMLInputElement).value);
    await expectAccessible();
    await user.type(field, "x");
    expect(dialog.queryByText(/^Copied\. Save it now/)).toBeNull();
    expect(dialog.queryByText(/Very strong \(random\)/)).toBeNull();
  });

  it("rates only length and variety", async () => {
    const { user, dialog, field } = await startPassword();
    await user.type(field, "abc");
    expect(dialog.getByText(/3 characters · Weak: too short/)).toBeVisible();
    await user.clear(field);
    await user.type(field, "aaaaaaaaaaaa");
    expect(dialog.getByText(/too few different characters/)).toBeVisible();
    await user.clear(field);
    await user.type(field, "Winter in Bergen");
    expect(dialog.getByText(/unless it’s a common phrase/)).toBeVisible();
  });
});
