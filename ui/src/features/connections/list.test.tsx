import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { entry } from "../../test/menus";
import { renderApp } from "../../test/render";

const other = { ...exampleConnection, id: "c2", name: "Other", base_url: "https://other.example" };

it("lists the connections with where their keys are", async () => {
  const connections = [
    exampleConnection,
    { ...other, key: "memory" as const },
    { ...other, id: "c3", key: "missing" as const },
  ];
  await renderApp({ at: "/connections", start: { connections } });
  const list = await screen.findByRole("list", { name: "Connections" });
  const [first, second, third] = within(list).getAllByRole("listitem");
  expect(first).toHaveTextContent("Brightleafhttps://seo.brightleaf.example · Key in the keychain");
  expect(second).toHaveTextContent("Key kept until Assay closes");
  expect(within(third as HTMLElement).getByRole("button", { name: "Enter API key" })).toBeVisible();
  expect(third).toHaveTextContent("API key missing");
  await expectAccessible();
});

it("says how each connection stands and how many reports it has", async () => {
  const host = new FakeHost({ library: "seeded", start: { connections: [exampleConnection, other] } });
  host.syncs.set("c1", { synced_at: new Date().toISOString(), full_at: new Date().toISOString(), total: 1200 });
  await renderApp({ at: "/connections", host });
  const list = await screen.findByRole("list", { name: "Connections" });
  await waitFor(() => {
    const [first, second] = within(list).getAllByRole("listitem");
    expect(first).toHaveTextContent("Synced just now1,200 reports");
    expect(second).toHaveTextContent("Not synced");
    expect(second).not.toHaveTextContent(/\d reports/);
  });
  await expectAccessible();
});

it("has each act in the row's menu, too, for windows without room for buttons", async () => {
  const { user, history } = await renderApp({ at: "/connections", start: { connections: [exampleConnection, other] } });
  await user.click(await screen.findByRole("button", { name: "Actions for Other" }));
  expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
    "Open",
    "Test",
    "Edit",
    "Copy URL",
    "Remove…",
  ]);
  await user.click(await entry("Open"));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/reports"));
});

it("checks a saved connection with its saved key", async () => {
  const { host, user } = await renderApp({ at: "/connections" });
  await user.click(await screen.findByRole("button", { name: "Test Brightleaf" }));
  expect(await screen.findByText("Connection OK")).toBeVisible();
  expect(host.requests("connection_test")).toMatchObject([{ id: "c1", key: null }]);
});

it("opens a connection's reports", async () => {
  const { user, history } = await renderApp({ at: "/connections", start: { connections: [exampleConnection, other] } });
  await user.click(await screen.findByRole("button", { name: "Open Other" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/reports"));
});

it("marks the connection of the sidebar", async () => {
  const { history } = await renderApp({ at: "/c/c2/overview", start: { connections: [exampleConnection, other] } });
  history.push("/connections");
  const list = within(await screen.findByRole("list", { name: "Connections" }));
  const marks = list.getAllByRole("listitem").map((item) => [item.textContent, item.getAttribute("aria-current")]);
  expect(marks).toEqual([
    [expect.stringContaining("Brightleaf"), null],
    [expect.stringContaining("Other"), "true"],
  ]);
  await expectAccessible();
});

it("leads to a connection's form", async () => {
  const { user, history } = await renderApp({ at: "/connections" });
  await user.click(await screen.findByRole("button", { name: "Actions for Brightleaf" }));
  await user.click(await entry("Edit"));
  await waitFor(() => expect(history.location.pathname).toBe("/connections/c1/edit"));
});

async function chooseRemove(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: "Actions for Brightleaf" }));
  await user.click(await entry("Remove…"));
}

it("removes a connection only after asking", async () => {
  const { host, user } = await renderApp({ at: "/connections", start: { connections: [exampleConnection, other] } });
  await chooseRemove(user);
  const dialog = screen.getByRole("alertdialog", { name: "Remove Brightleaf?" });
  expect(dialog).toHaveTextContent("deletes its API key");
  await expectAccessible();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(host.requests("connection_remove")).toHaveLength(0);

  await chooseRemove(user);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Brightleaf removed")).toBeVisible();
  expect(host.requests("connection_remove")).toEqual([{ id: "c1", leave_key: false }]);
  // The dialog hides the list until it closes.
  expect(await screen.findByRole("heading", { level: 2, name: "Other" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Actions for Brightleaf" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("list", { name: "Connections" })).toHaveFocus());
});

it("shows a removed connection's batch no more, and does not warn of it", async () => {
  const host = new FakeHost({ start: { connections: [exampleConnection, other] } });
  const { number } = await host.call("batch_plan", host.batches.tell("create"));
  host.batches.halt();
  await host.call("batch_start", { batch: number });
  const { user } = await renderApp({ at: "/connections", host });
  const batch = await screen.findByRole("link", { name: /Batch running/ });
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(true));
  await chooseRemove(user);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(batch).not.toBeInTheDocument());
  await waitFor(() => expect(host.requests("close_guard").at(-1)).toBe(false));
});

it("welcomes again after the last one", async () => {
  const { user } = await renderApp({ at: "/connections" });
  await chooseRemove(user);
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("heading", { name: "Connect your service" })).toBeVisible();
});

it("keeps the connection when the keychain cannot be reached, and can leave the key there", async () => {
  const { host, user } = await renderApp({ at: "/connections", keychain: "keychain_locked" });
  await chooseRemove(user);
  const dialog = screen.getByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Keychain locked");
  expect(await host.call("connections_list", null)).toHaveLength(1);
  await expectAccessible();
  await user.click(within(dialog).getByRole("button", { name: "Remove anyway, keep the key" }));
  expect(await screen.findByRole("heading", { name: "Connect your service" })).toBeVisible();
  expect(host.requests("connection_remove").at(-1)).toEqual({ id: "c1", leave_key: true });
});

it("leads back from the welcome screen once there are connections, and offers no second sample workspace", async () => {
  const host = new FakeHost();
  await host.call("sample_open", null);
  const { user, history } = await renderApp({ host, at: "/welcome" });
  expect(await screen.findByRole("heading", { name: "Connect your service" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Explore sample data" })).toBeNull();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports"));
  history.push("/settings");
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  history.push("/welcome");
  expect(await screen.findByRole("heading", { name: "Connect your service" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(history.location.pathname).toBe("/settings"));
});

it("leaves the sample workspace, which has no form", async () => {
  const host = new FakeHost();
  await host.call("sample_open", null);
  const { user } = await renderApp({ host, at: "/connections" });
  expect(await screen.findByRole("button", { name: "Open Sample workspace" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Test Sample workspace" })).toBeVisible();
  expect(screen.getByRole("heading", { level: 2, name: "Sample workspace" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Actions for Sample workspace" }));
  expect(await entry("Copy URL")).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
  await user.click(await entry("Close sample workspace…"));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Close workspace" }));
  await waitFor(() => expect(host.requests("connection_remove")).toEqual([{ id: "sample", leave_key: false }]));
  expect(await screen.findByRole("button", { name: "Explore sample data" })).toBeVisible();
});
