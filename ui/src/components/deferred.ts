import { type ComponentType, createElement, type ElementType, type LazyExoticComponent, lazy, useState } from "react";

let firstPaint: Promise<void> = Promise.resolve();
let release = () => {};

/** Defers {@link lazyAfterFirstPaint} until {@link releaseDeferred}. */
export function deferUntilFirstPaint(): void {
  firstPaint = new Promise((resolve) => {
    release = resolve;
  });
}

/** Loads what was deferred; called after the first paint. */
export function releaseDeferred(): void {
  release();
}

/** Parts that are shown once they are loaded. */
let loading = 0;

/** True while a part of the screen is being loaded. */
export const isLoadingParts = (): boolean => loading > 0;

function counted<T>(load: () => Promise<T>): Promise<T> {
  loading += 1;
  return load().finally(() => {
    loading -= 1;
  });
}

/** The type that `lazy` takes: a component with any props. */
type Component = Exclude<ElementType, string>;

/** Like React's `lazy`, for the export `name` of the loaded module. */
export function lazyNamed<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(() => counted(load).then((module) => ({ default: module[name] })));
}

/** Like {@link lazyNamed}, for parts that the first paint doesn't need. */
export const lazyAfterFirstPaint: typeof lazyNamed = (load, name) => lazyNamed(() => firstPaint.then(load), name);

/** Loads what will be needed soon, after what the first paint deferred. */
export function preload(...loads: (() => Promise<unknown>)[]): void {
  // The real load reports errors.
  for (const load of loads) firstPaint.then(load).catch(() => {});
}

/** Like React's `lazy`, with a preload function: a preloaded component renders in the first pass. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => Promise<void>] {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await counted(load) }));
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
