import { useLingui } from "@lingui/react/macro";
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
  names: ReadonlySet<string>;
  /** True if a plan can be made of the pages that fail this check. */
  canRecheck: (check: FailingCheck) => boolean;
  toggle: (name: string) => void;
  clear: () => void;
  recheck: (checks: readonly string[], connection: string) => void;
};

export function useFixSelection(query: LibraryQuery, groups: readonly FixGroup[] | undefined): FixSelection {
  const planning = usePlanning();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // The library can filter by only one failing check, and removed reports can't be checked.
  const canRecheck = ({ name }: FailingCheck) =>
    query.gone !== true && (query.failing === undefined || query.failing === name);
  const shown = (groups ?? []).flatMap(({ checks }) => checks).filter(canRecheck);
  return {
    planning,
    names: new Set(shown.map(({ name }) => name).filter((name) => chosen.includes(name))),
    canRecheck,
    toggle: (name) =>
      setChosen((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name])),
    clear: () => setChosen([]),
    recheck: (checks, connection) =>
      void planning.plan({
        connection,
        source: { kind: "fix_list", query, checks: [...checks] },
        wish: { kind: "refresh", older_than_days: null },
        password: null,
        keep_passwords: false,
      }),
  };
}

type RecheckTheseProps = {
  selection: FixSelection;
  checks: readonly string[];
  /** `null` for all connections, which get a batch each. */
  connection: string | null;
};

/** Plans a recheck of the pages that fail any of these checks. */
export function RecheckThese({ selection, checks, connection }: RecheckTheseProps) {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  return (
    <ForEach
      icon={ScanSearch}
      label={t`Recheck these`}
      connections={connection === null ? connections.map(({ id }) => id) : [connection]}
      nameOf={(id) => {
        const known = connections.find((one) => one.id === id);
        return known ? connectionName(known) : id;
      }}
      detailOf={() => undefined}
      onChoose={(id) => selection.recheck(checks, id)}
    />
  );
}

/** The bar below the list while checks are selected. */
export function FixSelectionBar({ selection, connection }: Omit<RecheckTheseProps, "checks">) {
  const { names, planning, clear } = selection;
  useCommand("clear_selection", names.size > 0 && !planning.isPlanning ? clear : null);
  if (names.size === 0 && !planning.isPlanning) return null;
  return (
    <Selection
      count={names.size}
      scope={{ isAll: false, canBeAll: false, total: null, selectAll: () => {} }}
      planning={planning}
      onClear={clear}
    >
      <RecheckThese selection={selection} checks={[...names]} connection={connection} />
    </Selection>
  );
}
