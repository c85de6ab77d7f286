import { invoke } from "@tauri-apps/api/core";
import { type Host, ProblemError, problemOf } from "./host";

/** The core in the same app, behind Tauri's channel. */
export const tauriHost: Host = {
  call: (name, request) =>
    invoke<never>(name, { request }).catch((thrown: unknown) => {
      throw new ProblemError(problemOf(thrown));
    }),
};

/** Whether the window runs inside the app, and not in a plain browser. */
export function isInsideApp(): boolean {
  return "__TAURI_INTERNALS__" in window;
}
