import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { HostProvider } from "../host";
import { FakeHost } from "../host/fake/index";
import { expectAccessible } from "../test/axe";
import { renderApp } from "../test/render";
import { CrashBoundary } from "./Crash";

function Broken({ error }: { error: unknown }): never {
  throw error;
}

function renderBroken(error: unknown) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const host = new FakeHost();
  render(
    <HostProvider value={host}>
      <I18nProvider i18n={i18n}>
        <CrashBoundary>
          <Broken error={error} />
        </CrashBoundary>
      </I18nProvider>
    </HostProvider>,
  );
  return host;
}

it("shows a readable page with the particulars in place of what failed, and has them written down once", async () => {
  const host = renderBroken(new RangeError(`out of paper ${"x".repeat(30_000)}`));
  expect(screen.getByRole("main")).toContainElement(screen.getByRole("heading", { name: "This window crashed" }));
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Details" }));
  expect(screen.getByText(/RangeError: out of paper/)).toBeVisible();
  await expectAccessible();
  const [kept, ...others] = host.requests("crash_report_save");
  expect(kept?.text).toMatch(/^RangeError: out of paper/);
  expect(kept?.text).toHaveLength(20_000);
  expect(others).toEqual([]);
});

it("is marked as seen after a reload", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...window.location, reload });
  const host = renderBroken(new Error("out of paper"));
  const keep = host.hold("crash_seen");
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(host.calls.map(({ name }) => name)).toEqual(["crash_report_save", "crash_seen"]);
  expect(reload).not.toHaveBeenCalled();
  keep();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});

it("also shows it for what is thrown without being an error, even nothing", () => {
  const host = renderBroken(null);
  expect(screen.getByRole("heading", { name: "This window crashed" })).toBeVisible();
  expect(host.requests("crash_report_save")).toEqual([{ text: "null" }]);
});

it("keeps the window around a screen that failed, with one main part alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const host = new FakeHost();
  // An invalid response that crashes the component.
  host.change("projects_list", () => ({ rows: [null] }) as never);
  const { user } = await renderApp({ host, at: "/c/c1/projects" });
  expect(await screen.findByRole("heading", { name: "This window crashed" })).toBeVisible();
  expect(screen.getAllByRole("main")).toHaveLength(1);
  await expectAccessible();
  expect(host.requests("crash_report_save")).toHaveLength(1);
  await user.click(screen.getByRole("link", { name: "Settings" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

it("shows a way on when a part that is loaded later cannot be", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.doMock("./product/DiagnosticsDialog", () => {
    throw new Error("Importing a module script failed.");
  });
  const { host, user } = await renderApp({ at: "/settings?section=about" });
  await user.click(screen.getByRole("button", { name: "Diagnostics…" }));
  expect(await screen.findByRole("heading", { name: "This window crashed" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.getAllByRole("main")).toHaveLength(1);
  expect(host.requests("crash_report_save")).toHaveLength(1);
  vi.doUnmock("./product/DiagnosticsDialog");
});

it("saves nothing of a page that is left while it loads a part", () => {
  const now = vi.spyOn(performance, "now");
  window.dispatchEvent(new Event("beforeunload"));
  const host = renderBroken(new TypeError("Importing a module script failed."));
  expect(screen.queryByRole("heading")).toBeNull();
  expect(host.calls).toEqual([]);
  cleanup();
  // The page stayed open.
  now.mockReturnValue(performance.now() + 10_000);
  expect(renderBroken(new Error("out of paper")).requests("crash_report_save")).toHaveLength(1);
});

it("shows what crashed while the page was left, once the page stayed open", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  window.dispatchEvent(new Event("beforeunload"));
  const host = renderBroken(new Error("out of paper"));
  expect(screen.queryByRole("heading")).toBeNull();
  act(() => vi.advanceTimersByTime(10_000));
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(host.requests("crash_report_save")).toHaveLength(1);
});
