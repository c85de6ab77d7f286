import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { asDraft, makeProblem, usualNetwork } from "../../../host";
import type { Network } from "../../../host/contract";
import { exampleConnection, FakeHost } from "../../../host/fake/index";
import { expectAccessible } from "../../../test/axe";
import { renderApp } from "../../../test/render";

/** Enters the key again, which a changed route requires. */
async function enterKey(user: UserEvent) {
  const replace = screen.queryByRole("button", { name: "Replace key" });
  if (replace) await user.click(replace);
  await user.type(screen.getByLabelText("API key", { selector: "input" }), "k-1");
}

/** Opens a connection's form at its network settings. */
async function start(network: Partial<Network> = {}, host?: FakeHost) {
  const connections = [{ ...exampleConnection, network: { ...usualNetwork, ...network } }];
  const app = await renderApp({ at: "/connections/c1/edit", host: host ?? new FakeHost({ start: { connections } }) });
  const toggle = await screen.findByRole("button", { name: "Advanced network settings" });
  const open = () => app.user.click(toggle);
  const save = () => app.user.click(screen.getByRole("button", { name: "Save" }));
  const saved = async () => {
    await save();
    await waitFor(() => expect(app.history.location.pathname).toBe("/connections"));
    return app.host.requests("connection_save").at(-1)?.network;
  };
  return { ...app, toggle, open, save, saved };
}

const proxyField = () => screen.getByLabelText("Proxy URL");
const COMPANY = { name: "company.pem", count: 2 };
const fileField = () => screen.getByLabelText("Certificate file");

it.each([
  ["ca_file", "button", "Choose certificate file…"],
  ["proxy", "radio", "System"],
  ["connect_seconds", "textbox", "Connecting"],
])("is open at the field that fixes a problem: %s", async (focus, role, name) => {
  await renderApp({ at: `/connections/c1/edit?focus=${focus}`, host: new FakeHost() });
  const field = await screen.findByRole(role, { name });
  expect(screen.getByRole("button", { name: "Advanced network settings" })).toHaveAttribute("aria-expanded", "true");
  expect(field).toHaveFocus();
});

it("is out of the way where nothing is unusual, and sends it as it is", async () => {
  const { toggle, saved } = await start();
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(await saved()).toEqual(asDraft(usualNetwork));
});

it("shows from the start what is unusual", async () => {
  const { toggle } = await start({ certificates: COMPANY });
  expect(toggle).toHaveAttribute("aria-expanded", "true");
  expect(fileField()).toHaveValue("company.pem");
  expect(fileField()).toHaveAccessibleDescription(/^2 certificates, trusted for this connection only/);
  await expectAccessible();
});

it("takes a proxy of the connection's own, or none", async () => {
  const { open, user, save, saved, host } = await start();
  await open();
  expect(screen.getByRole("radio", { name: "System" })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "Custom" }));
  await enterKey(user);
  await save();
  await waitFor(() => expect(proxyField()).toHaveFocus());
  expect(proxyField()).toHaveAccessibleDescription(/Required\./);
  await expectAccessible();
  await user.type(proxyField(), "me@proxy.example");
  await save();
  await waitFor(() => expect(proxyField()).toHaveAccessibleDescription(/Remove the user name and password/));
  await user.clear(proxyField());
  await user.type(proxyField(), "http://proxy.example:3128 ");
  expect(await saved()).toEqual({
    ...asDraft(usualNetwork),
    proxy: { kind: "own", address: "http://proxy.example:3128" },
  });
  expect(host.requests("connection_save")).toHaveLength(3);
});

it("keeps the connection from any proxy", async () => {
  const { open, user, saved } = await start();
  await open();
  await user.click(screen.getByRole("radio", { name: "None" }));
  await enterKey(user);
  expect(await saved()).toMatchObject({ proxy: { kind: "direct" } });
});

it("takes a certificate file that is chosen, and leaves it out again", async () => {
  const { user, host, saved } = await start({ certificates: COMPANY });
  expect(fileField()).toHaveAttribute("readonly");
  host.chosenFile = "/home/ada/other.pem";
  await user.click(screen.getByRole("button", { name: "Choose certificate file…" }));
  await waitFor(() => expect(fileField()).toHaveValue("other.pem"));
  host.chosenFile = null;
  await user.click(screen.getByRole("button", { name: "Choose certificate file…" }));
  await waitFor(() => expect(host.requests("ca_file_choose")).toHaveLength(2));
  expect(fileField()).toHaveValue("other.pem");
  await enterKey(user);
  expect(await saved()).toMatchObject({ certificates: { kind: "chosen", file: 1 } });
});

it("leaves certificates out that are kept", async () => {
  const { user, saved } = await start({ certificates: COMPANY });
  await user.click(screen.getByRole("button", { name: "Remove certificate file" }));
  expect(fileField()).toHaveValue("");
  await enterKey(user);
  expect(await saved()).toMatchObject({ certificates: { kind: "none" } });
});

it("keeps the number of a chosen file to itself, which is good until the app closes", async () => {
  const { open, user, host } = await start();
  await open();
  await user.click(screen.getByRole("button", { name: "Choose certificate file…" }));
  await waitFor(() => expect(fileField()).toHaveValue("company.pem"));
  await waitFor(() => expect(host.requests("draft_save").at(-1)?.form).toBe("connection c1"));
  expect(JSON.stringify(host.requests("draft_save"))).not.toMatch(/chosen|company/);
});

it.each([
  ["/nowhere/at.all", /Can’t read this file/],
  ["/etc/ssl/empty.pem", /doesn’t contain a PEM certificate/],
])("says what is wrong with the certificate file %s", async (path, text) => {
  const { open, user, host } = await start();
  await open();
  host.chosenFile = path;
  await user.click(screen.getByRole("button", { name: "Choose certificate file…" }));
  await waitFor(() => expect(fileField()).toHaveAccessibleDescription(text));
  expect(fileField()).toHaveFocus();
});

it("says why no file could be chosen", async () => {
  const host = new FakeHost();
  host.fail("ca_file_choose", makeProblem("internal", { detail: "no portal" }), 1);
  const { open, user } = await start({}, host);
  await open();
  await user.click(screen.getByRole("button", { name: "Choose certificate file…" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Unexpected error in Assay");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(fileField()).toHaveValue("company.pem"));
});

it("takes times to wait within what is allowed", async () => {
  const { open, user, host, saved } = await start();
  await open();
  const read = screen.getByLabelText("Loading data");
  await user.clear(screen.getByLabelText("Connecting"));
  await user.clear(read);
  await user.type(read, "70000{Enter}");
  await waitFor(() => expect(screen.getByLabelText("Connecting")).toHaveFocus());
  expect(screen.getByLabelText("Connecting")).toHaveAccessibleDescription("Enter a whole number from 1 to 120.");
  expect(read).toHaveAccessibleDescription("Enter a whole number from 1 to 600.");
  // The core couldn't parse such numbers.
  expect(host.requests("connection_save")).toHaveLength(0);
  await expectAccessible();
  await user.keyboard("5");
  await user.clear(read);
  expect(screen.getByLabelText("Connecting")).toHaveAccessibleDescription("1 to 120 seconds");
  await user.type(read, "600");
  expect(await saved()).toEqual({ ...asDraft(usualNetwork), connect_seconds: 5, read_seconds: 600 });
});

it("expands if it contains an error", async () => {
  const host = new FakeHost();
  host.fail(
    "connection_save",
    makeProblem("invalid_input", { fields: [{ field: "ca_file", reason: { kind: "unreadable_file" } }] }),
  );
  const { toggle, save } = await start({}, host);
  await save();
  await waitFor(() => expect(toggle).toHaveAttribute("aria-expanded", "true"));
  expect(fileField()).toHaveAccessibleDescription(/Can’t read this file/);
});

it("stays with the connection when its key is replaced", async () => {
  const network: Network = { ...usualNetwork, proxy: { kind: "direct" }, write_seconds: 300 };
  const { host, user } = await renderApp({
    start: { connections: [{ ...exampleConnection, key: "missing", network }] },
  });
  await user.type(await screen.findByLabelText("API key"), "k-1{Enter}");
  await waitFor(() =>
    expect(host.requests("connection_save")).toMatchObject([{ id: "c1", key: "k-1", network: asDraft(network) }]),
  );
});

it("has no way to accept an untrusted certificate", async () => {
  const { open } = await start();
  await open();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
});
