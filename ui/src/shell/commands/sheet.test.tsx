import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { keysFor } from "../../shared/commands/key-bindings";
import { COMMAND_NAMES } from "../../shared/commands/table";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";
import { applyStyles } from "../../test/styles";

it("shows the keys of all commands, and gives the focus back", async () => {
  const { user } = await renderApp({ at: "/settings" });
  await user.tab();
  const before = document.activeElement;
  await user.keyboard("?");
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await expectAccessible();
  const withKeys = COMMAND_NAMES.filter(
    (name) => keysFor(name, { platform: "linux", direction: "ltr", singleKeysOff: false }).length > 0,
  );
  expect(within(sheet).getAllByRole("term").length).toBeGreaterThanOrEqual(withKeys.length);
  const line = (label: string) => within(sheet).getByText(label, { selector: "dt" }).parentElement;
  expect(line("New report")).toHaveTextContent("Ctrl N");
  expect(line("Open page")).toHaveTextContent("Ctrl Shift ↵");
  expect(line("Zoom out")).toHaveTextContent("Ctrl −");
  expect(line("Back")).toHaveTextContent("Alt ←");
  expect(line("Select row")).toHaveTextContent("Space");
  expect(line("Reload list")).toHaveTextContent(/F5\s*or Ctrl R$/);
  expect(line("Previous report")).toHaveTextContent(/←\s*or Alt ↑$/);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(before).toHaveFocus());
});

it("has three columns, so that all fit in a usual window", async () => {
  applyStyles("shell/commands/ShortcutSheet.module.css");
  const { user } = await renderApp({ at: "/settings" });
  await user.tab();
  await user.keyboard("?");
  const groups = (await screen.findByRole("heading", { name: "General", level: 3 })).closest("section")?.parentElement;
  expect(getComputedStyle(groups as HTMLElement).getPropertyValue("columns")).toBe("210px 3");
});

it("keeps keys at the end of a label's first line where that wraps", async () => {
  applyStyles("shell/commands/ShortcutSheet.module.css");
  const { user } = await renderApp({ at: "/settings" });
  await user.tab();
  await user.keyboard("?");
  const label = await screen.findByText("New report", { selector: "dt" });
  expect(getComputedStyle(label).minWidth).toBe("min-content");
  expect(label.parentElement).toHaveStyle({ alignItems: "flex-start" });
});

it("opens from a text by keys that are no text", async () => {
  const { user } = await renderApp({ at: "/c/c1/reports" });
  await user.click(await screen.findByRole("searchbox", { name: "Search URLs" }));
  await user.keyboard("?");
  expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveValue("?");
  await user.keyboard("{Control>}/{/Control}");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});
