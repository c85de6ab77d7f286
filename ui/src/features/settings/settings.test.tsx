import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { makeProblem } from "../../host";
import { FakeHost, usualPreferences } from "../../host/fake/index";
import { newerRelease } from "../../host/fake/product";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";

it("changes the theme at once and keeps it", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=appearance" });
  await expectAccessible();
  const dark = screen.getByRole("radio", { name: "Dark" });
  expect(dark.closest("label")?.querySelector("svg")).toBeVisible();
  await user.click(dark);
  expect(document.documentElement.dataset.theme).toBe("dark");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)).toMatchObject({ theme: "dark", page_size: 25 }));
});

it("says when a changed theme could not be kept", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=appearance" });
  host.fail("preferences_save", "storage_failed");
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(await screen.findByText("This change lasts until Assay closes")).toBeVisible();
});

it("changes the height of rows and the size of everything at once, and keeps them", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=appearance" });
  await user.click(screen.getByRole("radio", { name: "Compact" }));
  expect(document.documentElement.dataset.density).toBe("compact");
  await user.click(screen.getByRole("button", { name: /Zoom/ }));
  await user.click(screen.getByRole("option", { name: "125%" }));
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)).toMatchObject({ density: "compact", zoom: 125 }),
  );
  expect(screen.getByText(/^Also with/)).toHaveTextContent("Also with Ctrl + and Ctrl −");
});

it("shows a size that is none of the usual ones", async () => {
  const preferences = { ...usualPreferences, zoom: 133 };
  await renderApp({ at: "/settings?section=appearance", start: { preferences } });
  expect(screen.getByRole("button", { name: /133%/ })).toBeVisible();
});

it("offers each language by its own name, and keeps the choice", async () => {
  const { host, user } = await renderApp({ at: "/settings" });
  await user.click(screen.getByRole("button", { name: /System/ }));
  expect(screen.getByRole("option", { name: "System (English)" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("option", { name: "العربية" })).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("option", { name: "English" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.language).toBe("en"));
});

it.each([
  { hidden: ["privacy"], widths: {} },
  { hidden: [], widths: {}, checks: ["title"] },
])("gives all lists their usual columns again", async (reports) => {
  const columns = { reports };
  const { host, user } = await renderApp({ at: "/settings", start: { preferences: { ...usualPreferences, columns } } });
  await user.click(screen.getByRole("button", { name: "Reset columns in all lists" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.columns).toEqual({}));
  expect(screen.queryByRole("button", { name: "Reset columns in all lists" })).toBeNull();
});

it("opens the sheet of shortcuts", async () => {
  const { user } = await renderApp({ at: "/settings?section=keyboard" });
  expect(screen.getByText("Keyboard shortcuts").nextElementSibling).toHaveTextContent("Ctrl /");
  await user.click(screen.getByRole("button", { name: "Show shortcuts" }));
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

it("turns off the keys that are a single character, at once", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=keyboard" });
  const box = screen.getByRole("switch", { name: "Single-key shortcuts, such as ?" });
  expect(box).toBeChecked();
  expect(box).toHaveAccessibleDescription("Turn off if you use voice control.");
  await user.click(box);
  await user.keyboard("?");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.single_keys_off).toBe(true));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}/{/Control}");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

it("shows a page for each subject, by the keyboard and by going back", async () => {
  const { user, history } = await renderApp({ at: "/settings" });
  const nav = within(screen.getByRole("navigation", { name: "Settings sections" }));
  expect(nav.getByRole("link", { current: "page" })).toHaveAccessibleName("General");
  nav.getByRole("link", { name: "About" }).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "About" })).toBeVisible();
  expect(nav.getByRole("link", { name: "About" })).toHaveFocus();
  expect(nav.getByRole("link", { current: "page" })).toHaveAccessibleName("About");
  history.back();
  expect(await screen.findByRole("heading", { name: "General" })).toBeVisible();
});

describe("the search", () => {
  const rows = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

  it("shows the rows of all pages that have the words, which work as on their page", async () => {
    const { host, user } = await renderApp({ at: "/settings?section=about" });
    await user.keyboard("{Control>}f{/Control}");
    expect(screen.getByRole("searchbox", { name: "Search settings" })).toHaveFocus();
    await user.keyboard("  BATCH  noti");
    await waitFor(() => expect(rows()).toEqual(["Notifications"]));
    expect(screen.queryByRole("switch", { name: /reports get worse/ })).toBeNull();
    expect(screen.queryByRole("link", { current: "page", name: "About" })).toBeNull();
    await expectAccessible();
    await user.click(screen.getByRole("switch", { name: /^When a batch/ }));
    await waitFor(() => expect(host.requests("preferences_save").at(-1)?.notify_batches).toBe(false));
  });

  it("finds descriptions, options, and what is read later", async () => {
    const { user } = await renderApp({ at: "/settings" });
    const field = screen.getByRole("searchbox", { name: "Search settings" });
    for (const [typed, page] of [
      ["voice control", "Keyboard"],
      ["espanol", "General"],
      ["copy path", "Data"],
    ] as const) {
      await user.clear(field);
      await user.type(field, typed);
      await waitFor(() => expect(rows()).toEqual([page]));
    }
  });

  it("shows all of a page that is called so", async () => {
    const { user } = await renderApp({ at: "/settings" });
    await user.type(screen.getByRole("searchbox", { name: "Search settings" }), "appearance");
    await waitFor(() => expect(rows()).toEqual(["Appearance"]));
    expect(screen.getByRole("radiogroup", { name: "Theme" })).toBeVisible();
    expect(screen.getByRole("button", { name: /Zoom/ })).toBeVisible();
  });

  it("says when nothing is found, and ends with its text or by choosing a page", async () => {
    const { user } = await renderApp({ at: "/settings?section=appearance" });
    const field = screen.getByRole("searchbox", { name: "Search settings" });
    await user.type(field, "nothing has these words");
    expect(await screen.findByRole("heading", { name: "No results." })).toBeVisible();
    expect(rows()).toEqual(["No results."]);
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(await screen.findByRole("heading", { name: "Appearance" })).toBeVisible();
    await user.type(field, "zoom");
    await waitFor(() => expect(screen.queryByRole("radiogroup", { name: "Theme" })).toBeNull());
    const nav = within(screen.getByRole("navigation", { name: "Settings sections" }));
    await user.click(nav.getByRole("link", { name: "Appearance" }));
    expect(await screen.findByRole("radiogroup", { name: "Theme" })).toBeVisible();
    expect(field).toHaveValue("");
    expect(nav.getByRole("link", { current: "page" })).toHaveAccessibleName("Appearance");
  });
});

it("changes the page size where none is chosen", async () => {
  const { host, user } = await renderApp({ at: "/settings" });
  await user.click(screen.getByRole("button", { name: /Rows to load at a time/ }));
  await user.click(screen.getByRole("option", { name: "100" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.page_size).toBe(100));
  await user.click(screen.getByRole("link", { name: "Reports" }));
  await waitFor(() => expect(host.requests("reports_list").at(-1)?.query.per_page).toBe(100));
});

it("keeps how batches run, and the quota of a connection, as soon as the numbers can be used", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=batches" });
  const atOnce = screen.getByRole("textbox", { name: "Parallel requests" });
  await user.clear(atOnce);
  await user.type(atOnce, "40");
  await user.tab();
  expect(atOnce).toHaveAccessibleDescription(/whole number from 1 to 16/);
  await user.clear(atOnce);
  await user.type(atOnce, "8");
  await user.type(screen.getByRole("textbox", { name: "Monthly quota for Brightleaf" }), "1200");
  await user.click(screen.getByRole("link", { name: "Notifications" }));
  await user.click(await screen.findByRole("switch", { name: /^When a batch/ }));
  await waitFor(() =>
    expect(host.requests("preferences_save").at(-1)).toMatchObject({
      batch_at_once: 8,
      quotas: { c1: 1200 },
      notify_batches: false,
    }),
  );
});

it("keeps a number that is still being typed when keys lead to another screen", async () => {
  const { host, user } = await renderApp({ at: "/settings?section=batches" });
  await user.type(screen.getByRole("textbox", { name: "Monthly quota for Brightleaf" }), "1200");
  await user.keyboard("{Control>}2{/Control}");
  await screen.findByRole("grid");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.quotas).toEqual({ c1: 1200 }));
});

it("resets the sample workspace only after asking, and says when that failed", async () => {
  const host = new FakeHost();
  const sample = await host.call("sample_open", null);
  host.reports = [];
  const { user } = await renderApp({ host, at: "/settings?section=sample" });
  expect(sample.sample).toBe(true);
  await user.click(screen.getByRole("button", { name: "Reset sample workspace…" }));
  const dialog = screen.getByRole("alertdialog");
  await expectAccessible();
  host.fail("sample_reset", "sample_failed", 1);
  await user.click(within(dialog).getByRole("button", { name: "Reset" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Couldn’t start the sample workspace");
  expect(host.reports).toHaveLength(0);
  await user.click(within(dialog).getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(host.reports).toHaveLength(240);
});

it("checks for updates, and saves the setting", async () => {
  const host = new FakeHost();
  const { user } = await renderApp({ host, at: "/settings?section=about" });
  const about = within(screen.getByRole("region", { name: "About" }));
  expect(about.getByText("Not checked since Assay opened.")).toBeVisible();
  host.product.lookFault = makeProblem("update_failed");
  await user.click(about.getByRole("button", { name: "Check for updates" }));
  await about.findByRole("alert");
  host.product.lookFault = null;
  await user.click(within(await about.findByRole("alert")).getByRole("button", { name: "Try again" }));
  expect(await about.findByText(/^Up to date/)).toBeVisible();
  host.product.newest = newerRelease;
  await user.click(about.getByRole("button", { name: "Check for updates" }));
  await user.click(await about.findByRole("button", { name: "What’s new" }));
  expect(await screen.findByRole("dialog", { name: "Assay 1.2.0" })).toBeVisible();
  await user.keyboard("{Escape}");
  await user.click(about.getByRole("switch", { name: "Check for updates when Assay opens and once a day" }));
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.look_for_updates).toBe(false));
});

it.each([
  ["forbidden", "Updates are turned off by your administrator."],
  ["unsigned", "This build doesn’t check for updates."],
] as const)("offers no updates where they are %s, and says why", async (way, why) => {
  await renderApp({ at: "/settings?section=about", start: { update: { way, phase: { kind: "idle" } } } });
  expect(screen.getByText(why)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Check for updates" })).toBeNull();
  expect(screen.queryByRole("switch", { name: /^Check for updates/ })).toBeNull();
});

it("opens About from the command, and shows the licenses of other software", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/reports" });
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: /Search commands/ });
  await user.keyboard("about assay{Enter}");
  await waitFor(() => expect(screen.getByRole("heading", { name: "About" })).toHaveFocus());
  expect(history.location.href).toBe("/settings?section=about");
  await user.click(screen.getByRole("button", { name: "Open-source licenses" }));
  const field = await screen.findByRole("searchbox", { name: "Search by name or license" });
  await user.type(field, "react-dom");
  const list = within(await screen.findByRole("list", { name: "Open-source licenses" }));
  await waitFor(() => expect(list.getAllByRole("button").length).toBeLessThan(10));
  await expectAccessible();
  await user.click(list.getByRole("button", { name: /^react-dom .* MIT$/ }));
  const dialog = within(await screen.findByRole("dialog", { name: /^react-dom/ }));
  expect(dialog.getByText(/Permission is hereby granted/)).toBeVisible();
  await user.keyboard("{Escape}");
  await user.type(field, " nothing is called so");
  expect(await screen.findByText("No results.")).toBeVisible();
  await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Back" }));
  await waitFor(() => expect(history.location.href).toBe("/settings?section=about"));
});

it("has nothing to reset without a sample workspace, and tells the version", async () => {
  await renderApp({ at: "/settings?section=about" });
  expect(screen.queryByText("Sample workspace")).toBeNull();
  expect(screen.getByText("Assay 0.1.0")).toBeVisible();
});
