import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 900px)";

/** True if the window has room for one thing at a time. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(NARROW);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
