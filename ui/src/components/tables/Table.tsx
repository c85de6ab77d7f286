import type { ReactNode } from "react";
import type { Selection, SortDescriptor } from "react-aria-components";
import type { ColumnLayout, Importance } from "../../host/contract";
import { lazyNamed } from "../deferred";

/** Screens without rows do without it. */
export const Grid = lazyNamed(() => import("./grid/Grid"), "Grid");

export type TableColumn<T> = {
  id: string;
  label: string;
  render: (row: T) => ReactNode;
  /** Names the row for screen readers; can't be hidden. */
  isRowHeader?: boolean;
  /** Can't be hidden. */
  isAlwaysShown?: boolean;
  allowsSorting?: boolean;
  /** Only screen readers say its label. */
  isLabelHidden?: boolean;
  /** A mark and a short text in its head, where the label is the hint. */
  head?: { text: string; mark: Importance };
  /** A hint about the column. */
  note?: string | undefined;
  /** Figures keep units below units in any direction of text. */
  align?: "end" | "figures";
  /** In pixels; without it, or with a share such as `2fr`, a column takes what the others leave. */
  defaultWidth?: number | `${number}fr`;
  /** In pixels. */
  minWidth?: number;
};

export type TableProps<T> = {
  "aria-label": string;
  /** A new array redraws all rows. */
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  /** Identifies a row. */
  idOf: (row: T) => string;
  /** Used for type-ahead and announcements. */
  rowLabel: (row: T) => string;
  /** Selected rows; without it there are no checkboxes. */
  selected?: Selection;
  onSelect?: (selected: Selection) => void;
  /** Rows that aren't loaded aren't selected either. */
  hasUnselected?: boolean;
  /** The sort order, if any. */
  sort?: SortDescriptor | undefined;
  onSort?: (sort: SortDescriptor) => void;
  /** Enter or click on a row. */
  onOpen?: (id: string) => void;
  /** The row with open details. */
  openId?: string | undefined;
  /** Hidden columns and widths; without it the table keeps widths itself. */
  layout?: ColumnLayout | undefined;
  onLayout?: (layout: ColumnLayout) => void;
  /** Context menu of a row: right click, Shift+F10, or the menu key. */
  rowMenu?: (row: T) => ReactNode;
  /** A pending change, such as “Will be deleted”: shown as a badge on a fainter row. */
  pendingOf?: ((row: T) => string | undefined) | undefined;
  /** A note on a row, such as that a change wasn't applied. */
  noteOf?: ((row: T) => string | undefined) | undefined;
  density?: "comfortable" | "compact";
  /** Rows have a second line. */
  hasTwoLines?: boolean;
  /** The heading of the group that a row is in; it shows above the first row of each. */
  groupOf?: (row: T) => string;
  /** Beside the heading of a group, such as how many it has. */
  groupNoteOf?: (group: string) => string | undefined;
  /** A line is above a row for which this differs from that of the row before. */
  partOf?: ((row: T) => string) | undefined;
  empty?: ReactNode;
  /** The rows are being replaced, so they are shown fainter. */
  isStale?: boolean;
  /** Called when the end of the rows comes near; without it there are no others. */
  onMore?: (() => void) | undefined;
  /** More rows are being loaded. */
  isLoadingMore?: boolean;
  /** How many rows there are with those that aren't loaded; `null` if unknown. */
  rowCount?: number | null;
};

/** Sortable, resizable, virtualized rows. */
export function Table<T extends object>(props: TableProps<T>) {
  return <Grid {...(props as unknown as TableProps<object>)} />;
}
