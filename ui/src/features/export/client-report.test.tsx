import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { chooseInView, entry } from "../../test/menus";
import { renderApp } from "../../test/render";

/** Opens the dialog on a connection's bad reports. */
async function open(host = new FakeHost({ library: "seeded" })) {
  const app = await renderApp({ at: "/c/c1/reports?result=bad", host });
  await chooseInView(app.user);
  await waitFor(async () => expect(await entry("Client report…")).not.toHaveAttribute("aria-disabled"));
  await app.user.click(await entry("Client report…"));
  return { ...app, dialog: await screen.findByRole("dialog", { name: "Client report" }) };
}

async function pick(user: UserEvent, label: RegExp, option: string) {
  await user.click(screen.getByRole("button", { name: label }));
  await user.click(await screen.findByRole("option", { name: option }));
}

it("makes a report of a list in the chosen language, as the chosen file", async () => {
  const { host, user, dialog } = await open();
  await expectAccessible();
  const title = within(dialog).getByRole("textbox", { name: "Title" });
  expect(title).toHaveValue("Brightleaf");
  const { total } = await host.call("library_list", { connection: "c1", verdict: "bad", per_page: 25 });
  expect(title).toHaveAccessibleDescription(`Covers ${total} reports`);
  await user.clear(title);
  await user.type(title, "Fourth quarter");
  await pick(user, /Period/, "Last 365 days");
  await pick(user, /Report language/, "العربية");
  await user.click(within(dialog).getByRole("radio", { name: /^PDF/ }));
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const [request] = host.requests("client_report_save");
  expect(request).toMatchObject({
    of: { kind: "reports", query: { connection: "c1", verdict: "bad" }, since: { days: 365 } },
    title: "Fourth quarter",
    language: "ar",
    format: "pdf",
    name: "Fourth quarter",
  });
  expect(await screen.findByText("Client report saved")).toBeInTheDocument();
  expect(screen.getByText("/etc/ssl/Fourth quarter.pdf")).toBeInTheDocument();
});

it("stops when told to, and says why a file could not be made", async () => {
  const { host, user, dialog } = await open();
  const release = host.hold("client_report_save");
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  expect(within(dialog).getByRole("textbox", { name: "Title" })).toBeDisabled();
  await user.click(await within(dialog).findByRole("button", { name: "Stop" }));
  expect(await within(dialog).findByRole("button", { name: "Export…" })).toBeEnabled();
  expect(within(dialog).queryByRole("alert")).not.toBeInTheDocument();
  release();
  host.fail("client_report_save", "disk_full", 1);
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Disk full");
});

it("makes a report of the open one, titled with its URL", async () => {
  const host = new FakeHost();
  const report = host.reports.at(-1);
  if (!report) throw new Error("no report");
  const { user } = await renderApp({ at: `/c/c1/reports/${report.row.id}`, host });
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Client report…" }));
  const dialog = await screen.findByRole("dialog", { name: "Client report" });
  expect(within(dialog).getByRole("textbox", { name: "Title" })).toHaveValue(report.row.address);
  await user.click(within(dialog).getByRole("button", { name: "Export…" }));
  await waitFor(() => expect(host.requests("client_report_save")).toHaveLength(1));
  const { of } = host.requests("client_report_save")[0] ?? {};
  expect(of).toEqual({ kind: "report", connection: "c1", id: report.row.id, since: { days: 90 } });
});

it("leads to the branding as long as there is none", async () => {
  const { host, user, dialog, history } = await open();
  await user.click(await within(dialog).findByRole("button", { name: "Set up branding" }));
  expect(history.location.search).toContain("section=branding");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Brightleaf");
  await waitFor(() => expect(host.requests("branding_save").at(-1)?.name).toBe("Brightleaf"));
});
