import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FakeHost, type FakeOptions } from "../../host/fake/index";
import { makeProblem } from "../../host/host";
import { expectAccessible } from "../../test/axe";
import { chooseInView, entry } from "../../test/menus";
import { renderApp } from "../../test/render";

/** Opens the export dialog once there is something to export. */
async function exportList(user: UserEvent) {
  await chooseInView(user);
  await waitFor(async () => expect(await entry("Export…")).not.toHaveAttribute("aria-disabled"));
  await user.click(await entry("Export…"));
}

/** Opens the export dialog on a connection's reports. */
async function open(options: FakeOptions = {}, at = "/c/c1/reports?result=bad") {
  const host = new FakeHost(options);
  const app = await renderApp({ at, host });
  await exportList(app.user);
  return { ...app, dialog: await screen.findByRole("dialog") };
}

const save = "Export…";

it("makes a CSV file of a whole list, with the columns that are wanted", async () => {
  const { host, user, dialog } = await open();
  expect(dialog).toHaveAccessibleName(/^Export \d+ reports$/);
  await expectAccessible();
  expect(within(dialog).getByRole("checkbox", { name: /^Show special characters correctly/ })).toBeChecked();
  await user.click(within(dialog).getByRole("checkbox", { name: "Privacy" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Failed checks" }));
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const [request] = host.requests("export_save");
  expect(request?.of).toMatchObject({ kind: "list", connection: "c1", query: { result: "bad" } });
  expect(request?.format).toEqual({ kind: "csv", bom: true, separator: "comma", decimal_comma: false });
  expect(request?.name).toBe("Reports – Brightleaf");
  const fields = request?.columns.map(({ field }) => field);
  expect(fields).toContain("failed_checks");
  expect(fields).not.toContain("privacy");
  expect(request?.columns[0]).toEqual({ field: "address", heading: "Page URL" });
  expect(request?.words).toContainEqual({ field: "verdict", value: "good", word: "Good" });
  expect(request?.words).toContainEqual({ field: "failed_checks", value: "favicon", word: "Favicon" });
  expect(request?.words).toContainEqual({ field: "check", value: "favicon", word: "No favicon" });
  expect(await screen.findByText(/^\d+ rows? saved$/)).toBeInTheDocument();
  expect(screen.getByText("/etc/ssl/Reports – Brightleaf.csv")).toBeInTheDocument();
});

it("separates CSV files as the system's region does, or as chosen, which is remembered", async () => {
  const { host, user, dialog } = await open({ start: { number_locale: "de-DE" } });
  const separator = within(dialog).getByRole("button", { name: /Separator$/ });
  expect(separator).toHaveTextContent("Semicolon");
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(host.requests("export_save")[0]?.format).toMatchObject({ separator: "semicolon", decimal_comma: true });
  await exportList(user);
  const again = await screen.findByRole("dialog");
  await user.click(within(again).getByRole("button", { name: /Separator$/ }));
  await user.click(await screen.findByRole("option", { name: "Comma" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.csv_separator).toBe("comma"));
  await user.click(within(again).getByRole("button", { name: save }));
  await waitFor(() => expect(host.requests("export_save")).toHaveLength(2));
  expect(host.requests("export_save")[1]?.format).toMatchObject({ separator: "comma", decimal_comma: false });
});

it("says what could not be read and is missing from the file", async () => {
  const { host, user, dialog } = await open();
  host.change("export_save", (made) => made && { ...made, unreadable: 2 });
  await user.click(within(dialog).getByRole("button", { name: save }));
  expect(await screen.findByText(/^2 reports couldn’t be read/)).toBeInTheDocument();
});

it("offers no columns where all is written, and nothing to save without columns", async () => {
  const { host, user, dialog } = await open();
  await user.click(within(dialog).getByRole("radio", { name: /^Excel workbook/ }));
  expect(within(dialog).queryByRole("checkbox", { name: /Excel/ })).not.toBeInTheDocument();
  for (const box of within(dialog).getAllByRole("checkbox", { checked: true })) await user.click(box);
  expect(within(dialog).getByRole("button", { name: save })).toBeDisabled();
  await user.click(within(dialog).getByRole("radio", { name: /^JSON/ }));
  expect(within(dialog).queryByRole("group", { name: "Columns" })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(host.requests("export_save")).toHaveLength(1));
  expect(host.requests("export_save")[0]?.columns.length).toBeGreaterThan(0);
});

it("shows how far it is, and stops when told to, with nothing lost", async () => {
  const { host, user, dialog } = await open();
  const release = host.hold("export_save");
  await user.click(within(dialog).getByRole("radio", { name: /^JSON/ }));
  await user.click(within(dialog).getByRole("button", { name: save }));
  expect(await within(dialog).findByText("Choose where to save the file.")).toBeInTheDocument();
  const [options] = host.options("export_save");
  act(() => options?.onProgress?.(1200, 3400));
  expect(within(dialog).getByText("1,200 of 3,400")).toBeInTheDocument();
  expect(within(dialog).getByRole("progressbar", { name: "Progress" })).toHaveAttribute("value", "1200");
  // Closing the window asks in the meantime.
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(true));
  await user.keyboard("{Escape}");
  expect(dialog).toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Stop" }));
  expect(await within(dialog).findByRole("button", { name: save })).toBeEnabled();
  expect(within(dialog).getByRole("radio", { name: /^JSON/ })).toBeChecked();
  expect(within(dialog).queryByRole("alert")).not.toBeInTheDocument();
  release();
});

it("stays as it is where no file was chosen, and says why one could not be made", async () => {
  const { host, user, dialog } = await open();
  host.chosenFile = null;
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(host.requests("export_save")).toHaveLength(1));
  expect(await within(dialog).findByRole("button", { name: save })).toBeEnabled();
  host.fail("export_save", "disk_full", 1);
  await user.click(within(dialog).getByRole("button", { name: save }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Disk full");
  const fields = [{ field: "rows", reason: { kind: "out_of_range", least: 0, most: 1_048_575 } as const }];
  host.fail("export_save", makeProblem("invalid_input", { fields }), 1);
  await user.click(within(dialog).getByRole("button", { name: save }));
  expect(await within(dialog).findByText(/limited to 1,048,575 rows/)).toBeInTheDocument();
  host.chosenFile = "/home/ada/x";
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

it("exports a selection by its keys, and the fix list with columns of its own", async () => {
  const { host, user, history } = await renderApp({ at: "/c/c1/reports", library: "seeded" });
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(2));
  for (const box of screen.getAllByRole("checkbox").slice(1, 3)) await user.click(box);
  await screen.findByText("2 selected");
  await user.keyboard("{Control>}{Shift>}e{/Shift}{/Control}");
  let dialog = await screen.findByRole("dialog", { name: "Export 2 reports" });
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const [selection] = host.requests("export_save");
  expect(selection?.of.kind === "selection" && selection.of.ids.length).toBe(2);
  act(() => history.push("/c/c1/fix-list"));
  await screen.findByRole("heading", { level: 1, name: "Fix list" });
  await exportList(user);
  dialog = await screen.findByRole("dialog", { name: "Export fix list" });
  for (const name of ["How to fix", "Topic", "Read more"]) {
    await user.click(within(dialog).getByRole("checkbox", { name }));
  }
  expect(within(dialog).getByRole("checkbox", { name: "Why it matters" })).not.toBeChecked();
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(host.requests("export_save")).toHaveLength(2));
  expect(host.requests("export_save")[1]?.columns.map(({ field }) => field)).toEqual([
    "check",
    "check_key",
    "importance",
    "pages",
    "address",
    "how",
    "theme",
    "reference",
  ]);
  const said = expect.stringMatching(/\.$/);
  for (const field of ["why", "how"]) {
    expect(host.requests("export_save")[1]?.words).toContainEqual({ field, value: "favicon", word: said });
  }
  const theme = { field: "theme", value: "favicon", word: expect.stringMatching(/^[A-Z]/) };
  expect(host.requests("export_save")[1]?.words).toContainEqual(theme);
});

it("prints the open report: failed checks first, and what the service found", async () => {
  const host = new FakeHost();
  const report = host.reports.at(-1);
  if (!report) throw new Error("no report");
  report.checks = [
    { name: "title", passed: true, importance: "high", value: null, errors: null, other: {} },
    {
      name: "meta_description",
      passed: false,
      importance: "medium",
      value: "x".repeat(2000),
      errors: { too_short: { min: 70 } },
      other: {},
    },
  ];
  const { user } = await renderApp({ at: `/c/c1/reports/${report.row.id}`, host });
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Print…" }));
  await waitFor(() => expect(host.requests("window_print")).toHaveLength(1));
  const headings = [...document.querySelectorAll("article h1, article h2, article h3")].map((heading) =>
    heading.textContent?.trim(),
  );
  expect(headings).toEqual([
    report.row.address,
    "1 check failed",
    "Meta description too short Medium",
    "1 check passed",
  ]);
  expect(document.querySelector("article")).toHaveTextContent("2,000 characters (at least 70)");
  expect(document.querySelector("article")).toHaveTextContent(/Read more\s*https:\/\/.+Topic\s*Content/);
  expect(document.querySelector("article")).toHaveTextContent("… truncated; see the full report in Assay.");
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(document.querySelector("article")).toBeNull();
  host.fail("window_print", "print_failed", 1);
  await user.keyboard("{Control>}p{/Control}");
  expect(await screen.findByText("Couldn’t print")).toBeInTheDocument();
  expect(document.querySelector("article")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(host.requests("window_print")).toHaveLength(3));
  expect(document.querySelector("article")).not.toBeNull();
});

it("exports projects with their figures", async () => {
  const { host, dialog, user } = await open({ library: "seeded" }, "/c/c1/projects?search=example&per_page=10");
  expect(dialog).toHaveAccessibleName(/^Export (\d+ )?projects$/);
  expect(within(dialog).getByText("The figures are those of the synced reports.")).toBeVisible();
  await expectAccessible();
  await user.click(within(dialog).getByRole("checkbox", { name: "Decent" }));
  await user.click(within(dialog).getByRole("button", { name: save }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const [request] = host.requests("export_save");
  expect(request?.of).toMatchObject({ kind: "projects", connection: "c1", query: { search: "example" } });
  expect(request?.name).toBe("Projects – Brightleaf");
  const fields = request?.columns.map(({ field }) => field);
  expect(fields?.slice(0, 5)).toEqual(["project", "reports", "average", "average_change", "good"]);
  expect(fields).not.toContain("decent");
});
