import { useMemo, useState } from "react";
import type { ColumnLayout } from "../../host/contract";
import type { TableColumn } from "./Table";

/** Default layout: nothing hidden, default widths. */
export const DEFAULT_LAYOUT: ColumnLayout = { hidden: [], widths: {} };

/** True if nothing was changed. */
export function isDefaultLayout({ hidden, widths, checks }: ColumnLayout): boolean {
  return hidden.length === 0 && Object.keys(widths).length === 0 && !checks?.length;
}

type Hideable = { id: string; isRowHeader?: boolean; isAlwaysShown?: boolean };

/** True if a column can be hidden. */
export function isHideable({ isRowHeader, isAlwaysShown }: Hideable): boolean {
  return !isRowHeader && !isAlwaysShown;
}

/** The visible columns; unknown hidden ids are ignored. */
export function shownColumns<C extends Hideable>(columns: readonly C[], hidden: readonly string[]): C[] {
  return columns.filter((column) => !isHideable(column) || !hidden.includes(column.id));
}

/** Extra width of the columns at the edges, whose cells begin or end where the sheet’s text does. */
const EDGE_ROOM = 24;

/** Extra width of a column after figures, which end beside its texts. */
const FIGURES_ROOM = 10;

/** The least width of a column that says no other. */
const MIN_WIDTH = 75;

type Sized = Pick<TableColumn<never>, "id" | "align" | "defaultWidth" | "minWidth">;

/** The least width of a column, in pixels. */
export const leastOf = ({ minWidth = MIN_WIDTH }: Sized) => minWidth;

/** A resize that isn't over: the widths at its start, and the new one. */
type Resize = { id: string; before: readonly number[]; width: number };

type WidthOptions = {
  columns: readonly Sized[];
  layout: ColumnLayout;
  onLayout: (layout: ColumnLayout) => void;
  /** In pixels, without the checkboxes. */
  room: number;
  /** Checkboxes are at the start. */
  isSelectable: boolean;
};

/** The widths of columns, and what changes them. */
export type ColumnWidths = {
  /** Of each column, in whole pixels. */
  widths: readonly number[];
  resizeTo: (index: number, width: number) => void;
  /** Keeps the width of the column that was resized. */
  endResize: () => void;
  resetWidth: (id: string) => void;
};

/** The widths of a table's columns. */
export function useColumnWidths({ columns, layout, onLayout, room, isSelectable }: WidthOptions): ColumnWidths {
  const [resize, setResize] = useState<Resize>();
  const { widths: kept } = layout;
  const widths = useMemo(() => {
    const at = columns.findIndex(({ id }) => id === resize?.id);
    const parts = columns.map((column, index): Part => {
      // The columns before it stay where they are.
      if (resize && index <= at) return fixed(index === at ? resize.width : (resize.before[index] ?? 0));
      const { id, defaultWidth = "1fr" } = column;
      const [width, least] = [kept[id], leastOf(column)];
      if (width !== undefined) return fixed(width);
      if (typeof defaultWidth === "string") return { share: Number.parseFloat(defaultWidth), width: 0, least };
      const edges = Number(index === 0 && !isSelectable) + Number(index === columns.length - 1);
      const isAfterFigures = !column.align && columns[index - 1]?.align !== undefined;
      const extra = edges * EDGE_ROOM + Number(isAfterFigures) * FIGURES_ROOM;
      return { share: 0, width: defaultWidth + extra, least: Math.min(defaultWidth, least) + extra };
    });
    return widthsIn(room, parts);
  }, [columns, kept, resize, room, isSelectable]);
  return {
    widths,
    resizeTo(index: number, wanted: number) {
      const column = columns[index];
      if (!column) return;
      const width = Math.round(Math.max(leastOf(column), wanted));
      setResize({ id: column.id, before: resize?.before ?? widths, width });
    },
    endResize() {
      setResize(undefined);
      if (resize) onLayout({ ...layout, widths: { ...kept, [resize.id]: resize.width } });
    },
    resetWidth(id: string) {
      const { [id]: _, ...others } = kept;
      onLayout({ ...layout, widths: others });
    },
  };
}

/** The room of a column: a share, or a width that gives way as far as the least. */
type Part = { share: number; width: number; least: number };

const fixed = (width: number): Part => ({ share: 0, width, least: width });

/** Columns with a share fill the room, but none is narrower than its least width; without room, the others give way. */
function widthsIn(room: number, parts: readonly Part[]): number[] {
  const sum = (of: (part: Part) => number) => parts.reduce((all, part) => all + of(part), 0);
  for (;;) {
    const perShare = (room - sum(({ width }) => width)) / sum(({ share }) => share);
    const narrow = parts.find(({ share, least }) => share > 0 && share * perShare < least);
    if (narrow) {
      narrow.width = narrow.least;
      narrow.share = 0;
      continue;
    }
    const [missing, loose] = [sum(({ width }) => width) - room, sum(({ width, least }) => width - least)];
    const give = room > 0 && missing > 0 && loose > 0 ? Math.min(1, missing / loose) : 0;
    // Each edge is rounded, so that the sum is the room.
    let edge = 0;
    return parts.map(({ share, width, least }) => {
      const start = edge;
      edge += share > 0 ? share * perShare : width - (width - least) * give;
      return Math.round(edge) - Math.round(start);
    });
  }
}
