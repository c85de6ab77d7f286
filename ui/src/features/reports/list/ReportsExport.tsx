import { useLingui } from "@lingui/react/macro";
import type { ReportQuery, ReportRow } from "../../../host/contract";
import { useConnection, useConnectionName } from "../../../shared/data/connection";
import { ExportButton } from "../../../shared/export/ExportButton";
import type { List } from "../../../shared/lists/use-list";
import { toLibraryQuery } from "../known";

/** Exports the whole list that is shown: the service's, or the library's where the service has not answered. */
export function ReportsExport({ list, query }: { list: List<ReportRow>; query: ReportQuery }) {
  const { t } = useLingui();
  const connection = useConnection();
  const named = useConnectionName()(connection);
  const { page, knownAt } = list;
  if (!page || page.rows.length === 0) return <ExportButton what={null} />;
  const of =
    knownAt === null
      ? ({ kind: "list", connection: connection.id, query } as const)
      : ({ kind: "library", query: toLibraryQuery(connection.id, query) } as const);
  return <ExportButton what={{ of, name: t`Reports – ${named}`, total: page.total ?? undefined }} />;
}
