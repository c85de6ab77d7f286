import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { asDraft, usualNetwork } from "../../../host";
import type { Step } from "../../../host/contract";
import { exampleConnection, FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { nothingYet, renderApp } from "../../../test/render";
import { applyStyles } from "../../../test/styles";
import { addressField, fillIn, keyField, nameField, press, test } from "./form.fixture";

/** The lines of connecting, with their states. */
const stages = () =>
  within(screen.getByRole("list", { name: "Connecting to the service" }))
    .getAllByRole("listitem")
    .map(({ textContent, dataset }) => `${textContent?.replace(/ (OK|Failed)?$/, "")} ${dataset.outcome}`);

it("checks a first connection, saves it, syncs it, opens its overview, and tells in passing that it works", async () => {
  const { host, user, history } = await renderApp({ start: nothingYet });
  await expectAccessible();
  expect(addressField()).toHaveFocus();
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const draft = {
    id: null,
    name: "Company websites",
    base_url: "seo.example.com",
    allow_insecure: false,
    key: "k-123",
    key_place: "keychain",
    network: asDraft(usualNetwork),
    service: null,
  };
  expect(host.requests("connection_test")).toEqual([draft]);
  expect(host.requests("connection_save")).toEqual([draft]);
  const [saved] = await host.call("connections_list", null);
  expect(history.location.pathname).toBe(`/c/${saved?.id}/overview`);
  expect(host.requests("sync_start")).toEqual([{ connection: saved?.id, kind: "full" }]);
  const told = await screen.findByRole("alertdialog", { name: "Connected" });
  expect(told).toBeVisible();
  // It stays while hovered.
  await user.hover(told);
  await expectAccessible();
  await press(user, "View test results");
  expect(await screen.findByText("Connection OK")).toBeVisible();
  // Saving reuses the test's result.
  expect(host.requests("connection_test")).toHaveLength(1);
});

it("keeps the welcome screen as it is until the overview is there", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await fillIn(user);
  const seen = new Set<string>();
  const look = () => {
    if (screen.queryByRole("heading", { name: "Connect your service" }) === null) return;
    if (screen.queryByRole("navigation", { name: "Main" })) seen.add("sidebar");
    if (screen.queryByRole("button", { name: "Cancel" })) seen.add("Cancel");
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  await press(user, "Connect");
  expect(await screen.findByRole("navigation", { name: "Main" })).toBeVisible();
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  observer.disconnect();
  expect([...seen]).toEqual([]);
});

it("says when a connection works with limits, until another screen is open", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await fillIn(user, "quiet.example.com");
  await press(user, "Connect");
  expect(await screen.findByText("Connected, with some limitations")).toBeVisible();
  await user.click(screen.getByRole("link", { name: /^Projects/ }));
  await waitFor(() => expect(screen.queryByText("Connected, with some limitations")).toBeNull());
});

it("keeps nothing that does not work, says why, and can keep it all the same", async () => {
  const { host, user, history } = await renderApp({ start: nothingYet });
  await fillIn(user, "offline.example.com");
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent("Server not found");
  expect(nameField()).toHaveValue("Company websites");
  expect(keyField()).toHaveValue("k-123");
  expect(host.requests("connection_save")).toHaveLength(0);
  await expectAccessible();
  await press(user, "Save anyway");
  await waitFor(() => expect(history.location.pathname).toMatch(/reports$/));
  expect(host.requests("connection_save")).toHaveLength(1);
  expect(screen.queryByRole("alertdialog", { name: "Connected" })).toBeNull();
});

it("saves once errors are fixed", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "seo.example.com", "wrong");
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent("API key rejected");
  await user.type(keyField(), "-no-more");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull();
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(host.requests("connection_test")).toHaveLength(2);
});

it("shows a slow test, and lets the user skip it", async () => {
  const host = new FakeHost({ start: nothingYet });
  host.hold("connection_test");
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  expect(screen.queryByRole("list", { name: "Connecting to the service" })).toBeNull();
  expect(await screen.findByRole("button", { name: "Save without testing" })).toBeVisible();
  expect(stages()).toEqual([
    "Reaching the service running",
    "Checking your key waiting",
    "Reading your reports waiting",
  ]);
  expect(host.requests("connection_save")).toHaveLength(0);
  await expectAccessible();
  await press(user, "Save without testing");
  expect(await screen.findByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  expect(host.options("connection_test")[0]?.signal?.aborted).toBe(true);
});

it("ticks each step of connecting as the service gets that far", async () => {
  const host = new FakeHost({ start: nothingYet });
  const release = host.hold("connection_test");
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  const steps = await screen.findByRole("list", { name: "Connecting to the service" });
  expect(steps).toBeVisible();
  // The pressed button stays in place, since the steps come after it.
  const connect = screen.getByRole("button", { name: "Connect" });
  expect(connect.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const tell = (...steps: Step[]) =>
    act(() => {
      for (const step of steps) host.options("connection_test")[0]?.onStep?.(step);
    });
  tell("settings", "proxy", "name", "connect");
  expect(stages()[0]).toBe("Reaching the service running");
  tell("tls");
  expect(stages()).toEqual(["Reaching the service done", "Checking your key running", "Reading your reports waiting"]);
  tell("interface", "key", "reports");
  expect(stages()).toEqual(["Reaching the service done", "Checking your key done", "Reading your reports running"]);
  expect(host.requests("connection_save")).toHaveLength(0);
  const overview = () => screen.queryByRole("heading", { level: 1, name: "Overview" });
  let last: string[] = [];
  const observer = new MutationObserver(() => {
    if (!overview()) last = screen.queryByRole("list", { name: "Connecting to the service" }) ? stages() : [];
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  release();
  await waitFor(() => expect(overview()).toBeVisible());
  observer.disconnect();
  // They stay until the overview takes their place.
  expect(last).toEqual(["Reaching the service done", "Checking your key done", "Reading your reports done"]);
});

it("cancels a test of outdated input", async () => {
  const host = new FakeHost({ start: nothingYet });
  const release = host.hold("connection_test");
  const { user } = await renderApp({ host });
  await fillIn(user, "offline.example.com");
  await test(user);
  await user.type(keyField(), "4");
  expect(host.options("connection_test")[0]?.signal?.aborted).toBe(true);
  expect(screen.queryByRole("region", { name: "Connection test" })).toBeNull();
  release();
  await user.tab();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(host.requests("connection_save")).toHaveLength(0);
});

it("does not check a saved connection before it is saved again", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.type(await screen.findByLabelText("Name"), "!");
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(host.requests("connection_test")).toHaveLength(0);
});

it("says when the check itself cannot be run, and tries again", async () => {
  const host = new FakeHost({ start: nothingYet });
  host.fail("connection_test", "internal", 1);
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent("Unexpected error in Assay");
  expect(screen.getByRole("button", { name: "Save anyway" })).toBeVisible();
  await press(user, "Try again");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

it("shows errors at the fields, focuses the first one, and clears it when edited", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await user.type(addressField(), "https://user:secret@example.com");
  await press(user, "Connect");
  await waitFor(() => expect(addressField()).toBeInvalid());
  expect(addressField()).toHaveFocus();
  expect(addressField()).toHaveAccessibleDescription(/Remove the user name and password/);
  expect(keyField()).toBeInvalid();
  expect(nameField()).toBeValid();
  await expectAccessible();
  await user.keyboard("xy");
  expect(addressField()).toHaveValue("https://user:secret@example.comxy");
  expect(addressField()).toBeValid();
  expect(keyField()).toBeInvalid();
});

it("shows the address that will be used when the scheme was left out", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await user.type(addressField(), "seo.example.com/tools/");
  await user.tab();
  await waitFor(() => expect(addressField()).toHaveAccessibleDescription("Will use https://seo.example.com/tools"));
});

it("leaves out the path of the interface and says so", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "https://seo.example.com/tools/api/v1");
  await waitFor(() =>
    expect(addressField()).toHaveAccessibleDescription("Will use https://seo.example.com/tools (Assay adds /api/v1)"),
  );
  await expectAccessible();
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect((await host.call("connections_list", null))[0]?.base_url).toBe("https://seo.example.com/tools");
});

it("takes http for this computer, and drops the warning of it once the address is local", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "http://seo.example.com");
  await press(user, "Connect");
  expect(await screen.findByRole("checkbox", { name: "Allow http:// for this connection" })).toBeVisible();
  await user.clear(addressField());
  await user.type(addressField(), "localhost:9000");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByText(/others on the network/)).toBeNull();
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(host.requests("connection_save").at(-1)?.allow_insecure).toBe(false);
  expect((await host.call("connections_list", null))[0]?.base_url).toBe("http://localhost:9000");
});

it("tells before saving that another connection has the same URL, and saves it all the same", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/new" });
  await screen.findByLabelText("Name");
  await fillIn(user, `${exampleConnection.base_url}/api`);
  await user.clear(nameField());
  await user.type(nameField(), "Brightleaf");
  await press(user, "Connect");
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("“Brightleaf” already uses this URL");
  expect(nameField()).toHaveAccessibleDescription("Another connection has this name. Try Brightleaf 2.");
  expect(notice.compareDocumentPosition(nameField())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectAccessible();
  expect(host.requests("connection_test")).toHaveLength(0);
  expect(host.requests("connection_save")).toHaveLength(0);
  await user.type(addressField(), "/x");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.clear(addressField());
  await user.type(addressField(), exampleConnection.base_url);
  await press(user, "Connect");
  expect(within(await screen.findByRole("alert")).queryByRole("button")).toBeNull();
  await press(user, "Connect anyway");
  await waitFor(() => expect(history.location.pathname).toMatch(/overview$/));
  expect(host.requests("connection_save")).toHaveLength(1);
});

it("suggests a name that no connection has, unless one was typed", async () => {
  const { user } = await renderApp({ at: "/connections/new" });
  await screen.findByLabelText("Name");
  await user.type(addressField(), exampleConnection.base_url);
  expect(nameField()).toHaveValue("Brightleaf 2");
  await user.clear(nameField());
  await user.type(nameField(), "Brightleaf");
  await user.type(addressField(), "/x");
  expect(nameField()).toHaveValue("Brightleaf");
});

it("asks which service is at a new URL before anything is saved", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.clear(await screen.findByLabelText("Service URL"));
  await user.type(addressField(), `${exampleConnection.base_url}/new`);
  await press(user, "Save");
  const question = await screen.findByRole("alert");
  expect(question).toHaveTextContent("Is this the same service?");
  expect(question).toHaveTextContent(exampleConnection.base_url);
  expect(question.compareDocumentPosition(nameField())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectAccessible();
  expect(await host.call("connections_list", null)).toEqual([exampleConnection]);
  expect(within(question).queryByRole("button")).toBeNull();
  const same = within(question).getByRole("radio", { name: /^Same service at a new URL/ });
  await press(user, "Save");
  expect(screen.getByRole("radiogroup")).toHaveAccessibleDescription("Choose one.");
  expect(host.requests("connection_save")).toHaveLength(1);
  await expectAccessible();
  await user.click(same);
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(host.requests("connection_save").map(({ service }) => service)).toEqual([null, "same"]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("gives an earlier service back that another one replaced", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.clear(await screen.findByLabelText("Service URL"));
  await user.type(addressField(), `${exampleConnection.base_url}/new`);
  await press(user, "Save");
  await screen.findByText(/are deleted when Assay next starts/);
  await user.click(screen.getByRole("radio", { name: /^Different service/ }));
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(await screen.findByText("“Brightleaf” leads to a different service")).toBeVisible();
  await expectAccessible();
  await press(user, "Undo");
  expect(await screen.findByText("Restored")).toBeVisible();
  expect(await host.call("connections_list", null)).toEqual([exampleConnection]);
});

it("says how the service is synced that replaced an earlier one, and how that one was once it is back", async () => {
  const host = new FakeHost({ library: "seeded" });
  const now = new Date().toISOString();
  host.syncs.set("c1", { synced_at: now, full_at: now, total: 1200 });
  const { user } = await renderApp({ host, at: "/connections/c1/edit" });
  const status = await screen.findByRole("button", { name: /Sync details/ });
  await waitFor(() => expect(status).toHaveTextContent(/^Synced/));
  await user.type(await screen.findByLabelText("Service URL"), "/new");
  await press(user, "Save");
  await user.click(await screen.findByRole("radio", { name: /^Different service/ }));
  const never = { synced_at: null, full_at: null, total: null };
  host.change("syncs_list", (states) => states.map((state) => ({ ...state, ...never })));
  await press(user, "Save");
  const list = await screen.findByRole("list", { name: "Connections" });
  await waitFor(() => expect(list).toHaveTextContent("Not synced"));
  expect(list).not.toHaveTextContent("1,200");
  expect(status).toHaveTextContent(/^Not synced/);
  host.change("syncs_list", (states) => states);
  await press(user, "Undo");
  await waitFor(() => expect(list).toHaveTextContent("1,200 reports"));
  expect(status).toHaveTextContent(/^Synced/);
});

it("keeps what was typed when the user would not connect after all", async () => {
  const host = new FakeHost({ start: nothingYet });
  host.fail("connection_test", "canceled", 1);
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  await waitFor(() => expect(host.requests("connection_test")).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button", { name: "Connect" })).toBeEnabled());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(keyField()).toHaveValue("k-123");
  expect(host.requests("connection_save")).toHaveLength(0);
});

it("warns of plain http and allows it only when that is ticked", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "http://seo.example.com");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await press(user, "Connect");
  await user.click(await screen.findByRole("checkbox", { name: "Allow http:// for this connection" }));
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(host.requests("connection_save").map(({ allow_insecure }) => allow_insecure)).toEqual([false, true]);
});

it("takes the permission back with the address that needed it", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "http://seo.example.com");
  await press(user, "Connect");
  await user.click(await screen.findByRole("checkbox"));
  await user.clear(addressField());
  await user.type(addressField(), "https://seo.example.com");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await press(user, "Connect");
  await waitFor(() => expect(host.requests("connection_save").at(-1)?.allow_insecure).toBe(false));
});

it("tests what is typed without keeping anything", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await fillIn(user, "quiet.example.com");
  await test(user);
  expect(await screen.findByText("Connection OK, with some limitations")).toBeVisible();
  const result = screen.getByRole("region", { name: "Connection test" });
  const connect = screen.getByRole("button", { name: "Connect" });
  expect(result.compareDocumentPosition(connect)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(host.requests("connection_save")).toHaveLength(0);
  await expectAccessible();
  await user.type(nameField(), "!");
  expect(screen.queryByText("Connection OK, with some limitations")).toBeNull();
});

it("says the same of a saved connection as its status, unless something else was tested", async () => {
  const start = { connections: [{ ...exampleConnection, base_url: "https://closed.brightleaf.example" }] };
  const host = new FakeHost({ library: "seeded", start });
  const { user } = await renderApp({ host, at: "/connections/c1/edit" });
  const status = await screen.findByRole("button", { name: /Sync details/ });
  await screen.findByLabelText("Service URL");
  await user.type(nameField(), "!");
  await test(user);
  expect(await screen.findByText("Connection failed with these settings")).toBeVisible();
  expect(status).not.toHaveTextContent("Can’t connect");
  await user.type(nameField(), "{Backspace}");
  await test(user);
  expect(await screen.findByText("Connection failed")).toBeVisible();
  expect(status).toHaveTextContent("Can’t connect");
  await expectAccessible();
});

it("keeps its buttons in sight below a long test", async () => {
  applyStyles("features/connections/form/ConnectionForm.module.css");
  await renderApp({ at: "/connections/new" });
  const buttons = (await screen.findByRole("button", { name: "Connect" })).parentElement as HTMLElement;
  expect(within(buttons).getByRole("button", { name: "Cancel" })).toBeVisible();
  const { position, insetBlockEnd } = getComputedStyle(buttons);
  expect({ position, insetBlockEnd }).toEqual({ position: "sticky", insetBlockEnd: "0px" });
});

it.each([
  ["offline.example.com", "k", "reach", "Server not found."],
  ["company.example.com", "k", "reach", "Untrusted certificate."],
  ["website.example.com", "k", "reach", "Not a supported service."],
  ["seo.example.com", "wrong", "key", "API key rejected."],
])("says at which step connecting to %s with the key %s stopped", async (address, key, stage, title) => {
  const { user } = await renderApp({ start: nothingYet });
  await fillIn(user, address, key);
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent(title);
  const failed = screen.getAllByRole("listitem").filter((item) => item.dataset.outcome === "failed");
  expect(failed.map((item) => item.dataset.stage)).toEqual([stage]);
  expect(failed[0]).toContainElement(screen.getByRole("alert"));
});

it("reads the reports once the key is checked", async () => {
  const host = new FakeHost({ start: nothingYet });
  const release = host.hold("connection_save");
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("list", { name: "Connecting to the service" })).toBeVisible();
  expect(stages()).toEqual(["Reaching the service done", "Checking your key done", "Reading your reports running"]);
  await expectAccessible();
  release();
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

it("leaves the sync of many reports to the user", async () => {
  const host = new FakeHost({ start: nothingYet });
  host.change("connection_test", (check) => ({
    ...check,
    steps: check.steps.map((step) =>
      step.step === "reports" ? { ...step, finding: { kind: "count", total: 2001 } } : step,
    ),
  }));
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(host.requests("sync_start")).toHaveLength(0);
});

it("names a connection after its host until a name is typed", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await user.type(addressField(), "https://seo.brightleaf.co.uk/api");
  expect(nameField()).toHaveValue("Brightleaf");
  await user.clear(nameField());
  await user.type(keyField(), "k-123");
  await press(user, "Connect");
  await waitFor(() => expect(host.requests("connection_save")).toMatchObject([{ name: "Brightleaf" }]));
});

it("keeps a name that was typed", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await user.type(nameField(), "Ours");
  await user.type(addressField(), "seo.example.com");
  expect(nameField()).toHaveValue("Ours");
});

it("leads to the service, where the key is, once the URL is complete", async () => {
  const { host, user } = await renderApp({ start: nothingYet });
  await user.type(addressField(), "seo");
  expect(screen.queryByRole("link", { name: /^Find your key/ })).toBeNull();
  await user.type(addressField(), ".example.com/tools/api/v1");
  await user.click(screen.getByRole("link", { name: "Find your key on seo.example.com" }));
  expect(host.requests("address_open")).toEqual([{ url: "https://seo.example.com/tools/" }]);
});

it("shows what a test finds wrong with a field at that field too", async () => {
  const { user } = await renderApp({ start: nothingYet });
  await user.type(addressField(), "ftp://example.com");
  await test(user);
  await waitFor(() => expect(addressField()).toBeInvalid());
  expect(addressField()).toHaveAccessibleDescription(/must start with https/);
});

it("says why saving failed otherwise, and tries again", async () => {
  const host = new FakeHost({ start: nothingYet });
  host.fail("connection_save", "storage_failed", 1);
  const { user } = await renderApp({ host });
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t read or save settings");
  await press(user, "Try again");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

it("has no form for the sample workspace", async () => {
  const host = new FakeHost({ start: { connections: [exampleConnection] } });
  await host.call("sample_open", null);
  await renderApp({ host, at: "/connections/sample/edit" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This connection no longer exists");
});

it("finds what was typed before, but never the key, and forgets it once it is saved", async () => {
  const network = { proxy: "own", proxyAddress: "proxy.example:3128", seconds: { connect_seconds: null } };
  const values = { name: "Ours", address: "seo.example.com", isInsecureAllowed: false, network };
  const host = new FakeHost({ start: { ...nothingYet, drafts: [{ form: "connection new", values }] } });
  const { user } = await renderApp({ host });
  expect(nameField()).toHaveValue("Ours");
  expect(addressField()).toHaveValue("seo.example.com");
  expect(screen.getByText("Draft restored, except the API key.")).toBeVisible();
  await expectAccessible();
  await user.type(keyField(), "k-123");
  // Invalid numbers stay invalid when restored.
  await press(user, "Connect");
  await waitFor(() => expect(screen.getByLabelText("Connecting")).toHaveFocus());
  for (const label of ["Connecting", "Loading data", "Making changes"]) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), "20");
  }
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await waitFor(() => expect(host.requests("draft_save").at(-1)).toEqual({ form: "connection new", values: null }));
  expect(JSON.stringify(host.requests("draft_save"))).not.toContain("k-123");
});

it("finds what was changed of a saved connection, and goes back to what is saved", async () => {
  const network = { proxy: "own", proxyAddress: "proxy.example:3128", seconds: { connect_seconds: 20 } };
  const values = { name: "Changed", address: exampleConnection.base_url, isInsecureAllowed: false, network };
  const { user, history } = await renderApp({
    at: "/connections/c1/edit",
    start: { drafts: [{ form: "connection c1", values }] },
  });
  expect(await screen.findByText("Draft restored.")).toBeVisible();
  expect(nameField()).toHaveValue("Changed");
  // Restored settings are expanded.
  expect(screen.getByLabelText("Proxy URL")).toHaveValue("proxy.example:3128");
  await press(user, "Start over");
  expect(nameField()).toHaveValue("Brightleaf");
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
  history.push("/settings");
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

it("keeps what is typed into a form that is left without saving, for it alone", async () => {
  const { host, user } = await renderApp({ at: "/connections/c1/edit" });
  await user.type(await screen.findByLabelText("Name"), " two");
  await user.clear(addressField());
  await user.type(addressField(), "https://me:geheim@seo.example.com");
  await press(user, "Replace key");
  await user.type(keyField(), "k-secret");
  await waitFor(() => {
    const kept = host.requests("draft_save").at(-1);
    expect(kept).toMatchObject({
      form: "connection c1",
      values: { name: "Brightleaf two", address: "https://seo.example.com" },
    });
  });
  expect(JSON.stringify(host.requests("draft_save"))).not.toMatch(/k-secret|geheim/);
});

it("is left by its button for the screen before it, or for the connections where there is none", async () => {
  const { user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  await user.click(screen.getByRole("link", { name: "Settings" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  history.push("/connections/new");
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(history.location.pathname).toBe("/settings"));
});
