import { notifyManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SyncState } from "../../host/contract";
import { exampleConnection, FakeHost, otherConnection, usualPreferences } from "../../host/fake/index";
import { makeProblem } from "../../host/host";
import { announced, listen } from "../../test/announced";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const at = "/c/c1/reports";
const foot = () => within(screen.getByRole("navigation", { name: "Main", hidden: true }));
/** Freezes a sync after this many reports. */
const halt = (host: FakeHost, done: number) =>
  host.watch((event) => {
    if (event.kind === "sync" && event.state.running?.done === done) host.syncs.pace = 1e6;
  });
const details = async (user: { click: (element: Element) => Promise<void> }) => {
  await user.click(await foot().findByRole("button", { name: /Sync details/ }));
  return within(await screen.findByRole("dialog", { name: "Sync Brightleaf" }));
};
const set = (host: FakeHost, change: Partial<SyncState>) =>
  act(async () => {
    host.syncs.set("c1", change);
    // The cache announces changes in the next task, in their order.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  });

beforeEach(listen);

it("runs the offered full sync, shows its progress, and withdraws the offer", async () => {
  const { host, user } = await renderApp({ at });
  // Long enough to hear each message.
  host.syncs.pace = 300;
  // Sync notifications load after the first paint.
  await act(() => vi.dynamicImportSettled());
  await user.click(await screen.findByRole("button", { name: "Sync all reports" }));
  await announced("Syncing all reports.");
  expect(await foot().findByText(/^Synced/)).toBeVisible();
  await announced("The sync has ended. 240 reports are in the library.");
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  const dialog = await details(user);
  expect(dialog.getByText("240")).toBeVisible();
  expect(dialog.getByText("No changes in the last sync.")).toBeVisible();
  // The first sync finds nothing new, only later ones do.
  host.change("changes_count", (counts) => ({ ...counts, new: 4 }));
  await act(async () => host.tell({ kind: "library" }));
  expect(await dialog.findByRole("link", { name: /new$/ })).toHaveAttribute(
    "href",
    "/c/c1/changes?since=last_sync&change=new",
  );
  await expectAccessible();
});

it("stops a sync, and resumes where it was", async () => {
  const { host, user } = await renderApp({ at });
  const goOn = halt(host, 100);
  await user.click(await screen.findByRole("button", { name: "Sync all reports" }));
  expect(await foot().findByText("Syncing 100 of 240")).toBeVisible();
  const dialog = await details(user);
  expect(dialog.getByText("100 of 240 synced")).toBeVisible();
  expect(dialog.getByText("About 1 s left")).toBeVisible();
  await expectAccessible();
  goOn();
  host.syncs.pace = 10;
  await user.click(dialog.getByRole("button", { name: "Stop" }));
  expect(await foot().findByText("Stopped at 100")).toBeInTheDocument();
  await announced("The sync was stopped.");
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Resume" }));
  expect(host.requests("sync_start").at(-1)).toEqual({ connection: "c1", kind: "full" });
  expect(await foot().findByText(/^Synced/)).toBeInTheDocument();
});

const offer = () => screen.queryByRole("button", { name: "Sync all reports" });

it("offers it with the first picture, so that nothing moves for it, also where nothing is known of a connection", async () => {
  const preferences = { ...usualPreferences, sync_on_open: false };
  const host = new FakeHost({ start: { preferences } });
  host.change("syncs_list", () => []);
  await renderApp({ host, at });
  expect(offer()).toBeVisible();
});

it("offers it once no sync has started by itself", async () => {
  const host = new FakeHost();
  host.change("syncs_list", () => []);
  await renderApp({ host, at });
  expect(offer()).toBeNull();
  await waitFor(() => expect(offer()).toBeVisible());
});

it("offers it later neither when the first picture could not wait for it, nor when a sync has failed", async () => {
  const host = new FakeHost();
  const release = host.hold("syncs_list");
  const { history } = await renderApp({ host, at });
  release();
  await set(host, { problem: makeProblem("offline") });
  expect(await foot().findByText("Sync failed")).toBeInTheDocument();
  expect(offer()).toBeNull();
  act(() => history.push("/settings"));
  await screen.findByRole("heading", { name: "Settings" });
  act(() => history.push(at));
  await waitFor(() => expect(offer()).toBeVisible());
  await set(host, { running: { kind: "full", phase: "reading", done: 0, total: null, seconds_left: null } });
  expect(offer()).toBeNull();
  await set(host, { running: null, problem: makeProblem("offline") });
  expect(offer()).toBeNull();
});

it("declines the offer for good", async () => {
  const { host, user } = await renderApp({ at });
  await user.click(await screen.findByRole("button", { name: "Not now" }));
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.sync_declined).toEqual(["c1"]));
});

it("says why a sync failed, and tries again; tells when one cannot be started", async () => {
  const { host, user } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  await set(host, { synced_at: new Date().toISOString(), full_at: new Date().toISOString() });
  host.fail("reports_list", "maintenance", 1);
  const dialog = await details(user);
  await user.click(dialog.getByRole("button", { name: "Sync now" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Service under maintenance");
  expect(foot().getByText("Sync failed")).toBeInTheDocument();
  await announced("The sync failed. Service under maintenance.");
  await expectAccessible();
  host.heal("reports_list");
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
  expect(screen.getByRole("heading", { name: "Sync Brightleaf" })).toHaveFocus();
  await announced(/^Sync finished|^The sync has ended/);
  host.fail("sync_start", "library_failed");
  await user.click(dialog.getByRole("button", { name: "Sync all reports" }));
  expect(await screen.findByText("Couldn’t start the sync")).toBeVisible();
});

it("says honestly how complete the library is", async () => {
  const { host, user } = await renderApp({ at });
  const dialog = await details(user);
  expect(dialog.getByText(/Not fully synced yet/)).toBeVisible();
  // The times of syncs that never were would only repeat it.
  expect(dialog.queryByText(/^Last/)).toBeNull();
  await set(host, { completeness: "first_page_only" });
  expect(dialog.getByText(/The service only returns one page/)).toBeVisible();
  await set(host, { completeness: "unsettled" });
  expect(dialog.getByText(/some reports may be missing/)).toBeVisible();
  await set(host, { completeness: "outdated", total: null });
  expect(dialog.getByText(/more than a week ago/)).toBeVisible();
  await set(host, { total: 389 });
  expect(dialog.getByText(/don’t have the same number of reports/)).toBeVisible();
  expect(dialog.getByText("25 of 389 saved")).toBeVisible();
  await set(host, { completeness: "whole", synced_at: new Date().toISOString() });
  expect(await dialog.findByText("No changes in the last sync.")).toBeVisible();
  expect(dialog.queryByText(/full sync/i)).toBeNull();
  expect(dialog.getByText("Last sync")).toBeVisible();
  const [full_at, synced_at] = [30, 0].map((seconds) => new Date(Date.now() - seconds * 1000).toISOString());
  await set(host, { synced_at, full_at });
  // The status says it.
  expect(dialog.queryByText(/^Last/)).toBeNull();
  await set(host, { full_at: new Date(Date.now() - 3_600_000).toISOString() });
  expect(dialog.getByText("Last full sync")).toBeVisible();
  expect(dialog.queryByText("Last sync")).toBeNull();
  await set(host, { problem: makeProblem("offline") });
  expect(dialog.getByText("Last sync")).toBeVisible();
  await set(host, { problem: null });
  await user.tab();
  await user.tab();
  expect(dialog.getByRole("button", { name: "Sync all reports" })).toHaveAccessibleDescription(
    "A full sync reads every report, not only what’s new.",
  );
  expect(screen.getByRole("link", { name: /^Reports/, hidden: true })).toHaveTextContent("389");
});

it("says of a sync that looked at the newest reports only that it did", async () => {
  const { host, user } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  const before = "2026-11-21T10:00:00Z";
  await set(host, { full_at: before, synced_at: before });
  // Slow enough not to end before it is stopped.
  host.syncs.pace = 1_000_000;
  const dialog = await details(user);
  await user.click(dialog.getByRole("button", { name: "Sync now" }));
  await set(host, { running: null, synced_at: "2026-11-21T11:00:00Z", looked_at: 100 });
  await announced("The sync has ended. Nothing is new among the 100 newest reports.");
  expect(dialog.getByText(/It covered only the 100 newest reports/)).toBeVisible();
});

it("reads again what could not be read once a sync reached the service", async () => {
  const host = new FakeHost();
  host.fail("reports_list", "connection_refused", 1);
  await renderApp({ host, at });
  await screen.findByText("Connection refused");
  await foot().findByRole("button", { name: /Sync details/ });
  await set(host, { running: { kind: "light", phase: "reading", done: 0, total: null, seconds_left: null } });
  await set(host, { running: null, synced_at: new Date().toISOString() });
  await waitFor(() => expect(screen.queryByText("Connection refused")).toBeNull());
  expect(host.calls.filter(({ name }) => name === "reports_list")).toHaveLength(2);
});

it("says what a long sync waits for and how long it takes, and what it does where no number is known", async () => {
  const { host, user } = await renderApp({ at });
  const dialog = await details(user);
  const running = { kind: "full", phase: "reading", done: 1200, total: 3400, seconds_left: 110 } as const;
  await set(host, { running });
  expect(await dialog.findByText("1,200 of 3,400 synced")).toBeVisible();
  expect(dialog.getByText("About 2 min left")).toBeVisible();
  expect(foot().getByText("Syncing 1,200 of 3,400")).toBeInTheDocument();
  await set(host, { running: { ...running, seconds_left: 7000 } });
  expect(dialog.getByText("About 2 h left")).toBeVisible();
  await set(host, { running: { ...running, total: null } });
  expect(dialog.getByText("1,200 synced")).toBeVisible();
  expect(foot().getByText("Syncing…")).toBeInTheDocument();
  await set(host, { running: { ...running, phase: "looking" } });
  expect(dialog.getByText("Checking for missing reports")).toBeVisible();
  await act(async () => host.tell({ kind: "waiting", waiting: [{ connection: "c1", seconds: 30, limit: 20 }] }));
  expect(dialog.getByText("Waiting for the service")).toBeVisible();
  expect(await foot().findByText(/^Rate limited/)).toHaveTextContent(/^Rate limited · 0:(30|29)/);
});

it("has the system tell once of what a sync found worse, where that is wanted", async () => {
  const preferences = { ...usualPreferences, notify_worse: true };
  const { host } = await renderApp({ at, start: { preferences } });
  await foot().findByRole("button", { name: /Sync details/ });
  const running = { kind: "light", phase: "reading", done: 0, total: null, seconds_left: null } as const;
  const found = { new: 0, changed: 3, worse: 2, gone: 0 };
  await set(host, { running });
  await set(host, { running: null, synced_at: "2026-11-21T10:00:00Z", found });
  expect(host.requests("notification_show")).toEqual([
    { title: "2 reports got worse", body: "Brightleaf. Open Assay to see them." },
  ]);
  await announced(/3 changed, 2 worse/);
  // A stopped sync doesn't announce the previous one.
  await set(host, { running });
  await set(host, { running: null });
  expect(host.requests("notification_show")).toHaveLength(1);
  // Without system notifications the window shows a message.
  host.fail("notification_show", "internal");
  await set(host, { running });
  await set(host, { running: null, synced_at: "2026-11-21T11:00:00Z", found });
  expect(await screen.findByText("2 reports got worse")).toBeVisible();
});

it("withdraws what it said when the next sync starts, so that the same can be said again", async () => {
  const { host } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  const running = { kind: "light", phase: "reading", done: 0, total: null, seconds_left: null } as const;
  await set(host, { running });
  const found = { new: 0, changed: 1, worse: 0, gone: 0 };
  await set(host, { running: null, synced_at: "2026-11-21T10:00:00Z", found });
  await announced(/1 changed/);
  await set(host, { running });
  expect(screen.queryByText(/1 changed/)).toBeNull();
});

it("says of each connection that all its reports are synced", async () => {
  const { host, history } = await renderApp({ at, start: { connections: [exampleConnection, otherConnection] } });
  await foot().findByRole("button", { name: /Sync details/ });
  const running = { kind: "full", phase: "reading", done: 0, total: null, seconds_left: null } as const;
  await set(host, { running });
  await announced("Syncing all reports.");
  act(() => history.push("/c/c2/reports"));
  await waitFor(() => expect(document.title).toContain("Harbour"));
  // A text that stays isn’t announced again.
  await waitFor(() => expect(screen.queryByText("Syncing all reports.")).toBeNull());
  await act(async () => host.syncs.set("c2", { running }));
  await announced("Syncing all reports.");
});

it("says beside the reports of all connections since when all are up to date, as their list does", async () => {
  const host = new FakeHost({ library: "seeded", start: { connections: [exampleConnection, otherConnection] } });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const [connection, minutes] of [
    ["c1", 1],
    ["c2", 3],
  ] as const) {
    const synced_at = ago(minutes);
    host.syncs.set(connection, { synced_at, full_at: synced_at, completeness: "whole", looked_at: null });
  }
  const { history } = await renderApp({ at, host });
  expect(await foot().findByText(/^Synced/)).toHaveTextContent("Synced 1 min ago");
  act(() => history.push("/reports"));
  await waitFor(() => expect(foot().getByText(/^Synced/)).toHaveTextContent("Synced 3 min ago"));
  expect(await screen.findByText(/^Saved copy ·/)).toHaveTextContent("3 min ago");
});

it("is silent about automatic syncs without findings, and sends no notifications unless enabled", async () => {
  const { host } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  const running = { kind: "light", phase: "reading", done: 0, total: null, seconds_left: null } as const;
  await set(host, { running });
  await set(host, { running: null, synced_at: "2026-11-21T10:00:00Z" });
  expect(screen.queryByText(/^Sync finished|^The sync has ended/)).toBeNull();
  await set(host, { running });
  await set(host, {
    running: null,
    synced_at: "2026-11-21T11:00:00Z",
    found: { new: 0, changed: 1, worse: 1, gone: 0 },
  });
  await announced(/1 worse/);
  expect(host.requests("notification_show")).toEqual([]);
});

it("syncs by command", async () => {
  const { host, user } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: /^Search commands/ });
  await user.keyboard("Sync now");
  await screen.findByRole("option", { name: "Sync now" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(host.requests("sync_start")).toEqual([{ connection: "c1", kind: "light" }]));
});

it("says when it can sync again, and offers it no earlier", async () => {
  const { host, user } = await renderApp({ at });
  const dialog = await details(user);
  await act(async () => host.tell({ kind: "waiting", waiting: [{ connection: "c1", seconds: 30, limit: 20 }] }));
  expect(dialog.getByText(/Resuming in 0:(30|29)\.$/)).toBeVisible();
  expect(dialog.queryByRole("button", { name: /^Sync/ })).toBeNull();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Sync all reports" })).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  const search = await screen.findByRole("dialog", { name: /^Search commands/ });
  await user.keyboard("Sync now");
  await waitFor(() => expect(within(search).queryByRole("option", { name: "Sync now" })).toBeNull());
  await act(async () => host.tell({ kind: "waiting", waiting: [] }));
  expect(await within(search).findByRole("option", { name: "Sync now" })).toBeVisible();
  await user.keyboard("{Escape}");
  expect((await details(user)).getByRole("button", { name: "Sync now" })).toBeEnabled();
});

it("reads again what is shown of the library when that changed", async () => {
  const host = new FakeHost();
  await renderApp({ host, at: "/settings?section=data" });
  expect(await screen.findByText(/0 snapshots/)).toBeVisible();
  host.library.take("c1", host.reports.slice(0, 7));
  await act(async () => host.tell({ kind: "library" }));
  expect(await screen.findByText(/7 snapshots/)).toBeVisible();
});

it("says that a damaged library was set aside, or cannot be used, until that is closed", async () => {
  const host = new FakeHost();
  host.change("library_info", (info) => ({ ...info, set_aside: "library.damaged-1.db" }));
  const { user } = await renderApp({ host, at });
  expect(await screen.findByText("library.damaged-1.db")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("library.damaged-1.db")).toBeNull();
  host.change("library_info", (info) => ({ ...info, state: "newer" }));
  await act(async () => host.tell({ kind: "library" }));
  expect(await screen.findByText(/created by a newer version of Assay/)).toBeVisible();
});

it("leads from the notice about the library to its settings, which say the same", async () => {
  const host = new FakeHost();
  host.change("library_info", (info) => ({ ...info, state: "newer" }));
  const { user } = await renderApp({ host, at });
  await user.click(await screen.findByRole("button", { name: "Settings" }));
  expect(await screen.findByText(/Update Assay to use history/)).toBeVisible();
  expect(screen.getAllByText(/created by a newer version of Assay/)).toHaveLength(1);
});

it("takes a problem that the user caused for a stop", async () => {
  const { host } = await renderApp({ at });
  await foot().findByRole("button", { name: /Sync details/ });
  await set(host, { unfinished: 1200, problem: makeProblem("canceled") });
  expect(foot().getByText("Stopped at 1,200")).toBeVisible();
  expect(foot().queryByText("Request stopped")).toBeNull();
});
