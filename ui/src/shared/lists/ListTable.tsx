import { Table, type TableProps } from "../../components";
import type { Page } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import type { MoreRows } from "./endless/use-endless";
import { PastEnd, type PastEndProps } from "./PastEnd";
import type { ListView } from "./use-list-view";

export type ListTableProps<Row extends object> = Omit<TableProps<Row>, "columns" | "rows" | "layout" | "onLayout"> & {
  page: Page<Row> | undefined;
  view: ListView<Row>;
  /** Of a list that loads on while it is scrolled. */
  more?: MoreRows;
  /** Of a list in pages: one that is past the end leads to the first. */
  pastEnd?: PastEndProps;
};

/** The rows of a list, arranged as the user prefers. */
export function ListTable<Row extends object>({ page, view, more, pastEnd, ...table }: ListTableProps<Row>) {
  const [{ density }] = usePreferences();
  if (!page) return null;
  return (
    <Table
      {...table}
      rows={page.rows}
      columns={view.shown}
      density={density}
      {...(view.name !== undefined && { layout: view.layout, onLayout: view.saveLayout })}
      {...(more && {
        onMore: more.load ?? undefined,
        isLoadingMore: more.isLoading,
        rowCount: page.total ?? (page.has_next ? null : page.rows.length),
      })}
      empty={pastEnd && page.number > 1 ? <PastEnd {...pastEnd} /> : table.empty}
    />
  );
}
