import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

const watchers = new Set<() => void>();
let minutes = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Draws again each minute, by one timer for all that show an age, and when the window is no longer hidden. */
export function useMinute(): void {
  useSyncExternalStore(subscribe, () => minutes);
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed);
  if (watchers.size === 1) {
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
  minutes++;
  for (const changed of watchers) changed();
}
