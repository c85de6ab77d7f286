import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ColumnProps, ResizableTableContainerProps } from "react-aria-components";
import type { ColumnLayout } from "../../host/contract";

/** Default layout: nothing hidden, default widths. */
export const DEFAULT_LAYOUT: ColumnLayout = { hidden: [], widths: {} };

type Hideable = { id: string; isRowHeader?: boolean; isAlwaysShown?: boolean };

/** True if a column can be hidden. */
export function isHideable({ isRowHeader, isAlwaysShown }: Hideable): boolean {
  return !isRowHeader && !isAlwaysShown;
}

/** The visible columns; unknown hidden ids are ignored. */
export function shownColumns<C extends Hideable>(columns: readonly C[], hidden: readonly string[]): C[] {
  return columns.filter((column) => !isHideable(column) || !hidden.includes(column.id));
}

/** In pixels, or as a share of the available width. */
export type ColumnSize = NonNullable<ColumnProps["width"]>;

/** Extra width of the columns at the edges, whose cells begin or end where the sheet’s text does. */
const EDGE_ROOM = 24;

type Sizes = Parameters<NonNullable<ResizableTableContainerProps["onResize"]>>[0];
type Sized = { id: string } & Pick<ColumnProps, "defaultWidth">;

/** Column sizes by id, and resize handlers; only the resized column gets a fixed width, in whole pixels. */
export function useColumnSizes(
  columns: readonly Sized[],
  layout: ColumnLayout,
  onLayout: (layout: ColumnLayout) => void,
  /** Checkboxes are at the start. */
  isSelectable: boolean,
) {
  const { widths } = layout;
  const [dragged, setDragged] = useState<Sizes>();
  const before = useRef<Sizes>(undefined);
  const sizes = useMemo(() => {
    const sizeOf = ({ id, defaultWidth }: Sized): ColumnSize => dragged?.get(id) ?? widths[id] ?? defaultWidth ?? "1fr";
    const roomOf = (index: number) =>
      (index === 0 && !isSelectable ? EDGE_ROOM : 0) + (index === columns.length - 1 ? EDGE_ROOM : 0);
    return new Map(
      columns.map((column, index) => {
        const size = sizeOf(column);
        const isDefault = typeof size === "number" && size === column.defaultWidth;
        return [column.id, isDefault ? size + roomOf(index) : size];
      }),
    );
  }, [columns, widths, dragged, isSelectable]);

  const latest = useRef({ columns, layout, onLayout });
  useEffect(() => {
    latest.current = { columns, layout, onLayout };
  });
  const resetSize = useCallback((id: string) => {
    const { layout } = latest.current;
    const { [id]: _, ...others } = layout.widths;
    latest.current.onLayout({ ...layout, widths: others });
  }, []);

  const onResizeStart = useCallback((now: Sizes) => {
    before.current = now;
  }, []);
  const onResizeEnd = useCallback((now: Sizes) => {
    const { columns, layout, onLayout } = latest.current;
    setDragged(undefined);
    // Columns before it get pixel sizes during a resize.
    const changed = columns.find(({ id }) => now.get(id) !== before.current?.get(id));
    const width = changed && now.get(changed.id);
    if (changed && typeof width === "number") {
      onLayout({ ...layout, widths: { ...layout.widths, [changed.id]: Math.round(width) } });
    }
  }, []);

  return {
    sizes,
    /** Restores a column's default width. */
    resetSize,
    // New functions would redraw all rows.
    onResizeStart,
    onResize: setDragged,
    onResizeEnd,
  };
}
