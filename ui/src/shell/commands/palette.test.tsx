import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { exampleConnection, otherConnection } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { nothingYet, type RenderOptions, renderApp } from "../../test/render";

async function start(options: RenderOptions = {}) {
  const app = await renderApp({
    at: "/settings",
    start: { connections: [exampleConnection, otherConnection] },
    ...options,
  });
  await screen.findByRole("heading", { level: 1 });
  const open = async () => {
    await app.user.keyboard("{Control>}k{/Control}");
    return screen.findByRole("dialog", { name: /^Search commands/ });
  };
  return { ...app, open };
}

/** The entries' texts, without key hints. */
const options = () => screen.getAllByRole("option").map((option) => shown(option).trim());

function shown(option: HTMLElement): string {
  const copy = option.cloneNode(true) as HTMLElement;
  for (const hint of copy.querySelectorAll("[aria-hidden]")) hint.remove();
  return copy.textContent ?? "";
}

function focused() {
  const field = screen.getByRole("combobox", { name: /^Search commands/ });
  const id = field.getAttribute("aria-activedescendant");
  return id === null ? null : document.getElementById(id)?.textContent;
}

it("finds a command by some of its letters and runs it, with its keys shown", async () => {
  const { user, open, history } = await start();
  await open();
  await expectAccessible();
  expect(screen.getByRole("option", { name: "New report Ctrl N" })).toBeVisible();
  await user.keyboard("prjct");
  await waitFor(() => expect(focused()).toContain("Projects"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/projects"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("offers what is possible now alone", async () => {
  const { open, user } = await start({ at: "/settings", start: nothingYet });
  await open();
  expect(screen.queryByRole("option", { name: /^New report/ })).toBeNull();
  expect(screen.queryByRole("option", { name: /^Back/ })).toBeNull();
  await user.keyboard("new report");
  expect(await screen.findByText("No results.")).toBeVisible();
  expect(screen.queryByRole("option", { name: /^New report/ })).toBeNull();
});

it("says how many entries there are, and that nothing fits", async () => {
  const { open, user } = await start({ at: "/settings", start: nothingYet });
  const dialog = await open();
  await user.keyboard("keyboard");
  await waitFor(() => expect(within(dialog).getByRole("status")).toHaveTextContent("1 entry"));
  await user.keyboard("qqqq");
  expect(await screen.findByText("No results.")).toBeVisible();
  expect(within(dialog).getByRole("status")).toHaveTextContent("0 entries");
});

it("gives the focus back when it is closed without a choice", async () => {
  const { open, user } = await start();
  const link = screen.getByRole("link", { name: "Projects" });
  act(() => link.focus());
  await open();
  expect(screen.getByRole("combobox", { name: /^Search commands/ })).toHaveFocus();
  await user.keyboard("abc{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(link).toHaveFocus());
});

it("hands the focus on to what a command opens or goes to", async () => {
  const { open, user } = await start({ at: "/c/c1/reports" });
  await open();
  await user.keyboard("search{Enter}");
  await waitFor(() => expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveFocus());
  await open();
  await user.keyboard("new report{Enter}");
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveFocus();
});

it("shows first what was chosen last", async () => {
  const { open, user } = await start();
  for (const text of ["dark theme", "connections"]) {
    await open();
    await user.keyboard(text);
    await waitFor(() => expect(focused()?.toLowerCase()).toContain(text));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  await open();
  expect(within(screen.getByRole("group", { name: "Recent" })).getAllByRole("option")).toHaveLength(2);
  expect(options().slice(0, 2)).toEqual([
    expect.stringContaining("Connections"),
    expect.stringContaining("Dark theme"),
  ]);
});

it("switches connections and languages", async () => {
  const { open, user, history, host } = await start();
  await open();
  expect(screen.queryByRole("option", { name: /Switch to Brightleaf/ })).toBeNull();
  await user.keyboard("harbour{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c2/reports"));
  await open();
  await user.keyboard("deut");
  await waitFor(() => expect(focused()).toContain("Deutsch"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.language).toBe("de"));
});

it("opens a report by its id, and by the link that others see it at", async () => {
  const { open, user, history } = await start();
  await open();
  await user.keyboard("17");
  expect(options()).toEqual(["View report 17", "Search reports for “17”"]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/17"));
  await open();
  await user.paste("https://seo.brightleaf.example/reports/23?lang=en");
  expect(options()[0]).toBe("View report 23");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.pathname).toBe("/c/c1/reports/23"));
});

it("finds the reports of a page's address, or asks for a new one", async () => {
  const { open, user, history, host } = await start();
  await open();
  await user.paste("https://www.kaffeewerk.example/shop");
  expect(options()).toEqual([
    "Search reports for “www.kaffeewerk.example/shop”",
    "New report for https://www.kaffeewerk.example/shop",
  ]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(history.location.search).toContain("kaffeewerk.example"));
  await open();
  await user.paste("https://www.kaffeewerk.example/shop");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveValue("https://www.kaffeewerk.example/shop");
  expect(host.requests("report_create")).toHaveLength(0);
});

it("searches the reports for anything else, also for what looks like a number or a word of a program", async () => {
  const { open, user } = await start();
  await open();
  await user.keyboard("true");
  await user.click(screen.getByRole("option", { name: "Search reports for “true”" }));
  await waitFor(() => expect(screen.getByRole("searchbox", { name: "Search URLs" })).toHaveValue("true"));
});
