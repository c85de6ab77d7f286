import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

/** A time that is this far off is read again before the first one draws, in milliseconds. */
const OFF_MS = 1000;

const watchers = new Set<() => void>();
/** The present of all ages in the window, in milliseconds since 1970. */
let present = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The present of all ages, in milliseconds since 1970. Draws again each minute, by one timer for all that show an age,
 * and when the window is no longer hidden.
 */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => present);
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  if (watchers.size === 1) {
    if (Math.abs(Date.now() - present) > OFF_MS) present = Date.now();
    document.addEventListener("visibilitychange", turn);
    run();
  }
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    document.removeEventListener("visibilitychange", turn);
    clearInterval(timer);
  };
}

function turn(): void {
  clearInterval(timer);
  if (document.hidden) return;
  pass();
  run();
}

function run(): void {
  if (!document.hidden) timer = setInterval(pass, MINUTE);
}

function pass(): void {
  present = Date.now();
  for (const changed of watchers) changed();
}
