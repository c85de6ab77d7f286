import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ColumnProps, ResizableTableContainerProps } from "react-aria-components";
import type { ColumnLayout } from "../../host/contract";

/** Columns as they were made: none hidden, each of its usual width. */
export const DEFAULT_LAYOUT: ColumnLayout = { hidden: [], widths: {} };

type Hideable = { id: string; isRowHeader?: boolean; isAlwaysShown?: boolean };

/** Whether a column may be hidden. */
export function isHideable({ isRowHeader, isAlwaysShown }: Hideable): boolean {
  return !isRowHeader && !isAlwaysShown;
}

/** The columns that are left when those to be hidden are; names of columns that there are not do not matter. */
export function shownColumns<C extends Hideable>(columns: readonly C[], hidden: readonly string[]): C[] {
  return columns.filter((column) => !isHideable(column) || !hidden.includes(column.id));
}

/** The size of a column: in pixels, or as a share of the room. */
export type ColumnSize = NonNullable<ColumnProps["width"]>;

type Sizes = Parameters<NonNullable<ResizableTableContainerProps["onResize"]>>[0];
type Sized = { id: string } & Pick<ColumnProps, "defaultWidth">;

/**
 * The sizes of columns by their ids, and what has to happen when one is dragged. Only the width of that one is kept, in
 * whole pixels: a column that fills the room goes on filling it.
 */
export function useColumnSizes(
  columns: readonly Sized[],
  layout: ColumnLayout,
  onLayout: (layout: ColumnLayout) => void,
) {
  const { widths } = layout;
  const [dragged, setDragged] = useState<Sizes>();
  const before = useRef<Sizes>(undefined);
  const sizes = useMemo(() => {
    const sizeOf = ({ id, defaultWidth }: Sized): ColumnSize => dragged?.get(id) ?? widths[id] ?? defaultWidth ?? "1fr";
    return new Map(columns.map((column) => [column.id, sizeOf(column)]));
  }, [columns, widths, dragged]);

  const latest = useRef({ columns, layout, onLayout });
  useEffect(() => {
    latest.current = { columns, layout, onLayout };
  });
  const resetSize = useCallback((id: string) => {
    const { hidden, widths } = latest.current.layout;
    const { [id]: _, ...others } = widths;
    latest.current.onLayout({ hidden, widths: others });
  }, []);

  const onResizeStart = useCallback((now: Sizes) => {
    before.current = now;
  }, []);
  const onResizeEnd = useCallback((now: Sizes) => {
    const { columns, layout, onLayout } = latest.current;
    setDragged(undefined);
    // Those before it are held in place meanwhile, and so have sizes in pixels too.
    const changed = columns.find(({ id }) => now.get(id) !== before.current?.get(id));
    const width = changed && now.get(changed.id);
    if (changed && typeof width === "number") {
      onLayout({ ...layout, widths: { ...layout.widths, [changed.id]: Math.round(width) } });
    }
  }, []);

  return {
    sizes,
    /** Gives a column its usual width again. */
    resetSize,
    // Others than before would have all rows drawn anew.
    onResizeStart,
    onResize: setDragged,
    onResizeEnd,
  };
}
