import { Trans, useLingui } from "@lingui/react/macro";
import { Download, GitCompareArrows, Lock, ScanSearch, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button, lazyNamed } from "../../../components";
import type { BatchRequest, Connection } from "../../../host/contract";
import { useCommand } from "../../../shared/commands";
import { useExport } from "../../../shared/export/export";
import type { List } from "../../../shared/lists/use-list";
import type { RowSelection } from "../../../shared/lists/use-row-selection";
import { comparePath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import { usePlanning } from "../../../shared/planning/use-planning";
import { Selection } from "../../../shared/selection/Selection";
import { useReports } from "../context";
import type { ListedReport, ListQuery } from "../search";
import { CopySelection } from "./CopySelection";
import { ForEach } from "./ForEach";
import { useSelectedReports } from "./use-selected-reports";

const PrivacyOfSeveral = lazyNamed(() => import("../../../shared/selection/PrivacyOfSeveral"), "PrivacyOfSeveral");

export type SelectionBarProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  selection: RowSelection<ListedReport>;
  /** The rows' list and query. */
  list: List<ListedReport>;
  query: ListQuery;
  /** Focuses a report's row. */
  onFocus: (key: string | undefined) => void;
  /** Shown without a selection. */
  children: ReactNode;
};

/**
 * Actions for selected reports, replacing the list's footer: directly for one, as a batch for several, and one batch
 * per connection.
 */
export function SelectionBar({ connection: only, selection, list, query, onFocus, children }: SelectionBarProps) {
  const { rows, select: onSelect } = selection;
  const { t } = useLingui();
  const { refresh, ask } = useReports();
  const exportThis = useExport();
  const planning = usePlanning();
  const go = useGoTo();
  const [privacyOf, setPrivacyOf] = useState<string | null>(null);
  const selected = useSelectedReports(only, selection, list, query);
  const { scope, there, deletable, single, idsOf, spreadOf, sourceOf } = selected;
  const { connections } = spreadOf(rows);
  // The dialog closes with its selection.
  if (privacyOf !== null && rows.length === 0) setPrivacyOf(null);

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
    const named = selected.nameOf(connection);
    exportThis({ of: { kind: "selection", connection, ids }, name: t`Reports – ${named}`, total: ids.length });
  };
  const exportAll = () => {
    const named = only ? selected.nameOf(only.id) : t`All connections`;
    exportThis({ of: selected.whole(), name: t`Reports – ${named}`, total: scope.total ?? undefined });
  };

  // Two of one connection.
  const [one, other] = rows.length === 2 && !scope.isAll && connections.length === 1 ? idsOf(connections[0] ?? "") : [];
  const compared = one && other ? comparePath(connections[0] ?? "", one, other) : null;

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
          {...spreadOf(there)}
          onChoose={(connection) =>
            single ? refresh(single) : plan(connection, { kind: "refresh", older_than_days: null })
          }
        />
        <ForEach
          icon={Lock}
          label={t`Privacy`}
          {...spreadOf(there)}
          onChoose={(connection) => (single ? ask("privacy", single) : setPrivacyOf(connection))}
        />
        {compared && (
          <Button icon={GitCompareArrows} onPress={() => go(compared)}>
            <Trans>Compare</Trans>
          </Button>
        )}
        {!scope.isAll && <CopySelection rows={rows} />}
        {scope.isAll ? (
          <Button icon={Download} onPress={exportAll}>
            <Trans>Export</Trans>
          </Button>
        ) : (
          <ForEach icon={Download} label={t`Export`} {...spreadOf(rows)} onChoose={exportOf} />
        )}
        <ForEach icon={Trash2} label={t`Delete`} {...spreadOf(deletable)} onChoose={remove} />
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
