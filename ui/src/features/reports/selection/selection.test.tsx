import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { wholeGeneration } from "../../../host/fake/connections";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { renderApp } from "../../../test/render";
import { rowOf } from "../../../test/rows";

/** Eight reports, 4107 to 4100, with `count` selected from the second on. */
async function start(count: number, host = new FakeHost({ reports: seededReports(Date.now(), 8) })) {
  const app = await renderApp({ at: "/c/c1/reports", host });
  await screen.findByText("8 reports");
  (await waitFor(() => rowOf("4106"))).focus();
  await app.user.keyboard(" ");
  for (let more = 1; more < count; more++) await app.user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  return { ...app, host, bar };
}

it("selects with space and shift, counts, and clears", async () => {
  const { bar, user } = await start(3);
  expect(bar.getByText("3 selected")).toBeVisible();
  expect(screen.getByText("8 reports")).toBeVisible();
  expect(["4106", "4105", "4104"].map((id) => rowOf(id).getAttribute("aria-selected"))).toEqual([
    "true",
    "true",
    "true",
  ]);
  await expectAccessible();
  await user.click(bar.getByRole("button", { name: "Clear selection Esc" }));
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  expect(rowOf("4106")).toHaveAttribute("aria-selected", "false");
});

it("scrolls the row that was selected from under its bar", async () => {
  const intoView = vi.spyOn(Element.prototype, "scrollIntoView");
  await start(1);
  expect(intoView.mock.contexts).toContain(rowOf("4106"));
});

it("compares two reports", async () => {
  const { bar, user, host, history } = await start(2);
  host.fail("reports_compare", "not_in_library");
  await user.click(bar.getByRole("button", { name: "Compare" }));
  // The one that was checked earlier comes first.
  const [before, after] = host.reports
    .map(({ row }) => row)
    .filter(({ id }) => id === "4106" || id === "4105")
    .sort((one, other) => Date.parse(one.generated_at ?? "") - Date.parse(other.generated_at ?? ""));
  const path = `/c/c1/compare?before=%22${before?.id}%22&after=%22${after?.id}%22`;
  await waitFor(() => expect(history.location.href).toBe(path));
});

it.each([true, false])("is there again after going back from a comparison (in the place: %s)", async (isInPlace) => {
  const { bar, user, history, host } = await start(2);
  host.fail("reports_compare", "not_in_library");
  if (isInPlace) await waitFor(() => expect(history.location.search).toContain("4105"));
  await user.click(bar.getByRole("button", { name: "Compare" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/compare"));
  history.back();
  expect(await screen.findByText("2 selected")).toBeVisible();
  expect(["4106", "4105"].map((id) => rowOf(id).getAttribute("aria-selected"))).toEqual(["true", "true"]);
  await user.click(screen.getByRole("button", { name: "Clear selection Esc" }));
  await user.click(screen.getByRole("link", { name: "Projects" }));
  await screen.findByRole("heading", { level: 1, name: "Projects" });
  history.back();
  await waitFor(() => expect(rowOf("4106")).toHaveAttribute("aria-selected", "false"));
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("doesn't compare more than two reports", async () => {
  const { bar } = await start(3);
  expect(bar.getByText("3 selected")).toBeVisible();
  expect(bar.queryByRole("button", { name: "Compare" })).toBeNull();
});

it("puts into its menu what it has no room for", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.closest("[data-selection]") ? 100 * this.querySelectorAll("button").length : 0;
  });
  const { bar, user } = await start(3);
  expect(bar.getAllByRole("button").map(({ textContent }) => textContent?.trim())).toEqual([
    "Recheck",
    "Privacy…",
    "",
    "Delete",
    expect.stringContaining("Clear selection"),
  ]);
  await user.click(bar.getByRole("button", { name: "More actions" }));
  expect(screen.getAllByRole("menuitem").map((entry) => entry.getAttribute("aria-label") ?? entry.textContent)).toEqual(
    ["Export…", expect.stringContaining("Copy as CSV"), expect.stringContaining("Copy as JSON")],
  );
  await user.click(screen.getByRole("menuitem", { name: "Export…" }));
  expect(await screen.findByRole("dialog", { name: /Export/ })).toBeVisible();
});

it("keeps the main action alone where there is little room", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.closest("[data-selection]") ? 100 * this.querySelectorAll("button").length : 0;
  });
  const { bar, user } = await start(2);
  expect(bar.getAllByRole("button").map((button) => button.ariaLabel ?? button.textContent)).toEqual([
    "Recheck",
    "More actions",
    "Clear selection",
  ]);
  await user.click(bar.getByRole("button", { name: "More actions" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Compare",
    "Privacy…",
    "Export…",
    expect.stringContaining("Copy as CSV"),
    expect.stringContaining("Copy as JSON"),
    "Delete",
  ]);
  await expectAccessible();
  await user.click(screen.getByRole("menuitem", { name: "Privacy…" }));
  expect(await screen.findByRole("dialog", { name: "Privacy of 2 reports" })).toBeVisible();
});

it("fits again after planning is stopped", async () => {
  let room = 2000;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => room);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.closest("[data-selection]") ? 100 * this.querySelectorAll("button").length : 0;
  });
  const { bar, user, host } = await start(2);
  host.hold("batch_plan");
  await user.click(bar.getByRole("button", { name: "Recheck" }));
  room = 300;
  await user.click(await screen.findByRole("button", { name: "Stop" }));
  const again = within(await screen.findByRole("region", { name: "Selection" }));
  expect(again.getAllByRole("button")).toHaveLength(3);
});

it("leaves the focus at its menu when all are selected there", async () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.closest("[data-selection]") ? 100 * this.querySelectorAll("button").length : 0;
  });
  const { user } = await startBad();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Select all/ }));
  expect(await screen.findByText(/^All \d+ matching selected$/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "More actions" })).toHaveFocus());
});

it("forgets the selection of another list", async () => {
  const { user } = await start(2);
  await user.click(screen.getByRole("radio", { name: "Good" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});

/** The number of bad reports out of 200, and their list with the first page selected. */
async function startBad(options: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({ reports: seededReports(Date.now(), 200), ...options });
  const bad = host.reports.filter(({ row }) => row.verdict === "bad").length;
  const app = await renderApp({ at: "/c/c1/reports?result=bad&per_page=10", host });
  await app.user.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await screen.findByText("10 selected");
  return { ...app, host, bad, bar: within(screen.getByRole("region", { name: "Selection" })) };
}

describe("several", () => {
  it("are refreshed or deleted as a batch, which begins with its plan", async () => {
    const { bar, user, host, history } = await start(3);
    // The place takes the selection a moment later.
    await waitFor(() => expect(history.location.search).toContain("4104"));
    await user.click(bar.getByRole("button", { name: "Recheck" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
    history.back();
    // The selection is restored, and a key works like its button.
    await screen.findByText("3 selected");
    rowOf("4105").focus();
    await user.keyboard("{Delete}");
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/2"));
    const common = {
      connection: "c1",
      source: { kind: "reports", ids: ["4106", "4105", "4104"] },
      password: null,
      keep_passwords: false,
    };
    expect(host.requests("batch_plan")).toEqual([
      { ...common, wish: { kind: "refresh", older_than_days: null } },
      { ...common, wish: { kind: "delete" } },
    ]);
    expect(host.requests("report_update")).toEqual([]);
    expect(host.requests("report_delete")).toEqual([]);
  });

  it("get a privacy and passwords, as the dialog asks", async () => {
    const { bar, user, host, history } = await start(2);
    await user.click(bar.getByRole("button", { name: "Privacy…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Privacy of 2 reports" }));
    expect(dialog.getByRole("radio", { name: /^Private/ })).toBeChecked();
    await user.click(dialog.getByRole("radio", { name: /^Password.*Anyone with the link/ }));
    await user.click(dialog.getByRole("radio", { name: "One password for all reports" }));
    await user.click(dialog.getByRole("button", { name: "Review plan" }));
    expect(dialog.getByText("Required.")).toBeVisible();
    await expectAccessible();
    const password = dialog.getByLabelText("Password", { selector: "input:not([type=radio])" });
    fireEvent.change(password, { target: { value: "x".repeat(129) } });
    expect(dialog.getByText("Use at most 128 characters.")).toBeVisible();
    await user.clear(password);
    await user.type(password, "s3cret");
    await user.click(dialog.getByRole("checkbox", { name: /^Save passwords/ }));
    // The input stays until planning succeeds.
    host.fail("batch_plan", "journal_failed", 1);
    await user.click(dialog.getByRole("button", { name: "Review plan" }));
    expect(await screen.findByText("Couldn’t create the plan")).toBeVisible();
    expect(password).toHaveValue("s3cret");
    const release = host.hold("batch_plan");
    await user.click(dialog.getByRole("button", { name: "Review plan" }));
    expect(password).toBeDisabled();
    await user.click(await dialog.findByRole("button", { name: "Stop" }));
    await waitFor(() => expect(password).toBeEnabled());
    release();
    expect(password).toHaveValue("s3cret");
    await user.click(dialog.getByRole("button", { name: "Review plan" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(host.requests("batch_plan").at(-1)).toEqual({
      connection: "c1",
      source: { kind: "reports", ids: ["4106", "4105"] },
      wish: { kind: "privacy", privacy: "password" },
      password: { kind: "one", password: "s3cret" },
      keep_passwords: false,
    });
  });

  it("are left alone where planning is stopped, the list is left, or it fails", async () => {
    const { user, host, history } = await start(2);
    const refresh = () => user.click(screen.getByRole("button", { name: "Recheck" }));
    const release = host.hold("batch_plan");
    await refresh();
    const bar = within(await screen.findByRole("region", { name: "New batch" }));
    expect(bar.getByRole("status")).toHaveTextContent("Building the plan…");
    await expectAccessible();
    await user.click(bar.getByRole("button", { name: "Stop" }));
    expect(await screen.findByText("2 selected")).toBeVisible();
    await refresh();
    await user.click(screen.getByRole("link", { name: "Projects" }));
    await screen.findByRole("heading", { name: "Projects" });
    release();
    await waitFor(() => expect(host.options("batch_plan").at(-1)?.signal?.aborted).toBe(true));
    expect(history.location.pathname).toBe("/c/c1/projects");
    history.back();
    await screen.findByText("2 selected");
    host.fail("batch_plan", "journal_failed");
    await refresh();
    expect(await screen.findByText("Couldn’t create the plan")).toBeVisible();
    expect(screen.getByText("2 selected")).toBeVisible();
  });
});

describe("a single one", () => {
  it("is refreshed, changed and deleted as from its row", async () => {
    const { bar, user, host } = await start(1);
    await user.click(bar.getByRole("button", { name: "Recheck" }));
    await waitFor(() =>
      expect(host.requests("report_update")).toEqual([{ connection: "c1", id: "4106", update: { results: true } }]),
    );
    await user.click(bar.getByRole("button", { name: "Privacy…" }));
    expect(await screen.findByRole("dialog", { name: "Privacy" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(bar.getByRole("button", { name: "Privacy…" })).toHaveFocus());
    await user.click(bar.getByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("alertdialog", { name: "Report will be deleted" })).toBeVisible();
    await waitFor(() => expect(rowOf("4106")).toHaveFocus());
    expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
    expect(host.requests("batch_plan")).toEqual([]);
  });

  it("is rechecked once at a time", async () => {
    const { bar, user, host } = await start(1);
    const release = host.hold("report_update");
    const recheck = () => user.click(bar.getByRole("button", { name: /^Recheck/ }));
    await recheck();
    const isChecking = () => within(rowOf("4106")).queryByRole("img", { name: "Checking" }) !== null;
    await waitFor(() => expect(isChecking()).toBe(true));
    await recheck();
    await recheck();
    release();
    await waitFor(() => expect(isChecking()).toBe(false));
    expect(host.requests("report_update")).toHaveLength(1);
  });

  it("that is to be deleted already is in no batch that deletes", async () => {
    const { bar, user, host } = await start(1);
    await user.click(bar.getByRole("button", { name: "Delete" }));
    await screen.findByRole("alertdialog", { name: "Report will be deleted" });
    await waitFor(() => expect(rowOf("4106")).toHaveFocus());
    await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}{Delete}");
    await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
    expect(host.requests("batch_plan")[0]?.source).toEqual({ kind: "reports", ids: ["4105", "4104"] });
  });
});

it("closes a dialog when nothing is left that it is about", async () => {
  const { bar, user, host } = await start(2);
  Object.assign(host.batches, { pace: 0, heldFor: 0 });
  const { number: batch } = await host.call("batch_plan", host.batches.tell("delete-two"));
  await user.click(bar.getByRole("button", { name: "Privacy…" }));
  await screen.findByRole("dialog", { name: /^Privacy of/ });
  host.reports = host.reports.filter(({ row }) => !["4106", "4105"].includes(row.id));
  await host.call("batch_start", { batch });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(6));
});

describe("all that match", () => {
  it("are offered once all loaded rows are selected, and are what is exported and planned then", async () => {
    const { bar, user, host, bad, history } = await startBad();
    // The head tells them from the loaded rows.
    const head = screen.getByRole("checkbox", { name: "Select all" });
    expect(head).toBePartiallyChecked();
    await user.click(bar.getByRole("button", { name: `Select all ${bad} matching` }));
    expect(head).not.toBePartiallyChecked();
    expect(head).toBeChecked();
    expect(bar.getByRole("status")).toHaveTextContent(`All ${bad} matching selected`);
    expect(bar.queryByRole("button", { name: "More actions" })).toBeNull();
    await expectAccessible();
    await user.click(bar.getByRole("button", { name: "Export…" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent(String(bad));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(bar.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(history.location.pathname).toBe("/c/c1/batches/1"));
    expect(host.requests("batch_plan")).toEqual([
      {
        connection: "c1",
        source: { kind: "list", query: { result: "bad", per_page: 10 } },
        wish: { kind: "delete" },
        password: null,
        keep_passwords: false,
      },
    ]);
  });

  it("are no more than the loaded rows once a row is taken out", async () => {
    const { bar, user } = await startBad();
    await user.click(bar.getByRole("button", { name: /^Select all/ }));
    const [, first] = screen.getAllByRole("checkbox");
    if (first) await user.click(first);
    expect(bar.getByRole("status")).toHaveTextContent("9 selected");
    expect(bar.queryByRole("button", { name: /^Select all/ })).toBeNull();
  });

  it("need no number, and are the library's where that stands in for the service", async () => {
    const generation = { ...wholeGeneration, paging: "next_only" } as const;
    const uncounted = await startBad({ start: { connections: [{ ...exampleConnection, generation }] } });
    await uncounted.user.click(uncounted.bar.getByRole("button", { name: "Select all matching" }));
    expect(uncounted.bar.getByRole("status")).toHaveTextContent("All matching selected");
    uncounted.unmount();

    const host = new FakeHost({ library: "seeded", reports: seededReports(Date.now(), 200) });
    host.fail("reports_list", "unreachable");
    const { user } = await renderApp({ at: "/c/c1/reports?result=bad&per_page=10", host });
    await user.click(await screen.findByRole("checkbox", { name: "Select all" }));
    await user.click(await screen.findByRole("button", { name: /^Select all \d+ matching/ }));
    await user.click(screen.getByRole("button", { name: "Recheck" }));
    await waitFor(() =>
      expect(host.requests("batch_plan")[0]?.source).toMatchObject({
        kind: "library",
        query: { connection: "c1", verdict: "bad" },
      }),
    );
  });

  it("aren't offered if the service ignored the filters", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 200) });
    host.change("reports_list", (page) => ({ ...page, filter_ignored: true }));
    const { user } = await renderApp({ at: "/c/c1/reports?result=bad&per_page=10", host });
    await user.click(await screen.findByRole("checkbox", { name: "Select all" }));
    await screen.findByText("10 selected");
    expect(screen.queryByRole("button", { name: /^Select all/ })).toBeNull();
  });
});

it("is cleared by Escape, wherever the focus is", async () => {
  const { bar, user } = await start(2);
  bar.getByRole("button", { name: "Recheck" }).focus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});
