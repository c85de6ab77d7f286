import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { deferUntilFirstPaint, lazyAfterFirstPaint, lazyWithPreload, preload, releaseDeferred } from "./deferred";

const Word = () => <p>here</p>;

it("loads what can come later once the first picture is there", async () => {
  deferUntilFirstPaint();
  let isAsked = false;
  const Part = lazyAfterFirstPaint(async () => {
    isAsked = true;
    return { Word };
  }, "Word");
  render(<Part />, { wrapper: Suspense });
  const loadSoon = vi.fn(() => Promise.reject(new Error("gone")));
  preload(loadSoon);
  await act(async () => {});
  expect(isAsked).toBe(false);
  expect(loadSoon).not.toHaveBeenCalled();
  releaseDeferred();
  expect(await screen.findByText("here")).toBeVisible();
  expect(loadSoon).toHaveBeenCalled();
});

it("draws at once what was loaded before, and otherwise when it is loaded", async () => {
  const [Ready, load] = lazyWithPreload(async () => Word);
  await load();
  const { unmount } = render(<Ready />);
  expect(screen.getByText("here")).toBeVisible();
  unmount();
  const [Part] = lazyWithPreload(async () => Word);
  render(<Part />, { wrapper: Suspense });
  expect(screen.queryByText("here")).toBeNull();
  expect(await screen.findByText("here")).toBeVisible();
});
