import { type RefCallback, useCallback, useRef } from "react";
import type { ColumnLayout } from "../../host/contract";
import { useWidth } from "../screen/use-width";
import { type FittingColumns, type FittingOptions, useFittingColumns } from "./use-columns";
import { useFocusRow } from "./use-focus-row";
import { type ListName, useLayout } from "./use-layout";

/** How the rows of a list are arranged. */
export type ListView<Row> = FittingColumns<Row> & {
  /** Names the stored layout; without it, the table keeps widths itself. */
  name: ListName | undefined;
  layout: ColumnLayout;
  saveLayout: (layout: ColumnLayout) => void;
  /** Refers to the element that holds the rows. */
  area: RefCallback<HTMLDivElement>;
  /** Focuses a row by id, or else the table. */
  focusRow: (id: string | undefined) => void;
};

type ListViewOptions<Row> = Omit<FittingOptions<Row>, "rows" | "width" | "layout"> & {
  name?: ListName;
  rows?: readonly Row[] | undefined;
};

/** Arranges columns for the width of a list and as the user prefers. */
export function useListView<Row>({ name, rows = [], ...options }: ListViewOptions<Row>): ListView<Row> {
  const [width, measure] = useWidth<HTMLDivElement>();
  const [layout, saveLayout] = useLayout(name);
  const columns = useFittingColumns({ ...options, rows, width, layout });
  const element = useRef<HTMLDivElement>(null);
  const area = useCallback(
    (div: HTMLDivElement | null) => {
      element.current = div;
      return measure(div);
    },
    [measure],
  );
  return { ...columns, name, layout, saveLayout, area, focusRow: useFocusRow(element) };
}
