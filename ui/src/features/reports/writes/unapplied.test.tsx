import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem, ProblemError } from "../../../host";
import type { NotApplied, Privacy, ReportRow, WriteResult } from "../../../host/contract";
import type { FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { rowOf } from "../../../test/rows";
import { fewReports, start } from "../panel/panel.fixture";

const typed = { selector: "input:not([type=radio])" };

/** Makes writes of a kind apply something other than requested. */
function misapply(
  host: FakeHost,
  call: "report_create" | "report_update",
  row: Partial<ReportRow>,
  not_applied: NotApplied[],
) {
  host.change(call, (written: WriteResult) => {
    const kept = host.reports.find((report) => report.row.id === written.report.row.id);
    if (kept) kept.row = { ...kept.row, ...row };
    return { ...written, report: { ...written.report, row: { ...written.report.row, ...row } }, not_applied };
  });
}

/** Restores correct writes. */
function apply(host: FakeHost, call: "report_create" | "report_update") {
  host.change(call, (written: WriteResult) => written);
}

type App = Awaited<ReturnType<typeof start>>;

async function setPrivacy({ panel, user }: App, name: RegExp, password?: string) {
  await user.click(await panel.findByRole("button", { name: /^Privacy/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
  await user.click(dialog.getByRole("menuitemradio", { name }));
  if (password !== undefined) {
    await user.type(await dialog.findByLabelText("Password", typed), password);
    await user.click(dialog.getByRole("checkbox", { name: /^Save in this computer’s keychain/ }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
  }
  return dialog;
}

async function create({ user }: App, address: string, privacy: RegExp, password?: string) {
  await user.click(screen.getByRole("button", { name: "New report" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New report" }));
  await user.type(dialog.getByRole("textbox", { name: "Page URL" }), address);
  await user.click(dialog.getByRole("radio", { name: privacy }));
  if (password !== undefined) {
    await user.type(dialog.getByLabelText("Password", typed), password);
    await user.click(dialog.getByRole("checkbox", { name: /^Save in this computer’s keychain/ }));
  }
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  return dialog;
}

describe("a change that the service did not apply", () => {
  it("is said in the panel and the row, never as a success, and can be checked and tried again", async () => {
    const host = fewReports();
    misapply(host, "report_update", { privacy: "private" }, ["privacy"]);
    const app = await start(host);
    const { panel, user } = app;
    await setPrivacy(app, /Public/);
    const notice = await panel.findByRole("alert");
    expect(notice).toHaveTextContent(
      "Privacy didn’t change. The service answered OK, but the report is still private.",
    );
    expect(within(rowOf("4102")).getByText("Privacy didn’t change")).toBeVisible();
    expect(screen.queryByText("Made public")).toBeNull();
    await expectAccessible();

    const reads = host.requests("report_read").length;
    await user.click(within(notice).getByRole("button", { name: "Reload report" }));
    await waitFor(() => expect(host.requests("report_read").length).toBeGreaterThan(reads));
    expect(panel.getByRole("alert")).toBeVisible();

    apply(host, "report_update");
    await user.click(panel.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Made public")).toBeVisible();
    expect(host.requests("report_update").map(({ update }) => update)).toEqual([
      { privacy: "public" },
      { privacy: "public" },
    ]);
    expect(panel.queryByRole("alert")).toBeNull();
    expect(within(rowOf("4102")).queryByText("Privacy didn’t change")).toBeNull();
  });

  it("is tried again as often as wanted, and is no recheck", async () => {
    const host = fewReports();
    misapply(host, "report_update", { privacy: "private" }, ["privacy"]);
    const app = await start(host);
    const { panel, user } = app;
    await setPrivacy(app, /Public/);
    apply(host, "report_update");
    host.fail("report_update", "maintenance", 1);
    await user.click(await panel.findByRole("button", { name: "Try again" }));
    const failure = (await panel.findByText(/^Service under maintenance/)).closest<HTMLElement>("[role=alert]");
    await user.click(within(failure as HTMLElement).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Made public")).toBeVisible();
    expect(host.requests("report_update").map(({ update }) => update)).toEqual(Array(3).fill({ privacy: "public" }));
  });

  it("is gone once reading again shows the change", async () => {
    const host = fewReports();
    misapply(host, "report_update", { privacy: "private" }, ["privacy"]);
    const app = await start(host);
    await setPrivacy(app, /Public/);
    const notice = await app.panel.findByRole("alert");
    for (const { row } of host.reports) if (row.id === "4102") row.privacy = "public";
    await app.user.click(within(notice).getByRole("button", { name: "Reload report" }));
    await waitFor(() => expect(app.panel.queryByRole("alert")).toBeNull());
  });

  it.each([
    ["public", "but the report is still public."],
    ["password", "but the report still needs a password."],
    [null, "but doesn’t show who can open the report."],
  ] satisfies [Privacy | null, string][])("says that it is %s", async (privacy, words) => {
    const host = fewReports();
    for (const { row } of host.reports) if (row.id === "4102") row.privacy = "public";
    misapply(host, "report_update", { privacy }, ["privacy"]);
    const app = await start(host);
    await setPrivacy(app, /Private/);
    expect(await app.panel.findByRole("alert")).toHaveTextContent(`The service answered OK, ${words}`);
  });

  it("keeps a typed password in view and saves none", async () => {
    const host = fewReports();
    misapply(host, "report_update", { privacy: "password", has_password: false }, ["password"]);
    const app = await start(host);
    const dialog = await setPrivacy(app, /^Password/, "Harbour-42");
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Password didn’t change. The service answered OK, but no password is set. Yours wasn’t saved.",
    );
    expect(dialog.getByLabelText("Password", typed)).toHaveValue("Harbour-42");
    expect(host.requests("password_save")).toEqual([]);
    expect(screen.queryByText("Password set")).toBeNull();
    await expectAccessible();

    apply(host, "report_update");
    await app.user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Password set")).toBeVisible();
    expect(await host.call("password_show", { connection: "c1", id: "4102" })).toEqual({ password: "Harbour-42" });
  });

  it("keeps a typed password in view where the report could not be read again", async () => {
    const host = fewReports();
    host.change("report_update", (written: WriteResult) => ({ ...written, unsettled: makeProblem("timed_out") }));
    const app = await start(host);
    const dialog = await setPrivacy(app, /^Password/, "Harbour-42");
    expect(await dialog.findByRole("alert")).toHaveTextContent("Saved, but couldn’t reload.");
    expect(host.requests("password_save")).toEqual([]);
    await expectAccessible();
  });

  it("is reported in a message if the report isn't open", async () => {
    const host = fewReports();
    misapply(host, "report_update", {}, ["checks"]);
    const release = host.hold("report_update");
    const { panel, user, history } = await start(host);
    await user.click(await panel.findByRole("button", { name: "Recheck" }));
    await user.click(panel.getByRole("button", { name: "Next report" }));
    await waitFor(() => expect(history.location.pathname).not.toContain("4102"));
    release();
    expect(await screen.findByText(/^The service answered OK, but the checks aren’t newer/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "View report" }));
    expect(await panel.findByText(/^Page wasn’t rechecked/, { selector: "[role=alert] b" })).toBeVisible();
    expect(screen.queryByText("Rechecked")).toBeNull();
  });
});

describe("a report that was created otherwise than asked", () => {
  it("is said to be public, and can be made private", async () => {
    const host = fewReports();
    misapply(host, "report_create", { privacy: "public" }, ["privacy"]);
    const app = await start(host);
    await create(app, "harborcafe.example/new", /Private/);
    const notice = await screen.findByText(/^Report created, but it’s public\.$/);
    expect(notice.closest("[role=alert]")).toHaveTextContent("Anyone with the link can open it.");
    const id = host.reports.at(-1)?.row.id ?? "";
    expect(within(rowOf(id)).getByText("Report created, but it’s public")).toBeVisible();
    await expectAccessible();
    await app.user.click(app.panel.getByRole("button", { name: "Make private" }));
    expect(await screen.findByText("Made private")).toBeVisible();
    expect(host.requests("report_update")).toEqual([{ connection: "c1", id, update: { privacy: "private" } }]);
    expect(notice).not.toBeInTheDocument();
  });

  it("can be reloaded, and is deleted only from the menu", async () => {
    const host = fewReports();
    misapply(host, "report_create", { privacy: "public" }, ["privacy"]);
    const { panel, user, ...app } = await start(host);
    await create({ panel, user, ...app }, "harborcafe.example/new", /Private/);
    const reload = await panel.findByRole("button", { name: "Reload report" });
    expect(panel.queryByRole("button", { name: "Delete" })).toBeNull();
    for (const { row } of host.reports) if (row.address === "harborcafe.example/new") row.privacy = "private";
    await user.click(reload);
    await waitFor(() => expect(panel.queryByRole("alert")).toBeNull());
    await user.click(panel.getByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    expect(await panel.findByText("Will be deleted")).toBeVisible();
  });

  it("has no offer to sync below it", async () => {
    const host = fewReports();
    misapply(host, "report_create", { privacy: "public" }, ["privacy"]);
    const { panel, user, ...app } = await start(host);
    expect(await screen.findByText(/^Sync all reports once/)).toBeVisible();
    await create({ panel, user, ...app }, "harborcafe.example/new", /Private/);
    const close = await panel.findByRole("button", { name: "Close notice" });
    expect(screen.queryByText(/^Sync all reports once/)).toBeNull();
    await user.click(close);
    expect(screen.getByText(/^Sync all reports once/)).toBeVisible();
  });

  it("has no password saved that it does not have", async () => {
    const host = fewReports();
    misapply(host, "report_create", { privacy: "password", has_password: false }, ["password"]);
    const app = await start(host);
    await create(app, "harborcafe.example/new", /^Password/, "Harbour-42");
    expect(await screen.findByText(/^Report created, but no password is set\.$/)).toBeVisible();
    expect(host.requests("password_save")).toEqual([]);
    await app.user.click(app.panel.getByRole("button", { name: "Set password…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Privacy" }));
    expect(dialog.getByLabelText("Password", typed)).toHaveFocus();
  });

  it("has its password saved once it could be read", async () => {
    const host = fewReports();
    host.change("report_create", (written: WriteResult) => ({ ...written, unsettled: makeProblem("timed_out") }));
    const app = await start(host);
    await create(app, "harborcafe.example/new", /^Password/, "Harbour-42");
    expect(await app.panel.findByRole("alert")).toHaveTextContent("Saved, but couldn’t reload.");
    expect(screen.queryByText("Saved, but couldn’t reload")).toBeNull();
    expect(host.requests("password_save")).toEqual([]);
    await app.user.click(app.panel.getByRole("button", { name: "Reload report" }));
    await waitFor(() => expect(host.requests("password_save")).toHaveLength(1));
    await waitFor(() => expect(app.panel.queryByRole("alert")).toBeNull());
  });

  it("is said to be of another page where it is", async () => {
    const host = fewReports();
    host.change("report_create", (written: WriteResult) => ({ ...written, is_other_page: true }));
    const app = await start(host);
    await create(app, "harborcafe.example/old", /Private/);
    expect(await screen.findByText("Report created for another URL")).toBeVisible();
  });
});

it("does not take a found report with another privacy for the one that was lost", async () => {
  const host = fewReports();
  const tried_at = new Date(Date.now() - 1000).toISOString();
  host.change("report_create", () => {
    throw new ProblemError(makeProblem("outcome_unknown", { tried_at }));
  });
  const app = await start(host);
  const dialog = await create(app, "harborcafe.example/new", /Private/);
  for (const { row } of host.reports) if (row.address === "harborcafe.example/new") row.privacy = "public";
  await app.user.click(await dialog.findByRole("button", { name: "Search for report" }));
  expect(await dialog.findByText(/with another privacy\. It may not be yours/)).toBeVisible();
  expect(within(dialog.getByRole("list")).getByRole("button")).toHaveTextContent("harborcafe.example/new");
  expect(dialog.getByRole("button", { name: "Create again" })).toBeVisible();
});
