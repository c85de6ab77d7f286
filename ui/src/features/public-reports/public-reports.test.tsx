import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { seededReports } from "../../host/fake/data";
import { exampleConnection, FakeHost, otherConnection } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

/** Two connections with 60 saved reports each; only the first has had a full sync. */
function twoConnections(): FakeHost {
  const reports = seededReports(Date.now(), 60);
  const host = new FakeHost({
    library: "seeded",
    reports,
    start: { connections: [exampleConnection, otherConnection] },
  });
  const at = new Date().toISOString();
  host.syncs.set("c1", { completeness: "whole", synced_at: at, full_at: at });
  return host;
}

async function open(host: FakeHost, at = "/sweep") {
  const app = await renderApp({ at, host });
  await screen.findByRole("heading", { level: 1, name: "Public reports" });
  return app;
}

const part = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(`^${name}`) }));

it("counts the public reports of each connection, says how sure that is, and leads to their list and their plan", async () => {
  const host = twoConnections();
  const count = host.reports.filter(({ row }) => row.privacy === "public").length;
  const { user, history } = await open(host);
  const first = await part("Brightleaf");
  expect(first.getByText(`${count} of 60`)).toBeVisible();
  expect(first.getAllByRole("cell")[1]).toHaveTextContent("now");
  expect(first.queryByRole("button", { name: /^Sync all reports/ })).toBeNull();
  const second = await part("Harbour");
  expect(second.getByText(/may be more public reports/)).toBeVisible();
  await expectAccessible();

  await user.click(second.getByRole("button", { name: "Sync all reports of Harbour" }));
  expect(host.requests("sync_start")).toEqual([{ connection: "c2", kind: "full" }]);
  await waitFor(() => expect(second.queryByText(/may be more public reports/)).toBeNull());

  // One action for each row, and its reports behind its name.
  expect(first.getAllByRole("button")).toHaveLength(1);
  await user.click(first.getByRole("link", { name: "Brightleaf" }));
  await waitFor(() => expect(history.location.href).toBe("/c/c1/reports?privacy=public"));
  history.back();
  await user.click((await part("Harbour")).getByRole("button", { name: /^Make private/ }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/batches/1"));
  expect(host.requests("batch_plan")).toEqual([
    {
      connection: "c2",
      source: { kind: "library", query: { connection: "c2", privacy: "public", per_page: 10 } },
      wish: { kind: "privacy", privacy: "private" },
      password: null,
      keep_passwords: false,
    },
  ]);
});

it("is of one connection where the address says so, and of all again", async () => {
  const { user, history } = await open(twoConnections(), "/sweep?connection=c2");
  await part("Harbour");
  expect(screen.queryByRole("row", { name: /^Brightleaf/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /Connection$/ }));
  await user.click(await screen.findByRole("option", { name: "All connections" }));
  await part("Brightleaf");
  expect(history.location.href).toBe("/sweep");
});

it("leads back to the reports that it is of", async () => {
  const { user, history } = await open(twoConnections(), "/sweep?connection=c2");
  await part("Harbour");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/reports"));
});

it("says that nothing is public, once every report is known, and what is missing before", async () => {
  const host = new FakeHost({ library: "seeded", reports: [] });
  const { user } = await open(host);
  const only = await part("Brightleaf");
  expect(only.getByText(/Not fully synced\./)).toBeVisible();
  await user.click(only.getByRole("button", { name: /^Sync all reports/ }));
  expect(await screen.findByRole("heading", { name: /^No public reports found as of/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  await expectAccessible();
});

it("offers a full sync where the last one is more than a day old, and says no such thing once it is too old", async () => {
  const host = new FakeHost({ library: "seeded", reports: [] });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  host.syncs.set("c1", { completeness: "whole", synced_at: hoursAgo(1), full_at: hoursAgo(25) });
  const { user } = await open(host);
  expect(await screen.findByRole("heading", { name: /^No public reports found as of/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sync all reports" }));
  expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "full" }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull());

  act(() => host.syncs.set("c1", { completeness: "outdated", full_at: hoursAgo(24 * 8), total: 12 }));
  const only = await part("Brightleaf");
  expect(screen.queryByText(/No public reports found/)).toBeNull();
  expect(only.getByText(/0 of 12 saved/)).toBeVisible();
  expect(only.getByRole("button", { name: "Sync all reports of Brightleaf" })).toBeEnabled();
});

it("counts apart what may be public", async () => {
  const seeded = seededReports(Date.now(), 12);
  const reports = seeded.map((report, index) => ({
    ...report,
    row: { ...report.row, privacy: index < 3 ? null : ("private" as const) },
  }));
  const host = new FakeHost({ library: "seeded", reports });
  host.change("overview_read", (overview) => ({ ...overview, privacy_unknown: 3 }));
  const at = new Date().toISOString();
  host.syncs.set("c1", { completeness: "whole", synced_at: at, full_at: at });
  await open(host);
  const only = await part("Brightleaf");
  expect(only.getByText("Who can see 3 reports is unknown. They may be public.")).toBeVisible();
  expect(screen.queryByText(/No public reports found/)).toBeNull();
});

it("works without the service, and says why the library cannot be read", async () => {
  const host = twoConnections();
  for (const call of ["reports_list", "connection_test"] as const) host.fail(call, "offline");
  host.fail("library_list", "library_failed");
  const { user } = await open(host);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("button", { name: /Connection$/ })).toBeNull();
  await expectAccessible();
  host.heal("library_list");
  await user.click(again);
  const first = await part("Brightleaf");
  expect(screen.getByRole("button", { name: /Connection$/ })).toBeVisible();
  await user.click(first.getByRole("button", { name: /^Make private/ }));
  await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
});
