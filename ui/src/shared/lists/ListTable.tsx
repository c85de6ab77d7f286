import type { LucideIcon } from "lucide-react";
import { Table, type TableProps } from "../../components";
import type { Page } from "../../host/contract";
import { usePreferences } from "../data/preferences";
import { PastEnd } from "./PastEnd";
import type { ListView } from "./use-list-view";

export type ListTableProps<Row extends object> = Omit<TableProps<Row>, "columns" | "rows" | "layout" | "onLayout"> & {
  page: Page<Row> | undefined;
  view: ListView<Row>;
  /** Stands for the rows if the page is past the end of the list. */
  icon: LucideIcon;
  onFirstPage: () => void;
};

/** The rows of a list, arranged as the user prefers. */
export function ListTable<Row extends object>({ page, view, icon, onFirstPage, ...table }: ListTableProps<Row>) {
  const [{ density }] = usePreferences();
  if (!page) return null;
  return (
    <Table
      {...table}
      rows={page.rows}
      columns={view.shown}
      density={density}
      {...(view.name !== undefined && { layout: view.layout, onLayout: view.saveLayout })}
      empty={page.number > 1 ? <PastEnd icon={icon} onFirst={onFirstPage} /> : table.empty}
    />
  );
}
