import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { exampleConnection } from "../../host/fake/index";
import { nothingYet, renderApp } from "../../test/render";

it("goes to the screens by keys, and back and forward", async () => {
  const { user, history } = await renderApp({ at: "/settings" });
  const at = (path: string) => waitFor(() => expect(history.location.pathname).toBe(path));
  await user.keyboard("{Control>}5{/Control}");
  await at("/c/c1/projects");
  await user.keyboard("{Control>}8{/Control}");
  await at("/connections");
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  await at("/c/c1/projects");
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  await at("/settings");
  // There is no history before the first screen.
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await at("/c/c1/projects");
  await user.keyboard("{Control>},{/Control}");
  await at("/settings");
  for (const [key, path] of [
    ["2", "/c/c1/reports"],
    ["4", "/c/c1/fix-list"],
    ["6", "/c/c1/batches"],
    ["7", "/reports"],
  ] as const) {
    await user.keyboard(`{Control>}${key}{/Control}`);
    await at(path);
  }
});

it("stays with all connections by the keys of the screens that they share", async () => {
  const { user, history } = await renderApp({ at: "/reports" });
  for (const [key, path] of [
    ["1", "/overview"],
    ["4", "/fix-list"],
    ["2", "/reports"],
    ["5", "/c/c1/projects"],
    ["1", "/c/c1/overview"],
  ] as const) {
    await user.keyboard(`{Control>}${key}{/Control}`);
    await waitFor(() => expect(history.location.pathname).toBe(path));
  }
});

it("keeps the place where a report is asked for, unless that is another screen", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/projects" });
  await user.keyboard("{Control>}n{/Control}");
  expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  expect(history.location.pathname).toBe("/c/c1/reports");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  history.push("/c/c1/reports/17?result=bad");
  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toBeVisible());
  await user.keyboard("{Control>}n{/Control}");
  expect(await screen.findByRole("dialog", { name: "New report" })).toBeVisible();
  expect(history.location.href).toBe("/c/c1/reports/17?result=bad");
});

it("forgets that a report was asked for with another connection", async () => {
  const other = { ...exampleConnection, id: "c2" };
  const { user, history } = await renderApp({
    start: { connections: [exampleConnection, other] },
    at: "/c/c1/reports",
  });
  await screen.findByRole("grid");
  await user.keyboard("{Control>}n{/Control}");
  await screen.findByRole("dialog", { name: "New report" });
  act(() => history.push("/c/c2/reports"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => history.push("/c/c1/reports"));
  await screen.findByRole("grid");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("has no new report without a connection", async () => {
  const { user, history } = await renderApp({ start: nothingYet, at: "/settings" });
  await user.keyboard("{Control>}n{/Control}{Control>}2{/Control}{Control>}7{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(history.location.pathname).toBe("/settings");
});

it("becomes larger while the keys are held, one size after the other", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { host } = await renderApp({ at: "/settings" });
  const sizes = () => host.requests("preferences_save").flatMap(({ zoom }) => (zoom > 100 ? zoom : []));
  for (let key = 0; key < 3; key += 1) {
    fireEvent.keyDown(document.body, { key: "=", code: "Equal", ctrlKey: true, repeat: key > 0 });
    // Shorter than the delay of a route change.
    await act(() => vi.advanceTimersByTimeAsync(20));
  }
  expect(sizes()).toEqual([110, 125, 150]);
});

it("makes everything larger and smaller in steps, and as large as usual again", async () => {
  const { user, host } = await renderApp({ at: "/settings" });
  const zoomed = (zoom: number) => waitFor(() => expect(host.requests("preferences_save").at(-1)?.zoom).toBe(zoom));
  await user.keyboard("{Control>}={/Control}");
  await zoomed(110);
  await user.keyboard("{Control>}--{/Control}");
  await zoomed(90);
  await user.keyboard("{Control>}0{/Control}");
  await zoomed(100);
  await user.keyboard(`{Control>}${"=".repeat(12)}{/Control}`);
  await zoomed(400);
  await user.keyboard(`{Control>}${"-".repeat(20)}{/Control}`);
  await zoomed(50);
});
