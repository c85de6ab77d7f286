import { expect, it, vi } from "vitest";
import { applyTheme } from "./theme";

function systemIs(dark: boolean) {
  const listeners = new Set<() => void>();
  const media = {
    matches: dark,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  vi.spyOn(window, "matchMedia").mockReturnValue(media as unknown as MediaQueryList);
  return (matches: boolean) => {
    media.matches = matches;
    for (const listener of listeners) listener();
  };
}

const shown = () => document.documentElement.dataset.theme;

it("shows the chosen theme regardless of the system's", () => {
  const change = systemIs(true);
  applyTheme("light");
  expect(shown()).toBe("light");
  change(true);
  expect(shown()).toBe("light");
});

it("follows the system until told to stop", () => {
  const change = systemIs(true);
  const stop = applyTheme("system");
  expect(shown()).toBe("dark");
  change(false);
  expect(shown()).toBe("light");
  stop();
  change(true);
  expect(shown()).toBe("light");
});
