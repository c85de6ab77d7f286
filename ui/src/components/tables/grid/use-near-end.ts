import { type RefObject, useEffect } from "react";
import { useLatest } from "./use-latest";

/** How far before the end more rows are loaded, as a share of the rows in view. */
const NEAR = "0px 0px 25%";

/** Loads more when the end comes near the view, and again if it still is after `loaded` changed. */
export function useNearEnd(
  scroller: Element | null,
  end: RefObject<HTMLElement | null>,
  onMore: (() => void) | undefined,
  loaded: string,
): void {
  const load = useLatest(() => onMore?.());
  const canLoad = onMore !== undefined;
  useEffect(() => {
    if (!canLoad || !scroller || !end.current) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && load(), {
      root: scroller,
      rootMargin: NEAR,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end, canLoad, load, loaded]);
}
