// The files of a worker share this: `setup.ts` runs for each of them, and would do it again on top.
import { createRequire } from "node:module";
import { configure, getConfig } from "@testing-library/react";
import * as React from "react";

const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

// Busy machines are slow.
const { asyncWrapper, getElementError } = getConfig();
const nextTurn = setImmediate;
configure({
  asyncUtilTimeout: 30_000,
  // A wait would print the whole page each time that it finds nothing; only the last time does.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    return Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" });
  },
  // Elements are found right after rendering, but effects that move the focus run in the next task.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work();
      await new Promise((resolve) => nextTurn(resolve));
      return result;
    }),
});

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
matcher.check = (selector: string, element: unknown) =>
  /\bdir\b/.test(selector) ? { match: false } : check(selector, element);
// React keeps the stack of each element's creation up to this count, for messages that no test reads.
Object.defineProperty(Reflect.get(React, INTERNALS), "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});
