import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { seededReports } from "../../host/fake/data";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { choose } from "../../test/menu";
import { nothingYet, renderApp } from "../../test/render";

// Loaded up front, so that it takes none of the undo time.
beforeAll(() => import("./close-dialogs"));

const guards = (host: FakeHost) => host.requests("close_guard");

/** Closes a guarded window. */
async function askToClose(host: FakeHost) {
  await waitFor(() => expect(guards(host).at(-1)).toBe(true));
  const before = guards(host).length;
  act(() => host.tell({ kind: "close_asked", update: false }));
  await waitFor(() => expect(guards(host).slice(before)).toEqual([true]));
  return within(await screen.findByRole("alertdialog", { name: "Close Assay?" }));
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole("button", { name }));

describe("closing the window", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  async function startDeleting(host = new FakeHost({ reports: seededReports(Date.now(), 8) })) {
    const app = await renderApp({ at: "/c/c1/reports/4105", host });
    await choose(app.user, "More actions", "Delete");
    const panel = within(screen.getByRole("complementary"));
    await panel.findByText("Will be deleted");
    return { ...app, host, panel };
  }
  const closed = (host: FakeHost) => host.requests("app_close").length;
  const deleted = (host: FakeHost) => host.requests("report_delete").map(({ id }) => id);

  it("asks nothing where nothing would be lost", async () => {
    const { host } = await renderApp({ at: "/c/c1/reports" });
    await screen.findByRole("grid");
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
    act(() => host.tell({ kind: "close_asked", update: false }));
    await waitFor(() => expect(closed(host)).toBe(1));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("keeps what was changed a moment ago before it closes, and asks nothing", async () => {
    const { host } = await renderApp({ at: "/settings?section=appearance" });
    fireEvent.click(await screen.findByRole("radio", { name: "Compact" }));
    const release = host.hold("preferences_save");
    act(() => host.tell({ kind: "close_asked", update: false }));
    await waitFor(() => expect(host.requests("preferences_save").at(-1)?.density).toBe("compact"));
    // Makes the window ask.
    await waitFor(() => expect(guards(host).at(-1)).toBe(true));
    expect(closed(host)).toBe(0);
    release();
    await waitFor(() => expect(closed(host)).toBe(1));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
  });

  it("shows what waits to be deleted, holds the time, and can stay", async () => {
    const { host, user, panel } = await startDeleting();
    const dialog = await askToClose(host);
    const address = host.reports.find(({ row }) => row.id === "4105")?.row.address ?? "none";
    expect(dialog.getByText(address)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Keep Assay open" })).toHaveFocus();
    await expectAccessible();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(deleted(host)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Keep Assay open" }));
    await waitFor(() => expect(screen.queryByText("Close Assay?")).toBeNull());
    expect(closed(host)).toBe(0);
    expect(panel.getByText("Will be deleted")).toBeVisible();
  });

  it("deletes first where that is wanted", async () => {
    const { host, user } = await startDeleting();
    const dialog = await askToClose(host);
    const release = host.hold("report_delete");
    await user.click(dialog.getByRole("button", { name: "Delete now and close" }));
    await waitFor(() => expect(deleted(host)).toEqual(["4105"]));
    expect(closed(host)).toBe(0);
    release();
    await waitFor(() => expect(closed(host)).toBe(1));
  });

  it("closes without the answer of a service that keeps it, where that is wanted", async () => {
    const { host, user } = await startDeleting();
    const dialog = await askToClose(host);
    host.hold("report_delete");
    await user.click(dialog.getByRole("button", { name: "Delete now and close" }));
    await waitFor(() => expect(deleted(host)).toEqual(["4105"]));
    await user.click(await dialog.findByRole("button", { name: "Close anyway" }));
    expect(closed(host)).toBe(1);
  });

  it("tells the core one thing after the other", async () => {
    const { host, user } = await renderApp({ start: nothingYet });
    const key = screen.getByLabelText("API key");
    await user.type(key, "k{Backspace}");
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
    const before = guards(host).length;
    const release = host.hold("close_guard");
    await user.type(key, "k{Backspace}k");
    expect(guards(host).slice(before)).toEqual([true]);
    release();
    await waitFor(() => expect(guards(host).slice(before)).toEqual([true, false, true]));
  });

  it("doesn't ask after the window has closed", async () => {
    const { host, user, unmount } = await renderApp({ start: nothingYet });
    await user.type(screen.getByLabelText("API key"), "k");
    await waitFor(() => expect(guards(host)).toEqual([true]));
    unmount();
    await waitFor(() => expect(guards(host)).toEqual([true, false]));
  });

  it("stays where a report could not be deleted, and says why", async () => {
    const { host, user } = await startDeleting();
    host.fail("report_delete", "maintenance");
    const dialog = await askToClose(host);
    await user.click(dialog.getByRole("button", { name: "Delete now and close" }));
    expect(await screen.findByRole("alertdialog", { name: "Service under maintenance" })).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Close Assay?")).toBeNull());
    expect(closed(host)).toBe(0);
  });

  it("keeps the reports where that is wanted", async () => {
    const { host, user } = await startDeleting();
    const dialog = await askToClose(host);
    await user.click(dialog.getByRole("button", { name: "Close without deleting" }));
    await waitFor(() => expect(closed(host)).toBe(1));
    expect(deleted(host)).toEqual([]);
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
  });

  it("says so where it closes to be replaced by a newer version, until that failed", async () => {
    const { host, user } = await startDeleting();
    await waitFor(() => expect(guards(host).at(-1)).toBe(true));
    act(() => host.tell({ kind: "close_asked", update: true }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Install the update now?" }));
    host.fail("app_close", "update_failed", 1);
    await user.click(dialog.getByRole("button", { name: "Install without deleting" }));
    expect(await dialog.findByRole("alert")).toBeVisible();
    expect(screen.getByRole("alertdialog", { name: "Close Assay?" })).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(closed(host)).toBe(2));
    expect(deleted(host)).toEqual([]);
  });

  it("can stay where the installation fails after a deletion", async () => {
    const { host, user } = await startDeleting();
    await waitFor(() => expect(guards(host).at(-1)).toBe(true));
    act(() => host.tell({ kind: "close_asked", update: true }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Install the update now?" }));
    host.fail("app_close", "update_failed", 1);
    await user.click(dialog.getByRole("button", { name: "Delete now and install" }));
    expect(await dialog.findByRole("alert")).toBeVisible();
    expect(deleted(host)).toEqual(["4105"]);
    await user.click(dialog.getByRole("button", { name: "Keep Assay open" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(closed(host)).toBe(1);
  });

  it("doesn't close when a deletion ends after the installation failed", async () => {
    const { host, user } = await startDeleting();
    await waitFor(() => expect(guards(host).at(-1)).toBe(true));
    act(() => host.tell({ kind: "close_asked", update: true }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Install the update now?" }));
    const release = host.hold("report_delete");
    await user.click(dialog.getByRole("button", { name: "Delete now and install" }));
    host.fail("app_close", "update_failed", 1);
    await user.click(await dialog.findByRole("button", { name: "Install and restart" }));
    expect(await dialog.findByRole("alert")).toBeVisible();
    release();
    expect(await dialog.findByText(/Nothing would be lost now/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Keep Assay open" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(closed(host)).toBe(1);
  });

  it("asks while a write is not answered, and says when that has ended", async () => {
    const host = new FakeHost({ reports: seededReports(Date.now(), 8) });
    const { user } = await renderApp({ at: "/c/c1/reports/4105", host });
    const release = host.hold("report_update");
    await user.click(await screen.findByRole("button", { name: "Recheck" }));
    const dialog = await askToClose(host);
    expect(dialog.getByText("A change the service hasn’t confirmed yet")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Close anyway" })).toBeVisible();
    release();
    expect(await dialog.findByText(/Nothing would be lost now/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(closed(host)).toBe(1));
  });

  it("asks where a key or a password was typed, which no draft keeps", async () => {
    const { host, user } = await renderApp({ start: nothingYet });
    await user.type(screen.getByLabelText("Name"), "Ours");
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
    await user.type(screen.getByLabelText("API key"), "k");
    const dialog = await askToClose(host);
    expect(dialog.getByText("An API key you typed")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Keep Assay open" }));
    await user.clear(await screen.findByLabelText("API key"));
    await waitFor(() => expect(guards(host).at(-1)).toBe(false));
  });
});

describe("leaving a form for a connection", () => {
  const nameField = () => screen.getByLabelText("Name");

  it("asks if a saved connection was changed, and continues or discards", async () => {
    const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
    await user.type(await screen.findByLabelText("Name"), " two");
    act(() => history.push("/settings"));
    const asked = within(await screen.findByRole("alertdialog", { name: "Discard changes?" }));
    await expectAccessible();
    await user.click(asked.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(history.location.pathname).toBe("/connections/c1/edit");
    expect(nameField()).toHaveValue("Brightleaf two");

    await user.click(screen.getByRole("link", { name: "Settings" }));
    const again = within(await screen.findByRole("alertdialog"));
    await user.click(again.getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    act(() => history.push("/connections/c1/edit"));
    expect(await screen.findByLabelText("Name")).toHaveValue("Brightleaf");
    expect(screen.queryByText(/Restored/)).toBeNull();
    expect(host.requests("draft_save").at(-1)).toEqual({ form: "connection c1", values: null });
  });

  it("forgets that a new report or batch was asked for where the form is not left for it", async () => {
    const { user, history } = await renderApp({ at: "/connections/c1/edit" });
    await user.type(await screen.findByLabelText("Name"), "x");
    await user.keyboard("{Control>}n{/Control}");
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    fireEvent.paste(document.body, { clipboardData: { getData: () => "example.com/a\nexample.com/b" } });
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    await press(user, "Save");
    await waitFor(() => expect(history.location.pathname).toBe("/connections"));
    act(() => history.push("/c/c1/batches/new"));
    expect(await screen.findByRole("textbox", { name: "URLs" })).toHaveValue("");
    await user.click(screen.getByRole("link", { name: "Reports" }));
    await screen.findByRole("grid");
    expect(screen.queryByRole("dialog")).toBeNull();
    // It is loaded by now, so it opens at once.
    await user.keyboard("{Control>}n{/Control}");
    expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  });

  it("asks nothing where nothing was changed, or what was is saved", async () => {
    const { user, history } = await renderApp({ at: "/connections/c1/edit" });
    await user.type(await screen.findByLabelText("Name"), "x{Backspace}");
    act(() => history.push("/settings"));
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    act(() => history.push("/connections/c1/edit"));
    await user.type(await screen.findByLabelText("Name"), "x");
    await press(user, "Save");
    await waitFor(() => expect(history.location.pathname).toBe("/connections"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("asks of a new one only where a key was typed, and keeps the rest", async () => {
    const { host, user, history } = await renderApp({ at: "/connections/new" });
    await user.type(await screen.findByLabelText("Name"), "Ours");
    act(() => history.push("/settings"));
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    act(() => history.push("/connections/new"));
    expect(await screen.findByLabelText("Name")).toHaveValue("Ours");
    expect(screen.getByText("Draft restored, except the API key.")).toBeVisible();
    await expectAccessible();
    await user.type(screen.getByLabelText("API key"), "k-secret");
    act(() => history.push("/settings"));
    const asked = within(await screen.findByRole("alertdialog", { name: "Discard the API key?" }));
    await user.click(asked.getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    expect(JSON.stringify(host.requests("draft_save"))).not.toContain("k-secret");
    act(() => history.push("/connections/new"));
    expect(await screen.findByLabelText("Name")).toHaveValue("Ours");
    expect(screen.getByLabelText("API key")).toHaveValue("");
    await press(user, "Start over");
    expect(nameField()).toHaveValue("");
    expect(screen.getByLabelText("Service URL")).toHaveFocus();
    expect(screen.queryByText(/Restored/)).toBeNull();
    await waitFor(() => expect(host.requests("draft_save").at(-1)?.values).toBeNull());
  });

  it("asks where the key of a connection was being entered", async () => {
    const { user, history } = await renderApp({ start: { connections: [{ ...exampleConnection, key: "missing" }] } });
    await user.type(await screen.findByLabelText("API key"), "k");
    act(() => history.push("/settings"));
    const asked = within(await screen.findByRole("alertdialog", { name: "Discard the API key?" }));
    await user.click(asked.getByRole("button", { name: "Keep editing" }));
    expect(screen.getByLabelText("API key")).toHaveValue("k");
  });
});
