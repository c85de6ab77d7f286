import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * How many of up to `most` steps a line gives up so that it fits its parent, and the line’s ref; its least width must be
 * that of its content.
 */
export function useFoldLevel(most: number): [number, RefObject<HTMLDivElement | null>] {
  const [level, setLevel] = useState(0);
  const line = useRef<HTMLDivElement>(null);
  /** The width that each level needed last. */
  const widths = useRef<number[]>([]);

  useLayoutEffect(() => {
    const inner = line.current;
    const outer = inner?.parentElement;
    if (!inner || !outer) return;
    const fit = () => {
      const [room, wanted] = [outer.clientWidth, inner.offsetWidth];
      widths.current[level] = wanted;
      const roomier = widths.current.findIndex((width, at) => at < level && width <= room);
      if (wanted > room) setLevel(Math.min(level + 1, most));
      else if (roomier >= 0) setLevel(roomier);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [level, most]);

  return [level, line];
}
