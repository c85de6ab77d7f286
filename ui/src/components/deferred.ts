import { type ComponentType, createElement, lazy, useState } from "react";

let firstPicture: Promise<void> = Promise.resolve();
let release = () => {};

/** Holds back what {@link lazyAfterFirstPaint} loads, until {@link goOn}. */
export function holdBack(): void {
  firstPicture = new Promise((resolve) => {
    release = resolve;
  });
}

/** The first picture is on the screen: the rest of the window is loaded. */
export function goOn(): void {
  release();
}

/** Loads something once the first picture is on the screen. */
export const afterFirstPicture = <T>(load: () => Promise<T>): Promise<T> => firstPicture.then(load);

/** As React's `lazy`, for what the first picture can do without: it is loaded after that, so that rows come sooner. */
export const lazyAfterFirstPaint: typeof lazy = (load) => lazy(() => afterFirstPicture(load));

/**
 * As React's `lazy`, together with a function that loads the component before it is drawn: then it is there at once, while
 * what is lazy is drawn a second time.
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => Promise<void>] {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  const Part = (props: Props) => {
    // As it was at first, since another component would begin anew.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(component, props);
  };
  const preload = async () => {
    loaded = await load();
  };
  return [Part, preload];
}
