import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem, ProblemError } from "../../../host";
import type { Draft, ReportRow } from "../../../host/contract";
import { seededReports } from "../../../host/fake/data";
import { exampleConnection, FakeHost, usualPreferences } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { renderApp } from "../../../test/render";

async function start(host?: FakeHost, drafts: Draft[] = []) {
  const connection = exampleConnection;
  const options = { reports: seededReports(Date.now(), 5), start: { connections: [connection], drafts } };
  const app = await renderApp({
    at: `/c/${connection.id}/reports?result=good&sort_by=url`,
    host: host ?? new FakeHost(options),
  });
  // The filter chips are a grid as well.
  await screen.findByRole("grid", { name: "Reports" });
  const open = async () => {
    await app.user.keyboard("{Control>}n{/Control}");
    return within(await screen.findByRole("dialog", { name: "New report" }));
  };
  return { ...app, connection: connection.id, open };
}

it("shows what will be sent, creates a private report and opens it", async () => {
  const { open, user, host, history, connection } = await start();
  const dialog = await open();
  const field = dialog.getByRole("textbox", { name: "Page URL" });
  expect(field).toHaveFocus();
  await user.keyboard("two words");
  expect(await dialog.findByText(/The host can’t contain spaces/)).toBeVisible();
  expect(dialog.queryByText(/is added if you leave it out/)).toBeNull();
  await expectAccessible();
  await user.clear(field);
  await user.keyboard("münchen.example/ä");
  expect(await dialog.findByText("Will check https://xn--mnchen-3ya.example/%C3%A4")).toBeVisible();
  expect(dialog.getByRole("radio", { name: /Private/ })).toBeChecked();

  const release = host.hold("report_create");
  await user.keyboard("{Enter}");
  expect(await dialog.findByText(/This can take up to 90 seconds/)).toBeVisible();
  await user.keyboard("{Escape}");
  expect(dialog.getByRole("button", { name: "Close" })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  expect(screen.getByRole("dialog")).toBeVisible();
  release();

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(host.requests("report_create")).toEqual([
    { connection, report: { url: "münchen.example/ä", privacy: "private" } },
  ]);
  const id = host.reports.at(-1)?.row.id;
  await waitFor(() => expect(history.location.href).toBe(`/c/${connection}/reports/${id}?result=good&sort_by=url`));
  expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
  // The panel says it.
  expect(screen.queryByText("Report created")).toBeNull();
  // The list was reloaded.
  expect(host.requests("reports_list").length).toBeGreaterThan(1);

  // The next dialog starts empty.
  const next = await open();
  expect(next.getByRole("textbox", { name: "Page URL" })).toHaveValue("");
});

it("stays as chosen where a generated password comes later, and sends none with it", async () => {
  const { open, user, host } = await start();
  const dialog = await open();
  await user.click(dialog.getByRole("textbox", { name: "Page URL" }));
  await user.paste("x.example/a");
  await user.click(dialog.getByRole("radio", { name: /^Password/ }));
  await user.click(dialog.getByRole("button", { name: "Generate" }));
  const release = host.hold("password_make");
  await user.click(dialog.getByRole("button", { name: "Generate" }));
  await user.click(dialog.getByRole("radio", { name: /Public/ }));
  // The answer is there in the next task.
  await act(async () => release());
  expect(dialog.getByRole("radio", { name: /Public/ })).toBeChecked();
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  await waitFor(() =>
    expect(host.requests("report_create").at(-1)?.report).toEqual({ url: "x.example/a", privacy: "public" }),
  );
});

it.each([
  ["x.example/a b", "Will check https://x.example/a%20b"],
  ["https://x.example/shop#top", "#top is left out: it never reaches the server"],
  ["https://x.example/shop#top", /Will check https:\/\/x\.example\/shop$/],
  ["http://exa mple.com", "The host can’t contain spaces. Enter a URL, such as https://example.com."],
  ["https://", "Enter a host too, such as https://example.com."],
  ["ftp://x.example/a", "The URL must start with https:// or http://."],
  ["https://a.example/1 https://b.example/2", "Enter only one URL."],
])("says of %j: %s", async (typed, said) => {
  const { open, user } = await start();
  const dialog = await open();
  await user.click(dialog.getByRole("textbox", { name: "Page URL" }));
  await user.paste(typed);
  expect(await dialog.findByText(said)).toBeVisible();
});

it("shows what the service says of a field, and keeps what was typed", async () => {
  const { open, user, host } = await start();
  const dialog = await open();
  await user.keyboard("unreachable.example");
  await user.click(dialog.getByRole("radio", { name: /^Password/ }));
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  expect(await dialog.findByText(/^The page couldn’t be fetched\./)).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Page URL" })).toHaveAccessibleDescription(
    "The page couldn’t be fetched. No report was created. Check the URL and try again.",
  );
  await expectAccessible();
  await user.clear(dialog.getByRole("textbox", { name: "Page URL" }));
  await user.type(dialog.getByRole("textbox", { name: "Page URL" }), "harborcafe.example");
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  expect(await dialog.findByText("Required.")).toBeVisible();
  await user.type(dialog.getByLabelText("Password", { selector: "input:not([type=radio])" }), "s3cret");

  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  const again = await open();
  expect(again.getByRole("textbox", { name: "Page URL" })).toHaveValue("harborcafe.example");
  expect(again.getByRole("radio", { name: /^Password/ })).toBeChecked();
  // Passwords aren't saved in drafts.
  expect(again.getByLabelText("Password", { selector: "input:not([type=radio])" })).toHaveValue("");
  await user.type(again.getByLabelText("Password", { selector: "input:not([type=radio])" }), "other");
  await user.click(again.getByRole("button", { name: "Create report" }));
  await waitFor(() =>
    expect(host.requests("report_create").at(-1)?.report).toEqual({
      url: "harborcafe.example",
      privacy: "password",
      password: "other",
      keep_password: false,
    }),
  );
});

it("says that it was created although the answer was lost", async () => {
  const { open, user, host } = await start();
  host.change("report_create", (written) => ({ ...written, answer_lost: makeProblem("outcome_unknown") }));
  await open();
  await user.keyboard("harborcafe.example{Enter}");
  const panel = within(await screen.findByRole("complementary", { name: "Report" }));
  const notice = await panel.findByText("The response was lost, but the report was created.");
  await expectAccessible();
  await user.click(panel.getByRole("button", { name: "Close notice" }));
  expect(notice).not.toBeInTheDocument();
});

describe("when it is not known whether it was created", () => {
  const TRIED_AT = "2026-11-20T10:00:00Z";
  const problem = makeProblem("outcome_unknown", { tried_at: TRIED_AT, detail: "connection closed" });

  /** Creates a report and loses the response; `isCreated` tells whether the service has it. */
  async function lose(isCreated: boolean, address = "harborcafe.example/new") {
    const app = await start();
    const { host, user } = app;
    if (isCreated) {
      host.change("report_create", () => {
        throw new ProblemError({ ...problem, tried_at: new Date(Date.now() - 1000).toISOString() });
      });
    } else host.fail("report_create", problem, 1);
    const dialog = await app.open();
    await user.keyboard(`${address}{Enter}`);
    expect(await dialog.findByRole("alert")).toHaveTextContent("Outcome unknown");
    return { ...app, dialog };
  }

  it("keeps the input and doesn't retry automatically", async () => {
    const { user, host, open, dialog } = await lose(false);
    await expectAccessible();
    expect(dialog.queryByRole("button", { name: "Create report" })).toBeNull();
    // Another try is the same as the first one.
    expect(dialog.queryByRole("radio")).toBeNull();
    expect(dialog.getByText("Private")).toBeVisible();
    await user.type(dialog.getByRole("textbox", { name: "Page URL" }), "{Enter}");
    expect(host.requests("report_create")).toHaveLength(1);

    // The same after closing the dialog.
    await user.keyboard("{Escape}");
    const again = await open();
    expect(again.getByRole("textbox", { name: "Page URL" })).toHaveValue("harborcafe.example/new");
    expect(again.getByRole("alert")).toHaveTextContent("Outcome unknown");
    // The warning concerns only that page.
    await user.type(again.getByRole("textbox", { name: "Page URL" }), "er");
    expect(again.queryByRole("alert")).toBeNull();
    expect(again.getByRole("button", { name: "Create report" })).toBeVisible();
    expect(again.getByRole("radio", { name: /^Private/ })).toBeChecked();
    await user.keyboard("{Backspace}{Backspace}");
    expect(again.queryByRole("button", { name: "Create report" })).toBeNull();
  });

  it("finds the report that was created, and opens it", async () => {
    const { user, host, history, connection, dialog } = await lose(true);
    await user.click(dialog.getByRole("button", { name: "Search for report" }));
    const panel = within(await screen.findByRole("complementary", { name: "Report" }));
    expect(await panel.findByText("The response was lost, but the report was created.")).toBeVisible();
    expect(history.location.pathname).toBe(`/c/${connection}/reports/${host.reports.at(-1)?.row.id}`);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(host.requests("report_create")).toHaveLength(1);
  });

  it("asks for what is younger than the try", async () => {
    const { user, host, connection, dialog } = await lose(false);
    await user.click(dialog.getByRole("button", { name: "Search for report" }));
    expect(await dialog.findByText("Report not found yet.")).toBeVisible();
    expect(host.requests("report_find_created")).toEqual([
      { connection, url: "harborcafe.example/new", since: TRIED_AT },
    ]);
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Search again" }));
    await waitFor(() => expect(host.requests("report_find_created")).toHaveLength(2));
  });

  it("shows what else was created since, which may be the page under another address", async () => {
    const { user, host, history, connection, dialog } = await lose(false);
    const other = host.reports.at(-1)?.row as ReportRow;
    host.change("report_find_created", () => ({ found: null, others: [other] }));
    await user.click(dialog.getByRole("button", { name: "Search for report" }));
    expect(await dialog.findByText(/If this page redirects, this may be it/)).toBeVisible();
    await expectAccessible();
    await user.click(within(dialog.getByRole("list")).getByRole("button"));
    await waitFor(() => expect(history.location.pathname).toBe(`/c/${connection}/reports/${other.id}`));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("creates it again only when that is confirmed", async () => {
    const { user, host, dialog } = await lose(false);
    expect(dialog.queryByRole("button", { name: "Create again" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Search for report" }));
    await user.click(await dialog.findByRole("button", { name: "Create again" }));
    const asked = within(screen.getByRole("alertdialog", { name: "Create the report again?" }));
    await expectAccessible();
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    expect(host.requests("report_create")).toHaveLength(1);
    await user.click(await dialog.findByRole("button", { name: "Create again" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Create again" }));
    expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
    expect(host.requests("report_create")).toHaveLength(2);
  });

  it("says why it could not look, and looks again", async () => {
    const { user, host, dialog } = await lose(false);
    host.fail("report_find_created", "offline", 1);
    await user.click(dialog.getByRole("button", { name: "Search for report" }));
    expect(await dialog.findByText("You’re offline.")).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Create again" })).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText("Report not found yet.")).toBeVisible();
  });
});

it("says beforehand that the quota is used up", async () => {
  const preferences = { ...usualPreferences, quotas: { c1: 1 } };
  const host = new FakeHost({ library: "seeded", start: { preferences } });
  const { open } = await start(host);
  const dialog = await open();
  expect(await dialog.findByText(/^Monthly quota used up\. Change it/)).toBeVisible();
  const create = dialog.getByRole("button", { name: "Create report" });
  expect(create).toBeEnabled();
  expect(create.className).toMatch(/primary/);
  await expectAccessible();
});

it("says that the quota is used up, with the service's message", async () => {
  const { open, user, host } = await start();
  host.fail("report_create", makeProblem("quota_used", { said: "Limit erreicht.", status: 402 }));
  const dialog = await open();
  await user.keyboard("harborcafe.example{Enter}");
  const alert = await dialog.findByRole("alert");
  expect(alert).toHaveTextContent(
    /^Can’t create more reports\. No report was created\. The service says: “?Limit erreicht\.”? Use another API key/,
  );
  expect(dialog.getByRole("textbox", { name: "Page URL" })).toHaveValue("harborcafe.example");
  const create = dialog.getByRole("button", { name: "Create report" });
  expect(create).toBeEnabled();
  expect(create.className).toMatch(/primary/);
  await expectAccessible();
  // Another page would be refused as well.
  await user.keyboard("/menu");
  expect(dialog.getByRole("alert")).toBe(alert);
  // It may have been raised meanwhile.
  host.heal("report_create");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("leads from a used-up quota to where another key is entered", async () => {
  const { open, user, host, history } = await start();
  host.fail("report_create", makeProblem("quota_used"));
  const dialog = await open();
  await user.keyboard("harborcafe.example{Enter}");
  await user.click(await dialog.findByRole("button", { name: "Enter API key" }));
  expect(await screen.findByLabelText("API key")).toHaveFocus();
  expect(history.location.pathname).toBe("/connections/c1/edit");
  expect(screen.queryByRole("dialog")).toBeNull();
});

describe("what was typed", () => {
  const field = (dialog: ReturnType<typeof within>) => dialog.getByRole("textbox", { name: "Page URL" });
  const kept = (host: FakeHost) => host.requests("draft_save").at(-1);

  it("is kept with each pause, but for the password", async () => {
    const { open, user, host, connection } = await start();
    const dialog = await open();
    await user.keyboard("https://user:geheim@harborcafe.example/a");
    await user.click(dialog.getByRole("radio", { name: /^Password/ }));
    await user.type(dialog.getByLabelText("Password", { selector: "input:not([type=radio])" }), "s3cret");
    const values = { url: "https://harborcafe.example/a", privacy: "password", doubt: null };
    await waitFor(() => expect(kept(host)).toEqual({ form: `new_report ${connection}`, values }));
    await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(true));
    expect(JSON.stringify(host.requests("draft_save"))).not.toContain("s3cret");
  });

  it("is there again after a restart, and can be put aside", async () => {
    const values = { url: "harborcafe.example", privacy: "public", doubt: null };
    const { open, user, host, connection } = await start(undefined, [{ form: "new_report c1", values }]);
    const dialog = await open();
    expect(field(dialog)).toHaveValue("harborcafe.example");
    expect(dialog.getByRole("radio", { name: /^Public/ })).toBeChecked();
    expect(dialog.getByText("Draft restored.")).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "Start over" }));
    expect(field(dialog)).toHaveValue("");
    expect(field(dialog)).toHaveFocus();
    expect(dialog.getByRole("radio", { name: /^Private/ })).toBeChecked();
    expect(dialog.queryByText(/Restored/)).toBeNull();
    await waitFor(() => expect(kept(host)).toEqual({ form: `new_report ${connection}`, values: null }));
  });

  it("does not make a page public whose address was pasted", async () => {
    const values = { url: "harborcafe.example", privacy: "public", doubt: null };
    await start(undefined, [{ form: "new_report c1", values }]);
    fireEvent.paste(document.body, { clipboardData: { getData: () => "fjordbikes.example/pasted" } });
    const dialog = within(await screen.findByRole("dialog", { name: "New report" }));
    expect(field(dialog)).toHaveValue("fjordbikes.example/pasted");
    expect(dialog.getByRole("radio", { name: /^Private/ })).toBeChecked();
  });

  it("is forgotten once the report is there", async () => {
    const { open, user, host } = await start();
    await open();
    await user.keyboard("harborcafe.example{Enter}");
    expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
    await waitFor(() => expect(kept(host)?.values).toBeNull());
  });

  it.each([
    ["of another version", { address: "x" }],
    ["of another kind", ["x"]],
    ["with an unknown privacy", { url: "x", privacy: "secret", doubt: null }],
  ])("is ignored where it makes no sense: %s", async (_, values) => {
    const { open } = await start(undefined, [{ form: "new_report c1", values }]);
    const dialog = await open();
    expect(field(dialog)).toHaveValue("");
    expect(dialog.queryByText(/Restored/)).toBeNull();
  });

  it("keeps in mind that a report may be there if the app ends before the service answers", async () => {
    const { open, user, host } = await start();
    host.hold("report_create");
    await open();
    await user.keyboard("harborcafe.example{Enter}");
    await waitFor(() => expect(kept(host)?.values).toMatchObject({ doubt: { url: "harborcafe.example" } }));
    const drafts = [kept(host)].flatMap((draft) => draft ?? []);
    cleanup();
    const next = await start(undefined, drafts);
    const dialog = await next.open();
    expect(dialog.getByRole("alert")).toHaveTextContent("Outcome unknown");
    expect(dialog.queryByText("Draft restored.")).toBeNull();
    expect(dialog.queryByRole("button", { name: "Create report" })).toBeNull();
    await next.user.click(dialog.getByRole("button", { name: "Search for report" }));
    expect(await dialog.findByText("Report not found yet.")).toBeVisible();
    expect(dialog.getByText(/may still appear\. If you create it again, there may be two\./)).toBeVisible();
    expect(next.host.requests("report_create")).toEqual([]);
  });

  it("is sent once, however often that is asked for", async () => {
    const { open, user, host } = await start();
    const release = host.hold("report_create");
    const dialog = await open();
    await user.keyboard("harborcafe.example{Enter}{Enter}");
    await user.dblClick(dialog.getByRole("button", { name: "Create report" }));
    expect(host.requests("report_create")).toHaveLength(1);
    // Unconfirmed reports aren't listed.
    const rows = () => document.querySelectorAll("[role=row][data-key^='410']").length;
    expect(rows()).toBe(5);
    release();
    expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
    await waitFor(() => expect(rows()).toBe(6));
    expect(host.requests("report_create")).toHaveLength(1);
  });
});
