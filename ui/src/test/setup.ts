import "@testing-library/jest-dom/vitest";
import { createRequire } from "node:module";
import { i18n } from "@lingui/core";
import { cleanup, configure, getConfig } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";
import { ObserverWithoutLayout } from "./scroll";

const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

// In tests the macros keep the English source texts, so no catalog is needed.
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

// jsdom has a fast way to all matches of a selector, but not to the first.
for (const { prototype } of [Document, Element]) {
  prototype.querySelector = function (this: ParentNode, selectors: string) {
    return this.querySelectorAll(selectors)[0] ?? null;
  };
}
// Most of a computed style's time goes to jsdom's rules for text direction, which no test looks at.
const { implForWrapper } = createRequire(import.meta.url)("jsdom/lib/generated/idl/utils.js");
const matcher = implForWrapper(document)._getDOMSelector();
const { check } = matcher;
// The files of a worker share the document.
if (check.name !== "checkQuickly")
  matcher.check = function checkQuickly(selector: string, element: unknown) {
    return /\bdir\b/.test(selector) ? { match: false } : check(selector, element);
  };
// React keeps the stack of each element's creation up to this count, for messages that no test reads.
Object.defineProperty(Reflect.get(React, INTERNALS), "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

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
HTMLElement.prototype.getAnimations ??= () => [];
// jsdom's window never reports having the focus.
document.hasFocus = () => true;
