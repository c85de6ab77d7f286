import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { toast } from "../../components";
import type { QueuedCalls } from "../../host/contract";
import { exampleConnection, FakeHost } from "../../host/fake/index";
import { expectAccessible } from "../../test/axe";
import { renderApp } from "../../test/render";
import { applyStyles } from "../../test/styles";

const wait: QueuedCalls = { connection: "c1", seconds: 42, limit: 60 };
const bar = () => screen.queryByRole("region", { name: "Waiting" });
const tell = (host: FakeHost, ...waiting: QueuedCalls[]) => act(() => host.tell({ kind: "waiting", waiting }));

async function start(host = new FakeHost(), at = "/c/c1/reports") {
  const app = await renderApp({ at, host });
  await screen.findByRole("grid");
  // The bar's code loads after the screen.
  await act(() => vi.dynamicImportSettled());
  return app;
}

/** The sidebar has no room for the status, so the bar says it. */
function narrow() {
  const { matchMedia } = window;
  vi.spyOn(window, "matchMedia").mockImplementation((media) => {
    const of = matchMedia(media);
    return media === "(max-width: 900px)" ? { ...of, matches: true } : of;
  });
}

describe("in a window with room for the status", () => {
  const status = () => screen.findByRole("button", { name: /Sync details/ });

  it("says once that calls wait, in the status, whose details stop them", async () => {
    const host = new FakeHost();
    const { user } = await start(host);
    host.hold("reports_list", { isBeforeSending: true });
    await user.click(screen.getByRole("radio", { name: "Bad" }));
    tell(host, wait);
    expect(await status()).toHaveTextContent(/^Rate limited · 0:4[12]/);
    expect(bar()).toBeNull();
    await user.click(await status());
    const details = within(await screen.findByRole("dialog", { name: /^Sync/ }));
    expect(details.getByText(/^Rate limit: 60 requests per minute\. Resuming in 0:4\d\.$/)).toBeVisible();
    expect(bar()).toBeNull();
    // It takes the place of what has to wait.
    expect(details.queryByRole("button", { name: /^Sync/ })).toBeNull();
    await expectAccessible();
    await user.click(details.getByRole("button", { name: "Cancel requests" }));
    expect(host.requests("pending_calls_cancel")).toEqual([{ id: "c1" }]);
    expect(await screen.findByText("Request stopped")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await status()).toHaveFocus();
    expect(bar()).toBeNull();
  });

  it("says it in the bar while a dialog covers the status", async () => {
    const { host, user } = await start();
    tell(host, wait);
    expect(bar()).toBeNull();
    await user.click(await screen.findByRole("button", { name: "New report" }));
    await screen.findByRole("dialog", { name: "New report" });
    await waitFor(() => expect(bar()).toHaveTextContent(/Resuming in/));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(bar()).toBeNull());
  });

  it("says it in the bar while the status says what is worse", async () => {
    const host = new FakeHost();
    host.fail("reports_list", "unreachable");
    await renderApp({ at: "/c/c1/reports", host });
    await act(() => vi.dynamicImportSettled());
    expect(await status()).toHaveTextContent(/^Can’t connect/);
    tell(host, wait);
    await waitFor(() => expect(bar()).not.toBeNull());
  });
});

it("says why calls wait, and for how long", async () => {
  narrow();
  const { host } = await start();
  expect(bar()).toBeNull();
  tell(host, wait);
  expect(bar()).toHaveTextContent(/^Rate limit: 60 requests per minute\. Resuming in 0:42\.Cancel requests$/);
  await expectAccessible();
  tell(host, { ...wait, seconds: 7, limit: null });
  expect(bar()).toHaveTextContent(/^Rate limit reached\. Resuming in 0:07\.Cancel requests$/);
});

it("counts down", async () => {
  narrow();
  const { host } = await start();
  tell(host, { ...wait, seconds: 1 });
  expect(bar()).toHaveTextContent("Resuming in 0:01.");
  await waitFor(() => expect(bar()).toHaveTextContent("Resuming…"));
});

it("tells screen readers that calls wait, but not each second how long", async () => {
  narrow();
  const { host } = await start();
  tell(host, wait);
  const told = screen.getAllByRole("status").filter((status) => status.textContent?.includes("60 requests per"));
  expect(told.map(({ textContent }) => textContent)).toEqual(["Rate limit: 60 requests per minute."]);
  expect(bar()?.closest("[role=status], [aria-live]")).toBeNull();
});

it("stays for a moment after the last wait, so that it does not come and go with each of many calls", async () => {
  narrow();
  const { host } = await start();
  tell(host, wait);
  tell(host);
  expect(bar()).not.toBeNull();
  await waitFor(() => expect(bar()).toBeNull());
});

it("is of the connection in view alone", async () => {
  narrow();
  const other = { ...exampleConnection, id: "c2", name: "Other" };
  const { host } = await start(new FakeHost({ start: { connections: [exampleConnection, other] } }));
  tell(host, { ...wait, connection: "c2" });
  expect(bar()).toBeNull();
});

it("gives up what waits on demand, which is no trouble, and can be tried again", async () => {
  narrow();
  const host = new FakeHost();
  const { user } = await start(host);
  host.hold("reports_list", { isBeforeSending: true });
  await user.click(screen.getByRole("radio", { name: "Bad" }));
  tell(host, wait);
  await user.click(within(bar() as HTMLElement).getByRole("button", { name: "Cancel requests" }));
  expect(host.requests("pending_calls_cancel")).toEqual([{ id: "c1" }]);
  expect(await screen.findByText("Request stopped")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("main")).toHaveFocus();
  // A canceled read says nothing about the service.
  expect(within(screen.getByRole("navigation", { name: "Main" })).getByText("Connected")).toBeVisible();
  await waitFor(() => expect(bar()).toBeNull());
  await expectAccessible();
  const lists = host.requests("reports_list").length;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(host.requests("reports_list").length).toBe(lists + 1));
});

it("is reachable over a dialog whose call waits, and keeps the input", async () => {
  const host = new FakeHost();
  const { user } = await start(host);
  host.hold("report_create", { isBeforeSending: true });
  await user.click(screen.getByRole("button", { name: "New report" }));
  await screen.findByRole("textbox", { name: "Page URL" });
  await user.keyboard("harborcafe.example{Enter}");
  expect(await screen.findByText(/^Checking the page/)).toBeVisible();
  tell(host, wait);
  // The page isn't being fetched yet.
  await waitFor(() => expect(screen.queryByText(/^Checking the page/)).toBeNull());
  await user.click(screen.getByRole("button", { name: "Cancel requests" }));
  const dialog = within(screen.getByRole("dialog", { name: "New report" }));
  expect(await dialog.findByText("Request stopped.")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Page URL" })).toHaveValue("harborcafe.example");
  expect(host.reports).toHaveLength(240);
});

it("moves messages up, which a list that loads does not", async () => {
  narrow();
  applyStyles("components/overlays/Toast.module.css");
  const host = new FakeHost();
  host.hold("reports_list");
  await renderApp({ at: "/c/c1/reports", host });
  await act(() => vi.dynamicImportSettled());
  act(() => void toast({ title: "Copied", stays: true }));
  const messages = await screen.findByRole("region", { name: "1 message" });
  const room = () => getComputedStyle(messages).marginBlockEnd;
  const usual = room();
  tell(host, wait);
  expect(bar()).not.toBeNull();
  expect(room()).not.toBe(usual);
});

it("keeps clear of a dialog's buttons, also while rows are selected", async () => {
  narrow();
  applyStyles("components/overlays/inverse.module.css", "shell/frame/WaitingBar.module.css");
  const { user, host } = await start();
  tell(host, wait);
  const end = () => Number.parseFloat(getComputedStyle(bar() as HTMLElement).insetBlockEnd);
  await user.click(await screen.findByRole("button", { name: "New report" }));
  await screen.findByRole("dialog", { name: "New report" });
  const clear = end();
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  const selection = within(await screen.findByRole("region", { name: "Selection" }));
  expect(end()).toBeGreaterThan(clear);
  await user.click(selection.getByRole("button", { name: "Privacy…" }));
  await screen.findByRole("dialog", { name: /^Privacy/ });
  expect(end()).toBe(clear);
});

it("reads the connections again when the core tells that they changed", async () => {
  const { host } = await start();
  act(() => host.learn("c1", { name: "Renamed elsewhere" }));
  expect(await screen.findByRole("button", { name: /^Renamed elsewhere/ })).toBeVisible();
});
