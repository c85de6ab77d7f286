import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type ElementType,
  type ReactNode,
  useLayoutEffect,
  useState,
} from "react";

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

/** Parts of the screen that aren't drawn, since they are being loaded. */
let awaited = 0;

/** True while a part of the screen is being loaded. */
export const isLoadingParts = (): boolean => awaited > 0;

/** The type of a component with any props. */
type Component = Exclude<ElementType, string>;

/** A component that is loaded when it is first drawn; until then its `fallback` is shown. */
export type LazyPart<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Loads it ahead: it is then drawn at once. */
  load: () => Promise<void>;
};

/**
 * The export `name` of a module that is loaded when it is first drawn.
 *
 * React's `lazy` waits for at least 300 ms before it replaces a fallback, and needs one even for loaded modules.
 */
export function lazyNamed<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<ComponentProps<Module[Name]>> {
  let loaded: Module[Name] | undefined;
  const read = async () => {
    loaded = (await load())[name];
  };
  const Part = ({ fallback, ...props }: { fallback?: ReactNode }) => {
    const [component, setComponent] = useState(() => loaded);
    useLayoutEffect(() => {
      if (component !== undefined) return;
      awaited += 1;
      read().then(
        () => setComponent(() => loaded),
        (error: unknown) =>
          // To the nearest error boundary.
          setComponent(() => {
            throw error;
          }),
      );
      return () => {
        awaited -= 1;
      };
    }, [component]);
    return component === undefined ? fallback : createElement(component, props);
  };
  return Object.assign(Part, { load: read }) as LazyPart<ComponentProps<Module[Name]>>;
}

/** Like {@link lazyNamed}, for parts that the first paint doesn't need. */
export const lazyAfterFirstPaint: typeof lazyNamed = (load, name) => lazyNamed(() => firstPaint.then(load), name);

/** Loads what will be needed soon, after what the first paint deferred. */
export function preload(...parts: Pick<LazyPart<never>, "load">[]): void {
  // The real load reports errors.
  for (const { load } of parts) firstPaint.then(load).catch(() => {});
}
