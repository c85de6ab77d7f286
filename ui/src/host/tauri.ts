import { Channel, invoke } from "@tauri-apps/api/core";
import type { CoreEvent } from "./contract";
import { type Host, makeProblem, ProblemError, problemOf } from "./host";

/** The real core, over Tauri's channel. */
export const tauriHost: Host = {
  call: (name, request, { signal, background = false, onProgress, onStep } = {}) => {
    if (signal?.aborted) return Promise.reject(new ProblemError(makeProblem("canceled")));
    lastNumber += 1;
    const number = lastNumber;
    const unwatch =
      (onProgress || onStep) &&
      tauriHost.watch((event) => {
        if (event.kind === "export" && event.number === number) onProgress?.(event.done, event.total);
        if (event.kind === "connection_step" && event.number === number) onStep?.(event.step);
      });
    const answer = invoke<never>(name, { request, ticket: { number, background } });
    // The core decides the outcome: only it knows whether a write was sent.
    const cancel = () => void invoke("call_cancel", { request: { number } }).catch(() => {});
    signal?.addEventListener("abort", cancel);
    return answer
      .catch((thrown: unknown) => {
        throw new ProblemError(problemOf(thrown));
      })
      .finally(() => {
        signal?.removeEventListener("abort", cancel);
        unwatch?.();
      });
  },
  watch: (listener) => {
    listeners.add(listener);
    if (!isWatching) startWatch();
    else if (lastWaiting) listener(lastWaiting);
    return () => listeners.delete(listener);
  },
};

/** The core identifies calls by number. */
let lastNumber = 0;

const listeners = new Set<(event: CoreEvent) => void>();
let isWatching = false;
// The core replays queued calls only to a new subscription, and the window has just one.
let lastWaiting: CoreEvent | undefined;

function startWatch(): void {
  isWatching = true;
  const events = new Channel<CoreEvent>();
  events.onmessage = (event) => {
    if (event.kind === "waiting") lastWaiting = event;
    for (const listener of listeners) listener(event);
  };
  invoke("watch", { events }).catch((thrown: unknown) => {
    // Only news of queued calls is lost; the next listener retries.
    isWatching = false;
    console.error("The core cannot be watched", thrown);
  });
}

/** False in a plain browser. */
export function isInsideApp(): boolean {
  return "__TAURI_INTERNALS__" in window;
}
