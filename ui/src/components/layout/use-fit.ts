import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * How many of its parts, at most `most`, a line has to give up to fit into the element around it. The line must be at
 * least as wide as its parts, which shows how much room they need; with other `content`, it begins with all of them.
 */
export function useFit(most: number, content?: string): [number, RefObject<HTMLDivElement | null>] {
  const [level, setLevel] = useState(0);
  const line = useRef<HTMLDivElement>(null);
  /** The width that each level needed last. */
  const widths = useRef<number[]>([]);

  useLayoutEffect(() => {
    widths.current = [];
    setLevel(0);
  }, [content]);

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
