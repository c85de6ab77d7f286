import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderApp } from "../../test/render";

afterEach(() => void vi.useRealTimers());

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

it("leaves the first stop at the start of the window, and goes to the heading of each further screen", async () => {
  const { user, history } = await renderApp({ at: "/settings" });
  expect(document.body).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("button", { name: "Skip to content" })).toHaveFocus();
  await user.click(screen.getByRole("link", { name: /^Projects/ }));
  const projects = await heading("Projects");
  await waitFor(() => expect(projects).toHaveFocus());
  // The focus moves to the next control, not to the window's start.
  await user.tab();
  expect(screen.getByRole("main")).toContainElement(document.activeElement as HTMLElement);
  act(() => history.back());
  const settings = await heading("Settings");
  await waitFor(() => expect(settings).toHaveFocus());
});

it("leaves the focus to a screen that puts it somewhere itself", async () => {
  const { user } = await renderApp({ at: "/c/c1/reports" });
  await user.click(await screen.findByRole("button", { name: "New report" }));
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveFocus();
});

it("stays where it is while the same screen is narrowed or a report is opened", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/reports" });
  await screen.findByRole("grid");
  const bad = screen.getByRole("radio", { name: "Bad" });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(bad);
  await waitFor(() => expect(history.location.search).toContain("bad"));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(bad).toHaveFocus();
});

it("goes to the list when the report that had it is gone from the screen", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/reports" });
  const grid = await screen.findByRole("grid");
  await user.click(within(grid).getAllByRole("rowheader")[2] as HTMLElement);
  await waitFor(() => expect(screen.getByRole("heading", { level: 2 })).toHaveFocus());
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("heading", { level: 2 })).toBeNull());
  await waitFor(() => expect(grid).toContainElement(document.activeElement as HTMLElement));
});

it("goes back to the list when a message that had it is gone", async () => {
  const { user } = await renderApp({ at: "/c/c1/reports" });
  const grid = await screen.findByRole("grid");
  await user.keyboard("{Tab}");
  act(() => within(grid).getAllByRole("row")[1]?.focus());
  const message = document.body.appendChild(document.createElement("button"));
  act(() => message.focus());
  message.remove();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(grid).toContainElement(document.activeElement as HTMLElement);
});

it("goes back to the very button that had it before a message", async () => {
  await renderApp({ at: "/c/c1/reports" });
  await screen.findByRole("grid");
  const view = await within(screen.getByRole("main")).findByRole("button", { name: "View" });
  act(() => view.focus());
  const message = document.body.appendChild(document.createElement("button"));
  act(() => message.focus());
  message.remove();
  await waitFor(() => expect(view).toHaveFocus());
});

it("stays near a button that becomes disabled", async () => {
  const { user, history } = await renderApp({ at: "/c/c1/projects?per_page=10" });
  const next = await screen.findByRole("button", { name: "Next page" });
  await user.click(next);
  await waitFor(() => expect(history.location.search).toContain("page=2"));
  await waitFor(() => expect(next).toBeDisabled());
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(screen.getByRole("button", { name: "Previous page" }).parentElement).toContainElement(
    document.activeElement as HTMLElement,
  );
});
