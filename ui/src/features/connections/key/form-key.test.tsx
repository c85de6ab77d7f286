import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Desktop } from "../../../host/contract";
import * as queries from "../../../shared/data/queries";
import { expectAccessible } from "../../../test/axe";
import { nothingYet, renderApp } from "../../../test/render";
import { addressField, fillIn, keyField, nameField, press, test } from "../form/form.fixture";

it("holds no key once it is saved", async () => {
  const made = vi.spyOn(queries, "makeQueryClient");
  const { user } = await renderApp({ start: nothingYet });
  const client = made.mock.results[0]?.value as ReturnType<typeof queries.makeQueryClient>;
  await fillIn(user);
  await test(user);
  await screen.findByText("Connection OK");
  await press(user, "Connect");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]));
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain("k-123");
});

const ADVICE: [Desktop, RegExp][] = [
  ["gnome", /gnome-keyring/],
  ["kde", /KDE wallet/],
  ["other", /KeePassXC/],
  ["macos", /Keychain Access/],
  ["windows", /Credential Manager/],
];

it.each(ADVICE)("says what to do about a missing keychain on %s", async (desktop, advice) => {
  const { user } = await renderApp({ keychain: "keychain_missing", start: { ...nothingYet, desktop } });
  await fillIn(user);
  await press(user, "Connect");
  const trouble = await screen.findByRole("alert");
  expect(trouble).toHaveTextContent("No keychain found");
  expect(trouble).toHaveTextContent(advice);
  await expectAccessible();
});

it("loses nothing to a locked keychain, and saves once it is open", async () => {
  const { host, user } = await renderApp({ keychain: "keychain_locked", start: nothingYet });
  await fillIn(user);
  await press(user, "Connect");
  expect(await screen.findByRole("alert")).toHaveTextContent("Keychain locked");
  expect(nameField()).toHaveValue("Company websites");
  expect(addressField()).toHaveValue("seo.example.com");
  expect(keyField()).toHaveValue("k-123");
  host.keychain = "works";
  await press(user, "Try again");
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

it("keeps the key in memory when that is chosen, and says so on the screen", async () => {
  const { host, user } = await renderApp({ keychain: "keychain_missing", start: nothingYet });
  await fillIn(user);
  await press(user, "Connect");
  await screen.findByRole("alert");
  await press(user, "Keep key in memory until Assay closes");
  expect(await screen.findByText("This API key is kept only until Assay closes.")).toBeVisible();
  expect(host.requests("connection_save").map(({ key_place }) => key_place)).toEqual(["keychain", "memory"]);
});

it("never shows a saved key, and sends none unless another is entered", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await screen.findByText("Saved in the keychain");
  expect(screen.queryByLabelText("API key", { selector: "input" })).toBeNull();
  await expectAccessible();
  await user.clear(nameField());
  await user.type(nameField(), "Renamed");
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(host.requests("connection_save")).toMatchObject([{ id: "c1", name: "Renamed", key: null }]);
  expect(await screen.findByRole("heading", { level: 2, name: "Renamed" })).toBeVisible();
});

it("replaces a saved key", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.click(await screen.findByRole("button", { name: "Replace key" }));
  const input = screen.getByLabelText("API key", { selector: "input" });
  expect(input).toHaveValue("");
  expect(input).toHaveAttribute("type", "password");
  await user.type(input, "k-new");
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(host.requests("connection_save")).toMatchObject([{ key: "k-new", key_place: "keychain" }]);
});

it("asks for the key again when the address moves to another origin", async () => {
  const { host, user, history } = await renderApp({ at: "/connections/c1/edit" });
  await user.clear(await screen.findByLabelText("Service URL"));
  await user.type(addressField(), "https://other.example");
  await press(user, "Save");
  const input = await screen.findByLabelText("API key", { selector: "input" });
  await waitFor(() => expect(input).toHaveFocus());
  expect(input).toHaveAccessibleDescription(/The saved key belongs to a different URL/);
  await user.type(input, "k-other");
  await press(user, "Save");
  await user.click(await screen.findByRole("radio", { name: /^Different service/ }));
  await press(user, "Save");
  await waitFor(() => expect(history.location.pathname).toBe("/connections"));
  expect(host.requests("connection_save").at(-1)).toMatchObject({ base_url: "https://other.example", key: "k-other" });
});

it("asks for the key again when it would go another way", async () => {
  const { host, user } = await renderApp({ at: "/connections/c1/edit" });
  await user.click(await screen.findByRole("button", { name: "Advanced network settings" }));
  await user.click(screen.getByRole("radio", { name: "None" }));
  await press(user, "Save");
  const input = await screen.findByLabelText("API key", { selector: "input" });
  await waitFor(() => expect(input).toHaveFocus());
  expect(input).toHaveAccessibleDescription(/The network settings changed. Enter the key again/);
  await test(user);
  await waitFor(() => expect(host.requests("connection_test")).toHaveLength(1));
  expect(input).toBeInvalid();
});
