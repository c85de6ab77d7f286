import { useEffect, useRef } from "react";
import type { Item } from "./use-items";
import type { RowsInView } from "./use-rows-in-view";

/** Keeps the open row in view while others are opened beside the list. */
export function useOpenInView(items: readonly Item[], { reveal }: RowsInView): void {
  const index = items.findIndex(({ isOpen }) => isOpen);
  const id = items[index]?.id;
  const before = useRef(id);
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== id;
    before.current = id;
    if (isOther && index >= 0) reveal(index);
  });
}
