import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Connection } from "../../host/contract";
import { seededReports } from "../../host/fake/data";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const other: Connection = { ...exampleConnection, id: "c2", name: "Harbour", base_url: "https://harbour.example" };

/** Two connections with 60 saved reports each; only the first has had a full sync. */
function twoConnections(): FakeHost {
  const reports = seededReports(Date.now(), 60);
  const host = new FakeHost({ library: "seeded", reports, start: { connections: [exampleConnection, other] } });
  host.syncs.set("c1", { completeness: "whole", synced_at: new Date().toISOString() });
  return host;
}

async function open(host: FakeHost, at = "/sweep") {
  const app = await renderApp({ at, host });
  await screen.findByRole("heading", { level: 1, name: "Public reports" });
  return app;
}

const part = async (name: string) => within(await screen.findByRole("listitem", { name }));

it("counts the public reports of each connection, says how sure that is, and leads to their list and their plan", async () => {
  const host = twoConnections();
  const count = host.reports.filter(({ row }) => row.privacy === "public").length;
  const { user, history } = await open(host);
  const first = await part("Brightleaf");
  expect(first.getByText(/known reports are public/)).toHaveTextContent(`${count} of 60 known reports are public.`);
  expect(first.queryByRole("button", { name: "Read all reports" })).toBeNull();
  const second = await part("Harbour");
  expect(second.getByText(/may be public ones/)).toBeVisible();
  await expectAccessible();

  await user.click(second.getByRole("button", { name: "Read all reports" }));
  expect(host.requests("sync_start")).toEqual([{ connection: "c2", kind: "full" }]);
  await waitFor(() => expect(second.queryByText(/may be public ones/)).toBeNull());

  await user.click(first.getByRole("button", { name: /^Show/ }));
  await waitFor(() => expect(history.location.href).toBe("/library?connection=c1&privacy=public"));
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
  expect(screen.queryByRole("listitem", { name: "Brightleaf" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /Connection$/ }));
  await user.click(await screen.findByRole("option", { name: "All connections" }));
  await part("Brightleaf");
  expect(history.location.href).toBe("/sweep");
});

it("says that nothing is public, once every report is known, and what is missing before", async () => {
  const host = new FakeHost({ library: "seeded", reports: [] });
  const { user } = await open(host);
  const only = await part("Brightleaf");
  expect(only.getByText(/^(None of \d+ known reports is public|No report is known yet)\.$/)).toBeVisible();
  await user.click(only.getByRole("button", { name: "Read all reports" }));
  expect(await screen.findByText("Nothing is public")).toBeVisible();
  await expectAccessible();
});

it("works without the service, and says why the library cannot be read", async () => {
  const host = twoConnections();
  for (const call of ["reports_list", "connection_test"] as const) host.fail(call, "offline");
  host.fail("library_list", "library_failed");
  const { user } = await open(host);
  const again = await screen.findByRole("button", { name: "Try again" });
  await expectAccessible();
  host.heal("library_list");
  await user.click(again);
  const first = await part("Brightleaf");
  await user.click(first.getByRole("button", { name: /^Make private/ }));
  await waitFor(() => expect(host.requests("batch_plan")).toHaveLength(1));
});
