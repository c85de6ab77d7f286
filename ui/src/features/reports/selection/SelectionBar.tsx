import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, Download, Lock, type LucideIcon, ScanSearch, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button, lazyNamed, Menu, MenuItem } from "../../../components";
import type { BatchRequest, BatchSource, Connection } from "../../../host/contract";
import { withCatalog } from "../../../i18n";
import { useCommand } from "../../../shared/commands";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { useExport } from "../../../shared/export/export";
import type { List } from "../../../shared/lists/use-list";
import { usePlanning } from "../../../shared/planning/use-planning";
import { Selection } from "../../../shared/selection/Selection";
import { useSelectionScope } from "../../../shared/selection/use-selection-scope";
import { useDeletions } from "../../../shared/unsaved/deletions";
import { useReports } from "../context";
import { toLibraryQuery, wholeList } from "../list/from-library";
import type { ListedReport, ListQuery } from "../search";
import { CopySelection } from "./CopySelection";

const PrivacyOfSeveral = lazyNamed(
  () => withCatalog(import("../../../shared/selection/PrivacyOfSeveral")),
  "PrivacyOfSeveral",
);

export type SelectionBarProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  rows: readonly ListedReport[];
  /** The rows' list and query. */
  list: List<ListedReport>;
  query: ListQuery;
  onSelect: (keys: readonly string[]) => void;
  /** Focuses a report's row. */
  onFocus: (key: string | undefined) => void;
  /** Shown without a selection. */
  children: ReactNode;
};

/**
 * Actions for selected reports, replacing the list's footer: directly for one, as a batch for several, and one batch
 * per connection.
 */
export function SelectionBar({ connection: only, rows, list, query, onSelect, onFocus, children }: SelectionBarProps) {
  const { t } = useLingui();
  const { refresh, ask } = useReports();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const exportThis = useExport();
  const { pendingOf } = useDeletions(only?.id ?? "");
  const planning = usePlanning();
  const [privacyOf, setPrivacyOf] = useState<string | null>(null);
  const { page, isCurrent } = list;
  const scope = useSelectionScope(rows.length, page, isCurrent && page?.filter_ignored === false);
  // The dialog closes with its selection.
  if (privacyOf !== null && rows.length === 0) setPrivacyOf(null);

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
  const detailOf = (of: readonly ListedReport[]) => (connection: string) =>
    scope.isAll ? undefined : t`${plural(idsOf(connection, of).length, { one: "# report", other: "# reports" })}`;

  // Removed reports can't be changed on the service.
  const there = scope.isAll && query.gone ? [] : rows.filter(({ known }) => !known?.gone_at);
  const deletable = there.filter(({ id }) => pendingOf(id) === undefined);
  const [first, second] = rows;
  const single = only && !second && !scope.isAll ? there.find((row) => row === first) : undefined;

  function sourceOf(connection: string, of = there): BatchSource {
    if (!scope.isAll) return { kind: "reports", ids: idsOf(connection, of) };
    const whole = wholeList(only?.id ?? null, query, list);
    if (whole.kind === "list") return { kind: "list", query: whole.query };
    return { kind: "library", query: toLibraryQuery(connection, query) };
  }

  function plan(connection: string, wish: BatchRequest, of = there) {
    const source = sourceOf(connection, of);
    void planning.plan({ connection, source, wish, password: null, keep_passwords: false });
  }

  function remove(connection: string) {
    if (!single) return plan(connection, { kind: "delete" }, deletable);
    ask("delete", single);
    onSelect([]);
    onFocus(single.id);
  }

  const exportOf = (connection: string) => {
    const ids = idsOf(connection);
    const named = nameOf(connection);
    exportThis({ of: { kind: "selection", connection, ids }, name: t`Reports – ${named}`, total: ids.length });
  };
  const exportAll = () => {
    const named = only ? connectionName(only) : t`All connections`;
    const of = wholeList(only?.id ?? null, query, list);
    exportThis({ of, name: t`Reports – ${named}`, total: scope.total ?? undefined });
  };

  const isOn = rows.length > 0 && !planning.isPlanning;
  useCommand("export", isOn && only ? () => (scope.isAll ? exportAll() : exportOf(only.id)) : null);
  useCommand("delete_selected", isOn && only && deletable.length > 0 ? () => remove(only.id) : null);
  useCommand("clear_selection", isOn ? () => onSelect([]) : null);

  if (rows.length === 0 && !planning.isPlanning) return children;
  return (
    <>
      <Selection count={rows.length} scope={scope} planning={planning} onClear={() => onSelect([])}>
        <ForEach
          icon={ScanSearch}
          label={t`Recheck`}
          connections={connectionsOf(there)}
          nameOf={nameOf}
          detailOf={detailOf(there)}
          onChoose={(connection) =>
            single ? refresh(single) : plan(connection, { kind: "refresh", older_than_days: null })
          }
        />
        <ForEach
          icon={Lock}
          label={t`Privacy`}
          connections={connectionsOf(there)}
          nameOf={nameOf}
          detailOf={detailOf(there)}
          onChoose={(connection) => (single ? ask("privacy", single) : setPrivacyOf(connection))}
        />
        {!scope.isAll && <CopySelection rows={rows} />}
        {scope.isAll ? (
          <Button icon={Download} onPress={exportAll}>
            <Trans>Export</Trans>
          </Button>
        ) : (
          <ForEach
            icon={Download}
            label={t`Export`}
            connections={connectionsOf(rows)}
            nameOf={nameOf}
            detailOf={detailOf(rows)}
            onChoose={exportOf}
          />
        )}
        <ForEach
          icon={Trash2}
          label={t`Delete`}
          connections={connectionsOf(deletable)}
          nameOf={nameOf}
          detailOf={detailOf(deletable)}
          onChoose={remove}
        />
      </Selection>
      <Suspense>
        {privacyOf !== null && (
          <PrivacyOfSeveral
            count={!scope.isAll ? idsOf(privacyOf, there).length : only ? scope.total : null}
            connection={privacyOf}
            source={sourceOf(privacyOf)}
            onClose={() => setPrivacyOf(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type ForEachProps = {
  icon: LucideIcon;
  label: string;
  /** The selection's connections. */
  connections: readonly string[];
  nameOf: (connection: string) => string;
  /** The number of affected reports, if known. */
  detailOf: (connection: string) => string | undefined;
  onChoose: (connection: string) => void;
};

/** A button, or a menu of connections if the selection has several. */
function ForEach({ icon, label, connections, nameOf, detailOf, onChoose }: ForEachProps) {
  const [only, second] = connections;
  if (second === undefined) {
    return (
      <Button icon={icon} isDisabled={only === undefined} onPress={() => only !== undefined && onChoose(only)}>
        {label}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <Button icon={icon} iconAfter={ChevronDown}>
          {label}
        </Button>
      }
    >
      {connections.map((id) => (
        <MenuItem key={id} label={nameOf(id)} detail={detailOf(id)} onAction={() => onChoose(id)} />
      ))}
    </Menu>
  );
}
