import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

const at = "/settings?section=data";
const saved = (host: FakeHost, change: object) =>
  waitFor(() => expect(host.requests("preferences_save").at(-1)).toMatchObject(change));

it("says where the library is and what it holds, and copies its path", async () => {
  const { host, user } = await renderApp({ at, library: "seeded" });
  const { file, reports, snapshots } = await host.call("library_info", null);
  expect(await screen.findByText(file)).toBeVisible();
  const numbers = (count: number) => count.toLocaleString("en");
  // Lists count without the removed ones.
  expect(screen.getByText(`${numbers(reports)} reports, including removed ones`, { exact: false })).toHaveTextContent(
    `${numbers(snapshots)} snapshots`,
  );
  await user.click(screen.getByRole("button", { name: "Copy path" }));
  expect(await navigator.clipboard.readText()).toBe(file);
  await expectAccessible();
});

it("says where all data is stored when asked, and to a search", async () => {
  const { user } = await renderApp({ at });
  const where = await screen.findByRole("button", { name: "Where data is stored" });
  expect(screen.getByText("Report passwords")).not.toBeVisible();
  await user.click(where);
  expect(screen.getByText("Report passwords")).toBeVisible();
  await user.click(where);
  await user.type(screen.getByRole("searchbox", { name: "Search settings" }), "report passwords");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Clear library…" })).toBeNull());
  expect(screen.getByRole("button", { name: "Where data is stored" })).toBeVisible();
});

it("backs up, also on the second try, and does nothing where no file was chosen", async () => {
  const { host, user } = await renderApp({ at, library: "seeded" });
  const backUp = await screen.findByRole("button", { name: "Back up library…" });
  host.fail("library_backup", "disk_full", 1);
  await user.click(backUp);
  expect(await screen.findByRole("alert")).toHaveTextContent("Disk full");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Library backed up")).toBeVisible();
  expect(screen.getByText("/etc/ssl/assay-library.backup")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close message" }));
  host.chosenFile = null;
  await user.click(backUp);
  await waitFor(() => expect(host.requests("library_backup")).toHaveLength(3));
  expect(screen.queryByText("Library backed up")).toBeNull();
});

it("restores a backup only after asking, says why another file cannot be used, and shows what it restored", async () => {
  const { host, user } = await renderApp({ at, library: "seeded" });
  const restore = await screen.findByRole("button", { name: "Restore library…" });
  await user.click(restore);
  let dialog = within(screen.getByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Choose backup…" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Can’t read this backup");
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await host.call("library_backup", null);
  await act(() => host.call("library_clear", null));
  expect(await screen.findByText(/^0 reports/)).toBeVisible();
  await user.click(restore);
  dialog = within(screen.getByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Choose backup…" }));
  expect(await screen.findByText("Library restored")).toBeVisible();
  expect(await screen.findByText(/^242 reports/)).toBeVisible();
});

it("clears only after saying what is lost, and says when that failed", async () => {
  const { host, user } = await renderApp({ at, library: "seeded" });
  await user.click(await screen.findByRole("button", { name: "Clear library…" }));
  const dialog = within(screen.getByRole("alertdialog"));
  expect(dialog.getByText(/^Permanently deletes .+ 242 reports/)).toBeVisible();
  expect(dialog.getByText(/Reports still on the service can be synced again/)).toBeVisible();
  await expectAccessible();
  host.fail("library_clear", "library_failed", 1);
  await user.click(dialog.getByRole("button", { name: "Clear library" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Library unavailable");
  expect(host.library.everything()).toHaveLength(242);
  await user.click(dialog.getByRole("button", { name: "Clear library" }));
  expect(await screen.findByText("Library cleared")).toBeVisible();
  expect(await screen.findByText(/^0 reports/)).toBeVisible();
});

it("keeps snapshots for a shorter time only after asking", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=sync" });
  const choose = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: /Keep history/ }));
    await user.click(screen.getByRole("option", { name }));
  };
  await choose("6 months");
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: /Forever/ })).toBeVisible();
  expect(screen.queryByText(/^Older snapshots are deleted\./)).toBeNull();
  await choose("6 months");
  await expectAccessible();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await saved(host, { keep_days: 180 });
  expect(screen.getByText(/^Older snapshots are deleted\./)).toBeVisible();
  await choose("2 years");
  await saved(host, { keep_days: 730 });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("says why the library cannot be used and what still works, and offers only what does", async () => {
  const host = new FakeHost();
  host.change("library_info", (info) => ({ ...info, state: "newer", set_aside: "library.damaged-1.db" }));
  await renderApp({ host, at });
  expect(await screen.findByText(/Update Assay to use history, the fix list, and offline use/)).toBeVisible();
  expect(screen.getByText(/A new library is refilling from the service/)).toBeVisible();
  for (const name of ["Back up library…", "Restore library…", "Clear library…"])
    expect(screen.getByRole("button", { name })).toBeDisabled();
  await expectAccessible();
  host.change("library_info", (info) => ({ ...info, state: "read_only" }));
  await act(async () => host.tell({ kind: "library" }));
  expect(await screen.findByText(/The library is read-only/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Back up library…" })).toBeEnabled();
});

it("says when the library can't be read, and tries again", async () => {
  const host = new FakeHost();
  host.fail("library_info", "library_failed");
  const { user } = await renderApp({ host, at });
  expect(await screen.findByRole("alert")).toHaveTextContent("Library unavailable");
  host.heal("library_info");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Copy path")).toBeVisible();
});

it("keeps when what is new is read, and after how many days a report is stale", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=sync" });
  const goTo = async (name: string) => {
    await user.click(screen.getByRole("link", { name }));
    await screen.findByRole("heading", { name, level: 2 });
  };
  await user.click(screen.getByRole("switch", { name: "Sync when Assay opens" }));
  await saved(host, { sync_on_open: false });
  await user.click(screen.getByRole("button", { name: /Never.*Sync while/ }));
  await user.click(screen.getByRole("option", { name: "Every 30 minutes" }));
  await saved(host, { sync_minutes: 30 });
  await goTo("General");
  const days = screen.getByRole("textbox", { name: "Mark reports as stale after" });
  await user.clear(days);
  await user.type(days, "45");
  await user.tab();
  await saved(host, { stale_days: 45 });
  await user.clear(days);
  await user.type(days, "0");
  await user.tab();
  expect(await screen.findByText("Enter a whole number from 1 to 3,650.")).toBeVisible();
  await goTo("Appearance");
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  await saved(host, { theme: "dark", stale_days: 45 });
});

it("tells outside the window only where that is wanted, and shows how", async () => {
  const preferences = { ...usualPreferences, notify_batches: false };
  const { host, user } = await renderApp({ at: "/settings?section=notifications", start: { preferences } });
  expect(screen.queryByRole("button", { name: "Send test notification" })).toBeNull();
  await user.click(screen.getByRole("switch", { name: /^When reports get worse/ }));
  await saved(host, { notify_worse: true });
  host.fail("notification_show", "internal", 1);
  await user.click(screen.getByRole("button", { name: "Send test notification" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Notifications are blocked by the system");
  await user.click(screen.getByRole("button", { name: "Send test notification" }));
  expect(await screen.findByText(/If you didn’t see it, allow notifications/)).toBeVisible();
  expect(host.requests("notification_show")).toHaveLength(2);
});

it("removes everything only once its name is typed, and leaves the keys where the keychain keeps them", async () => {
  const { host, user } = await renderApp({ at });
  const open = await screen.findByRole("button", { name: "Delete all Assay data…" });
  await user.click(open);
  const dialog = within(screen.getByRole("alertdialog", { name: "Delete all Assay data?" }));
  expect(dialog.getByText(/aren’t affected/)).toBeVisible();
  await expectAccessible();
  const remove = dialog.getByRole("button", { name: "Delete and close" });
  expect(remove).toBeDisabled();
  await user.type(dialog.getByRole("textbox", { name: "Type Assay to confirm" }), "Assay");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  host.keychain = "keychain_locked";
  await user.click(remove);
  const leave = await dialog.findByRole("checkbox", { name: /except keychain entries$/ });
  expect(await host.call("connections_list", null)).toHaveLength(1);
  const ofKeys = "API keys and report passwords in the keychain";
  expect(dialog.getByText(ofKeys)).toBeVisible();
  await user.click(leave);
  expect(dialog.queryByText(ofKeys)).toBeNull();
  // Other problems leave the choice visible.
  host.fail("data_remove", "storage_failed", 1);
  await user.click(remove);
  expect(await dialog.findByRole("checkbox", { name: /except keychain entries$/ })).toBeChecked();
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(host.requests("data_remove")).toEqual([false, true, true].map((leave_keys) => ({ leave_keys })));
  expect(await host.call("connections_list", null)).toHaveLength(0);
});
