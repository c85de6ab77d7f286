import { type RefObject, useEffect, useRef } from "react";
import type { GridProps } from "./Table";

/**
 * Keeps the open row in view while others are opened beside the list, since rows out of view can't take the focus;
 * returns the ref of the element that scrolls.
 */
export function useOpenInView({
  items,
  layoutOptions: { rowHeight, headingHeight },
}: Pick<GridProps, "items" | "layoutOptions">): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const index = items.findIndex(({ isOpen }) => isOpen);
  const id = items[index]?.id;
  const before = useRef(id);
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== id;
    before.current = id;
    const { current } = scroller;
    if (!isOther || index < 0 || !current) return;
    const top = index * rowHeight;
    const covered = Number.parseFloat(getComputedStyle(current).scrollPaddingBlockEnd) || 0;
    const least = top + rowHeight + headingHeight - current.clientHeight + covered;
    current.scrollTop = Math.max(least, Math.min(top, current.scrollTop));
  }, [id, index, rowHeight, headingHeight]);
  return scroller;
}
