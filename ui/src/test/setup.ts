import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";

// The macros keep the English text in the source for tests, so that no catalogue is needed.
i18n.loadAndActivate({ locale: "en", messages: {} });

// Busy machines are slow.
const { asyncWrapper } = getConfig();
const nextTurn = setImmediate;
configure({
  asyncUtilTimeout: 30_000,
  // Elements are found right after rendering, but effects that move the focus run in the next task.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work();
      await new Promise((resolve) => nextTurn(resolve));
      return result;
    }),
});

afterEach(cleanup);

// jsdom lays nothing out and knows no preferences of a system.
window.matchMedia ??= (media) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Room for virtualized rows.
for (const [name, size] of [
  ["clientWidth", 1000],
  ["clientHeight", 500],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
}
window.scrollTo = () => {};
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.scrollIntoView ??= () => {};
HTMLElement.prototype.getAnimations ??= () => [];
// jsdom's window never reports having the focus.
document.hasFocus = () => true;
