import { useLingui } from "@lingui/react/macro";
import { Download, GitCompareArrows, Lock, ScanSearch, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type BAR_FOLDS, lazyNamed, useIsFolded } from "../../../components";
import type { BatchRequest, Connection } from "../../../host/contract";
import { useCommand } from "../../../shared/commands";
import { useExport } from "../../../shared/export/export";
import type { List } from "../../../shared/lists/use-list";
import type { RowSelection } from "../../../shared/lists/use-row-selection";
import { comparePath } from "../../../shared/navigation/routes";
import { useGoTo } from "../../../shared/navigation/use-navigation";
import type { Planning } from "../../../shared/planning/use-planning";
import { Selection } from "../../../shared/selection/Selection";
import { useReports } from "../context";
import type { ListedReport, ListQuery } from "../search";
import { ForEach, type ForEachProps } from "./ForEach";
import { MoreActions } from "./MoreActions";
import { useSelectedReports } from "./use-selected-reports";

const PrivacyOfSeveral = lazyNamed(() => import("../../../shared/selection/PrivacyOfSeveral"), "PrivacyOfSeveral");

export type SelectionBarProps = {
  /** `null` for all connections. */
  connection: Connection | null;
  selection: RowSelection<ListedReport>;
  planning: Planning;
  /** The rows' list and query. */
  list: List<ListedReport>;
  query: ListQuery;
  /** Focuses a report's row. */
  onFocus: (key: string | undefined) => void;
  /** The list's footer. */
  children: ReactNode;
};

/**
 * Actions for selected reports, above the list's footer: directly for one, as a batch for several, and one batch per
 * connection.
 */
export function SelectionBar({
  connection: only,
  selection,
  planning,
  list,
  query,
  onFocus,
  children,
}: SelectionBarProps) {
  const { rows, select: onSelect } = selection;
  const { t } = useLingui();
  const { refresh, ask, activityOf } = useReports();
  const go = useGoTo();
  const exportThis = useExport();
  const [privacyOf, setPrivacyOf] = useState<string | null>(null);
  const selected = useSelectedReports(only, selection, list, query);
  const { scope, changeable, single, idsOf, spreadOf, sourceOf } = selected;
  // The dialog closes with its selection.
  if (privacyOf !== null && rows.length === 0) setPrivacyOf(null);

  function plan(connection: string, wish: BatchRequest) {
    void planning.plan({ connection, source: sourceOf(connection), wish, password: null, keep_passwords: false });
  }

  function remove(connection: string) {
    if (!single) return plan(connection, { kind: "delete" });
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

  /** They are one action, also for several connections. */
  const together = { ...spreadOf(rows), connections: [""] };
  const path = comparedPath(selected, rows);
  const comparing =
    path === null ? null : { icon: GitCompareArrows, label: t`Compare`, ...together, onChoose: () => go(path) };
  const deletion = { icon: Trash2, label: t`Delete`, isDanger: true, ...spreadOf(changeable), onChoose: remove };
  const privacy = {
    icon: Lock,
    label: t`Privacy…`,
    ...spreadOf(changeable),
    onChoose: (connection: string) => (single ? ask("privacy", single) : setPrivacyOf(connection)),
  };
  const exporting = {
    icon: Download,
    label: t`Export…`,
    ...(scope.isAll ? together : spreadOf(rows)),
    onChoose: scope.isAll ? exportAll : exportOf,
  };

  const isOn = rows.length > 0 && !planning.isPlanning;
  useCommand("export", isOn && only ? () => (scope.isAll ? exportAll() : exportOf(only.id)) : null);
  useCommand("delete_selected", isOn && only && changeable.length > 0 ? () => remove(only.id) : null);
  useCommand("clear_selection", isOn ? () => onSelect([]) : null);

  return (
    <>
      {(rows.length > 0 || planning.isPlanning) && (
        <Selection count={rows.length} scope={scope} planning={planning} onClear={() => onSelect([])}>
          <ForEach
            icon={ScanSearch}
            label={t`Recheck`}
            {...spreadOf(changeable)}
            isPending={single ? activityOf(single.id).isRefreshing : false}
            onChoose={(connection) =>
              single ? refresh(single) : plan(connection, { kind: "refresh", older_than_days: null })
            }
          />
          {comparing && <Unfolded part="compare" {...comparing} />}
          <Unfolded part="privacy" {...privacy} />
          <Unfolded part="export" {...exporting} />
          <MoreActions
            rows={scope.isAll ? null : rows}
            scope={scope}
            comparing={comparing}
            privacy={privacy}
            exporting={exporting}
            deletion={deletion}
          />
          <Unfolded part="delete" {...deletion} />
        </Selection>
      )}
      {children}
      {privacyOf !== null && (
        <PrivacyOfSeveral
          count={!scope.isAll ? idsOf(privacyOf, changeable).length : only ? scope.total : null}
          connection={privacyOf}
          source={sourceOf(privacyOf)}
          onClose={() => setPrivacyOf(null)}
        />
      )}
    </>
  );
}

/** An action in the bar, if there is room for it. */
function Unfolded({ part, ...action }: ForEachProps & { part: (typeof BAR_FOLDS)[number] }) {
  return !useIsFolded(part) && <ForEach {...action} />;
}

/** The comparison of two selected reports, the one that was checked earlier first. */
function comparedPath(
  { scope, connectionOf }: ReturnType<typeof useSelectedReports>,
  rows: readonly ListedReport[],
): string | null {
  if (rows.length !== 2 || scope.isAll) return null;
  const timeOf = ({ generated_at }: ListedReport) => (generated_at === null ? 0 : Date.parse(generated_at));
  const sorted = [...rows].sort((one, other) => timeOf(one) - timeOf(other));
  const [before, after] = sorted.map((row) => ({ connection: connectionOf(row), id: row.id }));
  return before && after ? comparePath(before, after) : null;
}
