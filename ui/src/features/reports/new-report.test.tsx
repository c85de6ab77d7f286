import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeProblem } from "../../host";
import { exampleConnection, FakeHost } from "../../host/fake";
import { seededReports } from "../../host/fake-data";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

vi.setConfig({ testTimeout: 30_000 });

// Drafts last as long as the app: each test has a connection of its own.
let connections = 0;

async function start(host?: FakeHost) {
  const connection = { ...exampleConnection, id: `new${connections++}` };
  const options = { reports: seededReports(Date.now(), 5), start: { connections: [connection] } };
  const app = await renderApp({
    at: `/c/${connection.id}/reports?result=good&sort_by=url`,
    host: host ?? new FakeHost(options),
  });
  await screen.findByRole("grid");
  const open = async () => {
    await app.user.keyboard("{Control>}n{/Control}");
    return within(await screen.findByRole("dialog", { name: "New report" }));
  };
  return { ...app, connection: connection.id, open };
}

it("shows what will be sent, creates a private report and opens it", async () => {
  const { open, user, host, history, connection } = await start();
  const dialog = await open();
  const field = dialog.getByRole("textbox", { name: "Page address" });
  expect(field).toHaveFocus();
  await user.keyboard("münchen.example/a page");
  expect(await dialog.findByText(/This is not an address/)).toBeVisible();
  await expectAccessible();
  await user.clear(field);
  await user.keyboard("münchen.example/ä");
  expect(await dialog.findByText("Will be sent as https://xn--mnchen-3ya.example/%C3%A4")).toBeVisible();
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
  expect(await screen.findByText("Report created")).toBeVisible();
  expect(await screen.findByRole("complementary", { name: "Report" })).toBeVisible();
  // The list was read again.
  expect(host.requests("reports_list").length).toBeGreaterThan(1);

  // And nothing of it is left for the next one.
  const next = await open();
  expect(next.getByRole("textbox", { name: "Page address" })).toHaveValue("");
});

it("shows what the service says of a field, and keeps what was typed", async () => {
  const { open, user, host } = await start();
  const dialog = await open();
  await user.keyboard("unreachable.example");
  await user.click(dialog.getByRole("radio", { name: /^Password/ }));
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  expect(await dialog.findByText("The page could not be fetched.")).toBeVisible();
  await expectAccessible();
  await user.clear(dialog.getByRole("textbox", { name: "Page address" }));
  await user.type(dialog.getByRole("textbox", { name: "Page address" }), "harborcafe.example");
  await user.click(dialog.getByRole("button", { name: "Create report" }));
  expect(await dialog.findByText("This is needed.")).toBeVisible();
  await user.type(dialog.getByLabelText("Password", { selector: "input:not([type=radio])" }), "s3cret");

  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  const again = await open();
  expect(again.getByRole("textbox", { name: "Page address" })).toHaveValue("harborcafe.example");
  expect(again.getByRole("radio", { name: /^Password/ })).toBeChecked();
  // A password is not kept.
  expect(again.getByLabelText("Password", { selector: "input:not([type=radio])" })).toHaveValue("");
  await user.type(again.getByLabelText("Password", { selector: "input:not([type=radio])" }), "other");
  await user.click(again.getByRole("button", { name: "Create report" }));
  await waitFor(() =>
    expect(host.requests("report_create").at(-1)?.report).toEqual({
      url: "harborcafe.example",
      privacy: "password",
      password: "other",
    }),
  );
});

it("does not claim to know whether it happened, and leads to the list", async () => {
  const { open, user, host, history, connection } = await start();
  host.fail("report_create", "outcome_unknown");
  const dialog = await open();
  await user.keyboard("harborcafe.example{Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("We do not know whether it happened");
  await expectAccessible();
  const lists = host.requests("reports_list").length;
  await user.click(dialog.getByRole("button", { name: "Look in the list" }));
  await waitFor(() => expect(history.location.href).toBe(`/c/${connection}/reports`));
  await waitFor(() => expect(host.requests("reports_list").length).toBeGreaterThan(lists));
  expect(host.requests("reports_list").at(-1)?.query).toEqual({ per_page: 25 });
  const again = await open();
  expect(again.getByRole("textbox", { name: "Page address" })).toHaveValue("harborcafe.example");
});

it("names the quota as a possible reason for a refusal", async () => {
  const { open, user, host } = await start();
  host.fail("report_create", makeProblem("forbidden", { said: "Limit erreicht.", status: 403 }));
  const dialog = await open();
  await user.keyboard("harborcafe.example{Enter}");
  expect(await dialog.findByRole("alert")).toHaveTextContent("Limit erreicht.");
  expect(dialog.getByText(/limit how many reports an account can create/)).toBeVisible();
});
