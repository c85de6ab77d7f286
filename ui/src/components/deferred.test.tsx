import { setImmediate } from "node:timers/promises";
import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import {
  deferUntilFirstPaint,
  isLoadingParts,
  lazyAfterFirstPaint,
  lazyNamed,
  preload,
  releaseDeferred,
} from "./deferred";

const Word = () => <p>here</p>;

it("loads what can come later once the first picture is there", async () => {
  deferUntilFirstPaint();
  let isAsked = false;
  const Part = lazyAfterFirstPaint(async () => {
    isAsked = true;
    return { Word };
  }, "Word");
  render(<Part />);
  const soon = { load: vi.fn(() => Promise.reject(new Error("gone"))) };
  preload(soon);
  await act(async () => {});
  expect(isAsked).toBe(false);
  expect(soon.load).not.toHaveBeenCalled();
  releaseDeferred();
  expect(await screen.findByText("here")).toBeVisible();
  expect(soon.load).toHaveBeenCalled();
});

it("draws at once what was loaded before", async () => {
  const Part = lazyNamed(async () => ({ Word }), "Word");
  await Part.load();
  render(<Part fallback="wait" />);
  expect(screen.getByText("here")).toBeVisible();
});

it("draws a part as soon as it is loaded, and counts it as loading until then", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  let resolve: (module: { Word: typeof Word }) => void = () => {};
  const loading = new Promise<{ Word: typeof Word }>((done) => {
    resolve = done;
  });
  const Part = lazyNamed(() => loading, "Word");
  const root = createRoot(document.body.appendChild(document.createElement("main")));
  // React needs a few tasks to draw, which don't wait for timers.
  const drawn = async () => {
    for (let task = 0; task < 10; task++) await setImmediate();
  };
  root.render(<Part fallback="wait" />);
  await drawn();
  expect(document.body).toHaveTextContent("wait");
  expect(isLoadingParts()).toBe(true);
  resolve({ Word });
  await drawn();
  expect(screen.getByText("here")).toBeVisible();
  expect(isLoadingParts()).toBe(false);
  root.unmount();
  vi.unstubAllGlobals();
});

it("tells the screen that a part couldn’t be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Part = lazyNamed(async (): Promise<{ Word: typeof Word }> => Promise.reject(new Error("gone")), "Word");
  const onCaughtError = vi.fn();
  class Boundary extends Component<{ children: ReactNode }> {
    static getDerivedStateFromError = () => ({ hasFailed: true });
    override state = { hasFailed: false };
    override render = () => (this.state.hasFailed ? "failed" : this.props.children);
  }
  render(
    <Boundary>
      <Part />
    </Boundary>,
    { onCaughtError },
  );
  expect(await screen.findByText("failed")).toBeVisible();
  expect(isLoadingParts()).toBe(false);
});
