import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { MenuGroup } from "../../host/contract";
import { FakeHost } from "../../host/fake/index";
import { COMMAND_NAMES } from "../../shared/commands/table";
import { renderApp } from "../../test/render";
import accelerators from "./accelerators.json";
import { accelerator, MENUS } from "./menu";

async function start(at = "/settings") {
  const host = new FakeHost({ start: { platform: "macos" } });
  const app = await renderApp({ at, host });
  await waitFor(() => expect(menus(host)).toHaveLength(1));
  return { ...app, host };
}

afterEach(() => void vi.useRealTimers());

/** Lets a second pass, which no machine is too slow for. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(1000));

const menus = (host: FakeHost) => host.requests("menu_show");

/** A menu entry from the last update. */
function entry(host: FakeHost, label: string) {
  const items = menus(host)
    .at(-1)
    ?.flatMap((group: MenuGroup) => group.items);
  return items?.find((item) => item.kind !== "separator" && item.label === label);
}

it("has every command in one of its menus, once", () => {
  const named = MENUS.flatMap(({ entries }) => entries).filter((one) => typeof one === "string" && one !== "separator");
  expect([...named].sort()).toEqual([...COMMAND_NAMES].sort());
});

it("says which entries ask for more before they act", async () => {
  const { host } = await start();
  const labels = menus(host).flatMap((groups) => groups.flatMap(({ items }) => items));
  const asking = labels.flatMap((item) => (item.kind === "command" && item.label.endsWith("…") ? [item.command] : []));
  expect(asking.sort()).toEqual(["change_privacy", "diagnostics", "export", "print", "save_view"]);
});

it("writes keys as the framework is known to read them", () => {
  // The shell's own test reads the same file.
  const made = COMMAND_NAMES.map((name) =>
    accelerator(name, { platform: "macos", direction: "ltr", singleKeysOff: false }),
  );
  expect(made.filter((keys) => keys !== null)).toEqual(accelerators);
});

it("fills the menu bar on macOS, with what is possible now", async () => {
  const { host, user } = await start();
  expect(entry(host, "New report")).toEqual({
    kind: "command",
    command: "new_report",
    label: "New report",
    keys: "CmdOrCtrl+N",
    is_enabled: true,
  });
  expect(entry(host, "Quit Assay")).toEqual({ kind: "system", action: "quit", label: "Quit Assay" });
  expect(entry(host, "Back")).toMatchObject({ is_enabled: false, keys: "CmdOrCtrl+[" });
  // The menu bar must not take keys from text fields and lists.
  expect(entry(host, "Keyboard shortcuts")).toMatchObject({ keys: "CmdOrCtrl+/" });
  expect(entry(host, "Next report")).toMatchObject({ keys: null });
  await user.click(screen.getByRole("link", { name: /^Projects/ }));
  await waitFor(() => expect(entry(host, "Back")).toMatchObject({ is_enabled: true }));
});

it("fills it again only when something in it has changed", async () => {
  const { host, history, user } = await start("/c/c1/reports");
  await screen.findByRole("grid");
  await waitFor(() => expect(entry(host, "Search")).toMatchObject({ is_enabled: true }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.type(screen.getByRole("searchbox", { name: "Search URLs" }), "shop");
  await waitFor(() => expect(history.location.search).toContain("shop"));
  await pass();
  const texts = menus(host).map((groups) => JSON.stringify(groups));
  expect(new Set(texts).size).toBe(texts.length);
});

it("runs what is chosen there, but nothing behind a dialog", async () => {
  const { host, history } = await start("/c/c1/reports");
  const choose = (command: string) => act(() => host.tell({ kind: "command", command }));
  choose("new_report");
  expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  choose("settings");
  choose("no such command");
  expect(history.location.pathname).toBe("/c/c1/reports");
});

it("leaves other systems without one", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { host } = await renderApp({ at: "/settings" });
  await act(() => vi.dynamicImportSettled());
  await pass();
  expect(menus(host)).toHaveLength(0);
});
