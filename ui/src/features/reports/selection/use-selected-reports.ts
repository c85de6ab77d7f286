import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { BatchSource, Connection } from "../../../host/contract";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import type { List } from "../../../shared/lists/use-list";
import type { RowSelection } from "../../../shared/lists/use-row-selection";
import { useProjectScope } from "../../../shared/screen/project-scope";
import { selectionScope } from "../../../shared/selection/selection-scope";
import { usePendingOf } from "../../../shared/unsaved/deletions";
import { toLibraryQuery, wholeList } from "../list/from-library";
import { isFiltered, type ListedReport, type ListQuery } from "../search";

/** The selected reports of a list, by connection; of all connections if `only` is `null`. */
export function useSelectedReports(
  only: Connection | null,
  selection: RowSelection<ListedReport>,
  list: List<ListedReport>,
  query: ListQuery,
) {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const pendingOf = usePendingOf();
  const { page, isCurrent } = list;
  const { rows } = selection;
  const ofProject = useProjectScope();
  const scope = selectionScope(
    selection,
    page,
    isCurrent && page?.filter_ignored === false,
    isFiltered({ ...query, ...(ofProject && { project: undefined }) }),
  );

  const nameOf = (id: string) => {
    const known = connections.find((connection) => connection.id === id);
    return known ? connectionName(known) : id;
  };
  const connectionOf = ({ known }: ListedReport) => known?.connection ?? only?.id ?? "";
  const idsOf = (connection: string, of: readonly ListedReport[] = rows) =>
    of.filter((row) => connectionOf(row) === connection).map(({ id }) => id);
  const connectionsOf = (of: readonly ListedReport[]) => {
    if (of.length === 0) return [];
    if (only) return [only.id];
    return scope.isAll ? connections.map(({ id }) => id) : [...new Set(of.map(connectionOf))];
  };

  // Nothing is changed of what was removed from the service, or is about to be.
  const changeable =
    scope.isAll && query.gone
      ? []
      : rows.filter((row) => !row.known?.gone_at && pendingOf(connectionOf(row), row.id) === undefined);
  const [first, second] = rows;
  const single = only && !second && !scope.isAll ? changeable.find((row) => row === first) : undefined;

  /** The connections of some of them, with their names and how many are affected, if known. */
  const spreadOf = (of: readonly ListedReport[]) => ({
    connections: connectionsOf(of),
    nameOf,
    detailOf: (connection: string) =>
      scope.isAll ? undefined : t`${plural(idsOf(connection, of).length, { one: "# report", other: "# reports" })}`,
  });

  const whole = () => wholeList(only?.id ?? null, query, list);
  function sourceOf(connection: string, of: readonly ListedReport[] = changeable): BatchSource {
    if (!scope.isAll) return { kind: "reports", ids: idsOf(connection, of) };
    const all = whole();
    if (all.kind === "list") return { kind: "list", query: all.query };
    return { kind: "library", query: toLibraryQuery(connection, query) };
  }

  return { scope, changeable, single, connectionOf, nameOf, idsOf, spreadOf, whole, sourceOf };
}
