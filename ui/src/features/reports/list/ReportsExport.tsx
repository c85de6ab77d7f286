import { useLingui } from "@lingui/react/macro";
import type { Connection } from "../../../host/contract";
import { useConnectionName } from "../../../shared/data/connection";
import { ExportButton } from "../../../shared/export/ExportButton";
import type { List } from "../../../shared/lists/use-list";
import type { ListedReport, ListQuery } from "../search";
import { wholeList } from "./from-library";

export type ReportsExportProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  list: List<ListedReport>;
  query: ListQuery;
};

/** Exports the whole list: the service's, or the library's if that is shown. */
export function ReportsExport({ connection, list, query }: ReportsExportProps) {
  const { t } = useLingui();
  const nameOf = useConnectionName();
  const named = connection ? nameOf(connection) : t`All connections`;
  const { page } = list;
  if (!page || page.rows.length === 0) return <ExportButton what={null} />;
  const of = wholeList(connection?.id ?? null, query, list);
  return <ExportButton what={{ of, name: t`Reports – ${named}`, total: page.total ?? undefined }} />;
}
