import { act } from "@testing-library/react";

/** jsdom has no layout, so elements come into view only by {@link scrollToEnd}. */
export class ObserverWithoutLayout implements IntersectionObserver {
  static readonly all = new Set<ObserverWithoutLayout>();
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;

  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe() {
    ObserverWithoutLayout.all.add(this);
  }
  unobserve() {}
  disconnect() {
    ObserverWithoutLayout.all.delete(this);
  }
  takeRecords() {
    return [];
  }
  comeIntoView() {
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this);
  }
}

/** Makes the window high enough for all rows; returns how to undo that. */
export function showAllRows() {
  const { innerHeight } = window;
  const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "clientHeight") as PropertyDescriptor;
  // A viewport that shrinks afterward would look like an on-screen keyboard, for which React Aria delays popovers.
  if (window.visualViewport)
    Object.defineProperty(window.visualViewport, "height", { configurable: true, get: () => innerHeight });
  window.innerHeight = 5000;
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 5000 });
  return () => {
    window.innerHeight = innerHeight;
    Object.defineProperty(HTMLElement.prototype, "clientHeight", height);
  };
}

/** Brings the end of the list into view. */
export function scrollToEnd() {
  const { all } = window.IntersectionObserver as typeof ObserverWithoutLayout;
  act(() => {
    for (const observer of [...all]) observer.comeIntoView();
  });
}
