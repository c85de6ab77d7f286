import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup } from "@testing-library/react";
import { setInteractionModality } from "react-aria-components";
import { afterAll, afterEach, vi } from "vitest";
import "./once";
import { ObserverWithoutLayout } from "./scroll";

// In tests the macros keep the English source texts, so no catalog is needed.
i18n.loadAndActivate({ locale: "en", messages: {} });

afterEach(() => {
  cleanup();
  // After clicks as of a screen reader, React Aria moves the focus a frame later.
  setInteractionModality("pointer");
  // The files of a worker share the document, and React Aria keeps its announcer.
  for (const left of document.querySelectorAll("body > :not([data-live-announcer])")) left.remove();
});

// Later files of the worker would get the failed import of a part that still loads at a file's end.
afterAll(() => vi.dynamicImportSettled());

// jsdom has no layout and no media queries.
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
window.IntersectionObserver ??= ObserverWithoutLayout;
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
Element.prototype.setPointerCapture ??= () => {};
HTMLElement.prototype.getAnimations ??= () => [];
// jsdom's window never reports having the focus.
document.hasFocus = () => true;
