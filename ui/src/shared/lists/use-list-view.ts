import { type RefCallback, type RefObject, useCallback, useRef } from "react";
import { useWidth } from "../../components";
import type { ColumnLayout } from "../../host/contract";
import { type FittingColumns, type FittingOptions, useFittingColumns } from "./use-columns";
import { useFocusRow } from "./use-focus-row";
import { type ListName, useLayout } from "./use-layout";

/** The element that holds a list's rows. */
export type ListArea = {
  /** Its width in pixels; 0 until measured. */
  width: number;
  isMeasured: boolean;
  /** Refers to it. */
  area: RefCallback<HTMLDivElement>;
  element: RefObject<HTMLDivElement | null>;
  /** Focuses a row by id, or else the table. */
  focusRow: (id: string | undefined) => void;
};

/** For a list whose columns load after its screen; see {@link useViewOf}. */
export function useListArea(): ListArea {
  const [width, measure, isMeasured] = useWidth<HTMLDivElement>();
  const element = useRef<HTMLDivElement>(null);
  const area = useCallback(
    (div: HTMLDivElement | null) => {
      element.current = div;
      return measure(div);
    },
    [measure],
  );
  return { width, isMeasured, area, element, focusRow: useFocusRow(element) };
}

/** How the rows of a list are arranged. */
export type ListView<Row> = ListArea &
  FittingColumns<Row> & {
    /** Names the stored layout; without it, the table keeps widths itself. */
    name: ListName | undefined;
    layout: ColumnLayout;
    saveLayout: (layout: ColumnLayout) => void;
  };

type ListViewOptions<Row> = Omit<FittingOptions<Row>, "rows" | "width" | "layout"> & {
  name?: ListName;
  rows?: readonly Row[] | undefined;
};

/** Arranges columns for the width of a list and as the user prefers. */
export function useListView<Row>(options: ListViewOptions<Row>): ListView<Row> {
  return useViewOf(useListArea(), options);
}

/** Like {@link useListView}, in an area that is there before. */
export function useViewOf<Row>(area: ListArea, { name, rows = [], ...options }: ListViewOptions<Row>): ListView<Row> {
  const [layout, saveLayout] = useLayout(name);
  const columns = useFittingColumns({ ...options, rows, width: area.width, layout });
  return { ...area, ...columns, name, layout, saveLayout };
}
