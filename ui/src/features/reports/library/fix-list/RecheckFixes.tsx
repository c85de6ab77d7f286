import { plural } from "@lingui/core/macro";
import { ScanSearch } from "lucide-react";
import { useState } from "react";
import type { FailingCheck, LibraryQuery } from "../../../../host/contract";
import { useCommand } from "../../../../shared/commands";
import { useConnectionName, useConnections } from "../../../../shared/data/connection";
import { type Planning, usePlanning } from "../../../../shared/planning/use-planning";
import { Selection } from "../../../../shared/selection/Selection";
import { ForEach } from "../../selection/ForEach";
import type { FixGroup } from "./fix-search";

/** Selected checks, and a batch that rechecks the pages that fail some. */
export type FixSelection = {
  planning: Planning;
  /** The selected checks that are shown. */
  checks: readonly FailingCheck[];
  /** The number of reports with known checks. */
  reports: number;
  /** True if a plan can be made of the pages that fail this check. */
  canRecheck: (check: FailingCheck) => boolean;
  toggle: (name: string) => void;
  /** All that can be selected are. */
  isAll: boolean;
  /** Selects all, or none if all are; `null` if there are none to select. */
  toggleAll: (() => void) | null;
  clear: () => void;
  recheck: (checks: readonly FailingCheck[], connection: string) => void;
};

export function useFixSelection(
  query: LibraryQuery,
  groups: readonly FixGroup[] | undefined,
  reports: number,
): FixSelection {
  const planning = usePlanning();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // The library can filter by only one failing check, and removed reports can't be checked.
  const canRecheck = ({ name }: FailingCheck) =>
    query.gone !== true && (query.failing === undefined || query.failing === name);
  const shown = (groups ?? []).flatMap(({ checks }) => checks).filter(canRecheck);
  const checks = shown.filter(({ name }) => chosen.includes(name));
  const isAll = checks.length > 0 && checks.length === shown.length;
  return {
    planning,
    checks,
    reports,
    canRecheck,
    toggle: (name) =>
      setChosen((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name])),
    isAll,
    toggleAll: shown.length > 0 ? () => setChosen(isAll ? [] : shown.map(({ name }) => name)) : null,
    clear: () => setChosen([]),
    recheck: (wanted, connection) =>
      void planning.plan({
        connection,
        source: { kind: "fix_list", query, checks: wanted.map(({ name }) => name) },
        wish: { kind: "refresh", older_than_days: null },
        password: null,
        keep_passwords: false,
      }),
  };
}

type RecheckTheseProps = {
  selection: FixSelection;
  checks: readonly FailingCheck[];
  /** `null` for all connections, which get a batch each. */
  connection: string | null;
};

/** Plans a recheck of the pages that fail any of these checks. */
export function RecheckThese({ selection, checks, connection }: RecheckTheseProps) {
  const known = useConnections();
  const connectionName = useConnectionName();
  const connections = connection === null ? known.map(({ id }) => id) : [connection];
  const pages = Math.min(
    checks.reduce((sum, check) => sum + check.pages, 0),
    selection.reports,
  );
  // A page may fail several of them, and be of another connection than the chosen one.
  const isExact = checks.length === 1 && connections.length === 1;
  return (
    <ForEach
      icon={ScanSearch}
      label={
        isExact
          ? plural(pages, { one: "Recheck # page", other: "Recheck # pages" })
          : plural(pages, { one: "Recheck up to # page", other: "Recheck up to # pages" })
      }
      connections={connections}
      nameOf={(id) => {
        const found = known.find((one) => one.id === id);
        return found ? connectionName(found) : id;
      }}
      detailOf={() => undefined}
      onChoose={(id) => selection.recheck(checks, id)}
    />
  );
}

/** The bar below the list while checks are selected. */
export function FixSelectionBar({ selection, connection }: Omit<RecheckTheseProps, "checks">) {
  const { checks, planning, clear, isAll, toggleAll } = selection;
  useCommand("select_all", toggleAll && !isAll && !planning.isPlanning ? toggleAll : null);
  useCommand("clear_selection", checks.length > 0 && !planning.isPlanning ? clear : null);
  if (checks.length === 0 && !planning.isPlanning) return null;
  return (
    <Selection
      count={checks.length}
      scope={{ isAll: false, canBeAll: false, total: null, selectAll: () => {} }}
      planning={planning}
      onClear={clear}
    >
      <RecheckThese selection={selection} checks={checks} connection={connection} />
    </Selection>
  );
}
