/** A value outside React, for `useSyncExternalStore`. Setting the same value again notifies nothing. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: (): Value => value,
    set: (next: Value): void => {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of watchers) changed();
    },
    subscribe: (changed: () => void): (() => void) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}
