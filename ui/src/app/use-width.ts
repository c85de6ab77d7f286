import { type RefCallback, useCallback, useState } from "react";

/** The width of an element in whole pixels, 0 until it is known, and the ref to put on it. */
export function useWidth<E extends Element>(): [number, RefCallback<E>] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
