import { createMemoryHistory } from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deferUntilFirstPaint, preload } from "../components";
import { preloadReports } from "../features/reports";
import { exampleConnection, FakeHost, usualPreferences } from "../host/fake/index";
import { FirstCalls } from "../host/first-calls";
import { makeQueryClient } from "../shared/data/queries";
import { expectAccessible } from "../test/axe";
import { nothingYet, renderApp } from "../test/render";
import { boot } from "./boot";
import { pictureInPage } from "./first-picture/shown";

const preferences = { ...usualPreferences, theme: "dark", page_size: 50, place: "/connections" } as const;

it("asks how to start before anything is drawn, and tells when it is drawn", async () => {
  const { host } = await renderApp({ start: nothingYet });
  expect(host.calls[0]?.name).toBe("app_start");
  expect(screen.getByRole("heading", { name: "Connect your service" })).toBeVisible();
  expect(host.requests("app_painted")).toHaveLength(0);
  await waitFor(() => expect(host.requests("app_painted").at(-1)).toBe(true));
  expect(host.requests("app_painted").filter((hasFrames) => hasFrames)).toHaveLength(1);
});

it("reads the trends with the rows of the last list: without them, it would first have other columns", async () => {
  const host = new FakeHost({ library: "seeded" });
  await boot(host, createMemoryHistory({ initialEntries: ["/c/c1/reports"] }));
  expect(host.requests("library_list")).toHaveLength(1);
  expect(host.requests("library_trends")).toHaveLength(1);
});

it("loads the table also where the saved rows can't be read", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.fail("library_list", "storage_failed");
  const queries = makeQueryClient();
  await expect(preloadReports(host, queries, "c1", {}, usualPreferences)).resolves.toBeUndefined();
});

describe("with the picture of the last screen", () => {
  afterEach(() => {
    document.getElementById("first-picture")?.remove();
    document.getElementById("root")?.remove();
  });

  /** When something that the first paint doesn't need is loaded, in milliseconds after it. */
  async function loadedAfter(pressed: "nothing" | "the screen" | "the picture") {
    const picture = Object.assign(document.createElement("div"), { id: "first-picture" });
    const root = Object.assign(document.createElement("div"), { id: "root" });
    document.body.append(picture, root);
    const shown = pictureInPage();
    deferUntilFirstPaint();
    const load = vi.fn(async () => {});
    preload({ load });
    const calls = new FirstCalls([]);
    const screen = await boot(new FakeHost(), createMemoryHistory({ initialEntries: ["/settings"] }), {
      picture: shown,
      calls,
    });
    vi.useFakeTimers();
    const { unmount } = render(screen, { container: root });
    if (pressed === "the screen") fireEvent.pointerDown(root.firstElementChild ?? root);
    if (pressed === "the picture") fireEvent.pointerDown(picture);
    let passed = 0;
    for (; load.mock.calls.length === 0 && passed < 5000; passed += 50)
      await act(() => vi.advanceTimersByTimeAsync(50));
    unmount();
    vi.useRealTimers();
    return passed;
  }

  it("loads soon what comes late, without which the picture stays", async () => {
    expect(await loadedAfter("nothing")).toBeLessThanOrEqual(200);
  });

  it("loads it as soon if what was pressed isn't there: it may come with it", async () => {
    expect(await loadedAfter("the picture")).toBeLessThanOrEqual(200);
  });

  it("leaves the engine to what an early press opens", async () => {
    const passed = await loadedAfter("the screen");
    expect(passed).toBeGreaterThanOrEqual(400);
    expect(passed).toBeLessThan(1000);
  });
});

it("starts in the kept theme and at the kept place", async () => {
  await renderApp({ start: { preferences } });
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(await screen.findByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  expect(document.title).toBe("Connections – Assay");
});

it("names the overview of all connections and comparisons in the window's title", async () => {
  const { history } = await renderApp({ at: "/overview" });
  await waitFor(() => expect(document.title).toBe("Overview – All connections – Assay"));
  history.push("/c/c1/compare?before=%221%22&after=%222%22");
  await waitFor(() => expect(document.title).toBe(`Comparison – ${exampleConnection.name} – Assay`));
  history.push("/moments");
  await waitFor(() => expect(document.title).toBe("Compare moments – All connections – Assay"));
});

it("says why it could not start, and shows the window all the same", async () => {
  const host = new FakeHost();
  host.fail("app_start", "storage_failed");
  await renderApp({ host });
  expect(screen.getByRole("alert")).toHaveTextContent("Couldn’t read or save settings");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  await waitFor(() => expect(host.requests("app_painted")).toContain(true));
  await expectAccessible();
});

it("opens the sample workspace, marks it as one, and leads to a connection of one’s own", async () => {
  const { host, user, history } = await renderApp({ start: { ...nothingYet, link: { kind: "sample" } } });
  expect(await screen.findByRole("button", { name: /^Sample workspace/ })).toBeVisible();
  expect(await screen.findByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Projects" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Connect your service" }));
  await waitFor(() => expect(history.location.pathname).toBe("/connections/new"));
  expect(host.requests("sample_open")).toHaveLength(1);
});

it("opens the sample workspace with its reports in safe mode, which doesn’t sync", async () => {
  const { history } = await renderApp({ start: { ...nothingYet, safe_mode: true, link: { kind: "sample" } } });
  await waitFor(() => expect(history.location.pathname).toBe("/c/sample/reports"));
});

it("opens the sample workspace late without leading back from where the user has gone", async () => {
  const host = new FakeHost();
  const release = host.hold("sample_open");
  const { history } = await renderApp({ host, at: "/sample" });
  await waitFor(() => expect(host.requests("sample_open")).toHaveLength(1));
  act(() => history.push("/settings"));
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  const read = host.requests("connections_list").length;
  release();
  await waitFor(() => expect(host.requests("connections_list").length).toBeGreaterThan(read));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(history.location.pathname).toBe("/settings");
});

it("offers another try and the way to a connection when the sample workspace does not start", async () => {
  const host = new FakeHost({ start: { ...nothingYet, link: { kind: "sample" } } });
  host.fail("sample_open", "sample_failed", 1);
  const { user } = await renderApp({ host });
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t start the sample workspace");
  expect(screen.getByRole("button", { name: "Add connection" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: /^Sample workspace/ })).toBeVisible();
});

it("keeps the place with its filters shortly after each move", async () => {
  const { host, history } = await renderApp({ at: "/c/c1/reports" });
  history.push("/c/c1/reports?result=bad");
  await waitFor(() => expect(host.requests("preferences_save").at(-1)?.place).toBe("/c/c1/reports?result=bad"));
});

it("says so when a place's connection is gone, and leads to the others", async () => {
  const { user } = await renderApp({ at: "/c/gone/reports" });
  expect(screen.getByRole("alert")).toHaveTextContent("This connection no longer exists");
  await user.click(screen.getByRole("button", { name: "View connections" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
});

it("says that a key is kept in memory only, and leads to saving it", async () => {
  const { user } = await renderApp({ start: { connections: [{ ...exampleConnection, key: "memory" }] } });
  expect(screen.getByText("This API key is kept only until Assay closes.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save to keychain…" }));
  expect(await screen.findByLabelText("API key")).toHaveFocus();
});

it("asks for a missing key instead of the screen, and continues once it is entered", async () => {
  const { host, user } = await renderApp({ start: { connections: [{ ...exampleConnection, key: "missing" }] } });
  expect(await screen.findByRole("heading", { name: "Enter the API key for Brightleaf" })).toBeVisible();
  expect(host.requests("reports_list")).toHaveLength(0);
  await expectAccessible();

  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByLabelText("API key")).toHaveAccessibleDescription(/Required\./);
  expect(host.requests("connection_save")).toHaveLength(0);

  await user.type(screen.getByLabelText("API key"), "k-1");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  expect(host.requests("connection_save")).toMatchObject([{ id: "c1", key: "k-1", key_place: "keychain" }]);
});

it("switches connections from the sidebar and marks the present one", async () => {
  const other = { ...exampleConnection, id: "c2", name: "Other", base_url: "https://other.example" };
  const { user, history } = await renderApp({ start: { connections: [exampleConnection, other] } });
  await user.click(await screen.findByRole("button", { name: /^Brightleaf .* Switch connection$/ }));
  const menu = screen.getByRole("menu");
  expect(within(menu).getByRole("menuitemradio", { name: /Brightleaf/ })).toBeChecked();
  await user.click(within(menu).getByRole("menuitemradio", { name: /Other/ }));
  expect(history.location.pathname).toBe("/c/c2/reports");
  await user.click(await screen.findByRole("button", { name: /^Other .* Switch connection$/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "All connections" }));
  expect(await screen.findByRole("button", { name: /^All connections Switch connection$/ })).toBeVisible();
  expect(history.location.pathname).toBe("/reports");
  expect(screen.getByRole("link", { name: "Reports" })).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("link", { name: "Overview" })).toHaveAttribute("href", "/overview");
  expect(screen.queryByRole("link", { name: "Changes" })).toBeNull();
});

it("tells in the sidebar how the last read went and how much there is", async () => {
  const host = new FakeHost();
  host.fail("reports_list", "unreachable", 1);
  const { user } = await renderApp({ host });
  const main = screen.getByRole("navigation", { name: "Main" });
  expect(await within(main).findByText("Can’t connect")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
  expect(await within(main).findByText("Connected")).toBeVisible();
  expect(within(main).getByRole("link", { name: "Reports 240" })).toHaveAttribute("aria-current", "page");
});

it("tells that damaged settings were set aside, until it is closed", async () => {
  const { user } = await renderApp({ start: { settings_set_aside: "settings.damaged.json" }, at: "/settings" });
  expect(screen.getByText("settings.damaged.json")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("settings.damaged.json")).toBeNull();
});

it("leads on from a place that does not exist", async () => {
  const { user } = await renderApp({ at: "/nowhere/at/all" });
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Go to Reports" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
});

it("skips to the content", async () => {
  const { user } = await renderApp({ at: "/settings" });
  await user.tab();
  expect(screen.getByRole("button", { name: "Skip to content" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("main")).toHaveFocus();
  await expectAccessible();
});

it("opens with the rows that the library remembers, before the service has answered", async () => {
  const host = new FakeHost({ library: "seeded" });
  host.hold("reports_list");
  await renderApp({ host, at: "/c/c1/reports" });
  expect(screen.getByRole("grid", { name: "Reports" })).toBeVisible();
});
