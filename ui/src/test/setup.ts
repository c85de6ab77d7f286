import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach } from "vitest";

// The macros keep the English text in the source for tests, so that no catalogue is needed.
i18n.loadAndActivate({ locale: "en", messages: {} });

// A busy machine needs its time.
const { asyncWrapper } = getConfig();
const nextTurn = setImmediate;
configure({
  asyncUtilTimeout: 30_000,
  // What is found was drawn just now. React's effects, which move the focus, come in its next turn: a timer can overtake them.
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
// Room for the rows that the table puts into the page.
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
// Its window never has the focus, as far as it says.
document.hasFocus = () => true;
