import { type ComponentType, createElement, lazy, useState } from "react";

let firstPicture: Promise<void> = Promise.resolve();
let release = () => {};

/** Defers {@link lazyAfterFirstPaint} until {@link releaseDeferred}. */
export function holdBack(): void {
  firstPicture = new Promise((resolve) => {
    release = resolve;
  });
}

/** Loads what was deferred; called after the first paint. */
export function goOn(): void {
  release();
}

/** Loads something once the first picture is on the screen. */
export const afterFirstPicture = <T>(load: () => Promise<T>): Promise<T> => firstPicture.then(load);

/** The type that `lazy` takes: a component with any props. */
export const lazyAfterFirstPaint: typeof lazy = (load) => lazy(() => afterFirstPicture(load));

/** Like React's `lazy`, for the export `name` of the loaded module. */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => Promise<void>] {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  const Part = (props: Props) => {
    // Fixed at mount: another component would lose its state.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(component, props);
  };
  const preload = async () => {
    loaded = await load();
  };
  return [Part, preload];
}
