import { type RefCallback, useCallback, useState } from "react";

/** Element width in whole pixels (0 until measured), its ref, and whether it was measured. */
export function useWidth<E extends Element>(): [number, RefCallback<E>, boolean] {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width ?? 0, ref, width !== null];
}
