import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Lock, RotateCw, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../../components";
import type { BatchSource, BatchRequest, ExportOf, ReportQuery, ReportRow } from "../../../host/contract";
import { withCatalog } from "../../../i18n";
import { useCommand } from "../../../shared/commands";
import { useConnection, useConnectionName } from "../../../shared/data/connection";
import { useExport } from "../../../shared/export/export";
import type { List } from "../../../shared/lists/use-list";
import { usePlanning } from "../../../shared/planning/use-planning";
import { Selection } from "../../../shared/selection/Selection";
import { useReach } from "../../../shared/selection/use-selection-scope";
import { useDeletions } from "../../../shared/unsaved/deletions";
import { useReports } from "../context";
import { toLibraryQuery } from "../known";
import { CopySelection } from "./CopySelection";

const PrivacyOfSeveral = lazy(() =>
  withCatalog(import("../../../shared/selection/PrivacyOfSeveral")).then((module) => ({ default: module.PrivacyOfSeveral })),
);

export type SelectionBarProps = {
  /** `null` for all connections. */
  rows: readonly ReportRow[];
  /** The list that they are of, and the question that it answers. */
  list: List<ReportRow>;
  query: ReportQuery;
  onSelect: (ids: readonly string[]) => void;
  /** Puts the focus on the row of a report. */
  onFocus: (id: string | undefined) => void;
  /** What is here while nothing is selected. */
  children: ReactNode;
};

/**
 * Actions for selected reports, replacing the list's footer: directly for one, as a batch for several, and one batch
 * per connection.
 */
export function SelectionBar({ rows, list, query, onSelect, onFocus, children }: SelectionBarProps) {
  const { t } = useLingui();
  const { refresh, ask } = useReports();
  const current = useConnection();
  const { id: connection } = current;
  const named = useConnectionName()(current);
  const exportThis = useExport();
  const { pendingOf } = useDeletions(connection);
  const planning = usePlanning();
  const [isPrivacyAsked, setPrivacyAsked] = useState(false);
  const { page, isCurrent, knownAt } = list;
  const reach = useReach(rows.length, page, isCurrent && page?.filter_ignored === false);
  const deletable = rows.filter(({ id }) => pendingOf(id) === undefined);
  // A dialog goes with what it is about.
  if (isPrivacyAsked && rows.length === 0) setPrivacyAsked(false);

  const [first, second] = rows;
  const only = second || reach.isAll ? undefined : first;
  const ids = rows.map(({ id }) => id);
  // The library has the list where the service does not answer.
  const known = knownAt === null ? null : ({ kind: "library", query: toLibraryQuery(connection, query) } as const);

  function sourceOf(chosen = ids): BatchSource {
    return reach.isAll ? (known ?? { kind: "list", query }) : { kind: "reports", ids: chosen };
  }

  function plan(wish: BatchRequest, chosen = ids) {
    void planning.plan({ connection, source: sourceOf(chosen), wish, password: null, keep_passwords: false });
  }

  function remove() {
    if (!only) {
      const chosen = deletable.map(({ id }) => id);
      return plan({ kind: "delete" }, chosen);
    }
    ask("delete", only);
    onSelect([]);
    onFocus(only.id);
  }

  const exportRows = () => {
    const whole: ExportOf = known ?? { kind: "list", connection, query };
    const of: ExportOf = reach.isAll ? whole : { kind: "selection", connection, ids };
    const total = reach.isAll ? reach.total : rows.length;
    exportThis({ of, name: t`Reports – ${named}`, total: total ?? undefined });
  };

  const isOn = rows.length > 0 && !planning.isPlanning;
  useCommand("export", isOn ? exportRows : null);
  useCommand("delete_selected", isOn && deletable.length > 0 ? remove : null);
  useCommand("clear_selection", isOn ? () => onSelect([]) : null);

  if (rows.length === 0 && !planning.isPlanning) return children;
  return (
    <>
      <Selection count={rows.length} reach={reach} planning={planning} onClear={() => onSelect([])}>
        <Button
          icon={RotateCw}
          onPress={() => (only ? refresh(only) : plan({ kind: "refresh", older_than_days: null }))}
        >
          <Trans>Refresh</Trans>
        </Button>
        <Button icon={Lock} onPress={() => (only ? ask("privacy", only) : setPrivacyAsked(true))}>
          <Trans>Privacy</Trans>
        </Button>
        {!reach.isAll && <CopySelection rows={rows} />}
        <Button icon={Download} onPress={exportRows}>
          <Trans>Export</Trans>
        </Button>
        <Button icon={Trash2} onPress={remove} isDisabled={deletable.length === 0}>
          <Trans>Delete</Trans>
        </Button>
      </Selection>
      <Suspense>
        {isPrivacyAsked && (
          <PrivacyOfSeveral
            count={reach.isAll ? reach.total : rows.length}
            connection={connection}
            source={sourceOf()}
            onClose={() => setPrivacyAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
