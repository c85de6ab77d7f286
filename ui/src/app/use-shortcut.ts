import { useEffect, useRef } from "react";
import { useStart } from "./start";

/** A key together with Ctrl, or ⌘ on macOS, as it is written there. */
export function useShortcutText(key: string): string {
  return useStart().platform === "macos" ? `⌘ ${key}` : `Ctrl ${key}`;
}

/** The dialog that is open over the screen, if any. A message is one to screen readers as well, but nothing is behind it. */
export function openDialog(): HTMLElement | null {
  return document.querySelector("[role=dialog], [role=alertdialog]:not([aria-modal=false])");
}

/** Runs an action on a key together with Ctrl, or ⌘ on macOS; not while a dialog is open. `key` is in lower case. */
export function useShortcut(key: string, action: () => void): void {
  const isMac = useStart().platform === "macos";
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHeld = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      if (!isHeld || event.altKey || event.shiftKey || event.key.toLowerCase() !== key) return;
      // The webview has uses of its own for most of these.
      event.preventDefault();
      if (!openDialog()) latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [key, isMac]);
}

/** Puts the focus into a field with all of its text selected, ready to be typed over. */
export function focusAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
