import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { renderApp } from "../test/render";

// The next screen's code never finishes loading.
vi.mock("../features/batches/BatchScreen", () => new Promise(() => {}));

it("does not lead back with what was selected or typed just before it is left", async () => {
  const { user, history } = await renderApp({ library: "seeded", at: "/reports?per_page=10" });
  const table = await screen.findByRole("grid", { name: "Reports" });
  await waitFor(() => expect(within(table).getAllByRole("rowheader")).toHaveLength(10));
  const field = screen.getByRole("searchbox", { name: /^Search/ });
  const entries: string[] = [];
  history.subscribe(({ location }) => entries.push(location.pathname));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(within(table).getByRole("checkbox", { name: "Select all" }));
  await user.type(field, "x");
  history.push("/c/c1/batches/1");
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(history.location.pathname).toBe("/c/c1/batches/1");
  expect(history.location.search).toBe("");
  expect(entries.at(-1)).toBe("/c/c1/batches/1");
});
