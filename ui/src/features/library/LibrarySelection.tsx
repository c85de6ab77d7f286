import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Braces, ChevronDown, Copy, Download, Lock, type LucideIcon, RotateCw, Table2, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button, Menu, MenuItem } from "../../components";
import type { BatchSource, BatchRequest, LibraryQuery, LibraryRow, ReportRow } from "../../host/contract";
import { useCommand } from "../../shared/commands";
import { useConnectionName, useConnections } from "../../shared/data/connection";
import { useExport } from "../../shared/export/export";
import { asCsv } from "../../shared/lists/csv";
import type { List } from "../../shared/lists/use-list";
import { usePlanning } from "../../shared/planning/use-planning";
import { Selection } from "../../shared/selection/Selection";
import { useReach } from "../../shared/selection/use-selection-scope";
import { useLibraryCopies } from "./use-library-copies";

const PrivacyOfSeveral = lazy(() =>
  import("../../shared/selection/PrivacyOfSeveral").then((module) => ({ default: module.PrivacyOfSeveral })),
);

/** What of a report is copied as CSV, between its connection and what only the library knows. */
const FIELDS = [
  "id",
  "address",
  "url",
  "project",
  "verdict",
  "score",
  "privacy",
  "generated_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof ReportRow)[];

export type LibrarySelectionProps = {
  rows: readonly LibraryRow[];
  /** The list that they are of, and the question that it answers. */
  list: List<LibraryRow>;
  query: LibraryQuery;
  onClear: () => void;
  /** What is here while nothing is selected. */
  children: ReactNode;
};

/** What can be done to the selected reports of the library, in place of the list's foot: a batch for each connection. */
export function LibrarySelection({ rows, list, query, onClear, children }: LibrarySelectionProps) {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const copies = useLibraryCopies();
  const exportThis = useExport();
  const planning = usePlanning();
  const reach = useReach(rows.length, list.page, list.isCurrent);
  const [privacyOf, setPrivacyOf] = useState<string | null>(null);
  useCommand("clear_selection", rows.length > 0 && !planning.isPlanning ? onClear : null);
  // A dialog goes with what it is about.
  if (privacyOf !== null && rows.length === 0) setPrivacyOf(null);

  const nameOf = (id: string) => {
    const known = connections.find((connection) => connection.id === id);
    return known ? connectionName(known) : id;
  };
  const idsOf = (connection: string, of: readonly LibraryRow[] = rows) =>
    of.filter((known) => known.connection === connection).map(({ row }) => row.id);
  const detailOf = (connection: string, of?: readonly LibraryRow[]) =>
    reach.isAll ? undefined : t`${plural(idsOf(connection, of).length, { one: "# report", other: "# reports" })}`;
  const there = rows.filter(({ gone_at }) => gone_at === null);
  const connectionsOf = (of: readonly LibraryRow[]) =>
    reach.isAll
      ? connections.map(({ id }) => id).filter((id) => query.connection == null || id === query.connection)
      : [...new Set(of.map(({ connection }) => connection))];

  function sourceOf(connection: string): BatchSource {
    if (reach.isAll) return { kind: "library", query: { ...query, connection } };
    return { kind: "reports", ids: idsOf(connection, there) };
  }

  function plan(connection: string, wish: BatchRequest) {
    const source = sourceOf(connection);
    void planning.plan({ connection, source, wish, password: null, keep_passwords: false });
  }

  const exportOf = (connection: string) => {
    const ids = idsOf(connection);
    exportThis({ of: { kind: "selection", connection, ids }, name: nameOf(connection), total: ids.length });
  };
  const copyCsv = () => {
    const data = rows.map(({ connection, row, seen_at, changed_at, gone_at }) => [
      nameOf(connection),
      ...FIELDS.map((field) => row[field]),
      seen_at,
      changed_at,
      gone_at,
    ]);
    copies.csv(rows.length, asCsv(["connection", ...FIELDS, "seen_at", "changed_at", "gone_at"], data));
  };

  if (rows.length === 0 && !planning.isPlanning) return children;
  const total = reach.total ?? undefined;
  // Nothing can be done on the service to what is gone from it.
  const changeable = reach.isAll && query.gone ? [] : connectionsOf(there);
  return (
    <>
      <Selection count={rows.length} reach={reach} planning={planning} onClear={onClear}>
        <ForEach
          icon={RotateCw}
          label={t`Refresh`}
          connections={changeable}
          nameOf={nameOf}
          detailOf={(connection) => detailOf(connection, there)}
          onChoose={(connection) => plan(connection, { kind: "refresh", older_than_days: null })}
        />
        <ForEach
          icon={Lock}
          label={t`Privacy`}
          connections={changeable}
          nameOf={nameOf}
          detailOf={(connection) => detailOf(connection, there)}
          onChoose={setPrivacyOf}
        />
        {!reach.isAll && (
          <Menu
            trigger={
              <Button icon={Copy} iconAfter={ChevronDown}>
                <Trans>Copy</Trans>
              </Button>
            }
          >
            <MenuItem icon={Table2} label={t`Copy as CSV`} detail={t`For spreadsheets`} onAction={copyCsv} />
            <MenuItem
              icon={Braces}
              label={t`Copy as JSON`}
              detail={t`For programs`}
              onAction={() => copies.json(rows)}
            />
          </Menu>
        )}
        {reach.isAll ? (
          <Button
            icon={Download}
            onPress={() => exportThis({ of: { kind: "library", query }, name: t`Library`, total })}
          >
            <Trans>Export</Trans>
          </Button>
        ) : (
          <ForEach
            icon={Download}
            label={t`Export`}
            connections={connectionsOf(rows)}
            nameOf={nameOf}
            detailOf={detailOf}
            onChoose={exportOf}
          />
        )}
        <ForEach
          icon={Trash2}
          label={t`Delete`}
          connections={changeable}
          nameOf={nameOf}
          detailOf={(connection) => detailOf(connection, there)}
          onChoose={(connection) => plan(connection, { kind: "delete" })}
        />
      </Selection>
      <Suspense>
        {privacyOf !== null && (
          <PrivacyOfSeveral
            count={reach.isAll ? null : idsOf(privacyOf, there).length}
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
  /** The connections that the selection is of. */
  connections: readonly string[];
  nameOf: (connection: string) => string;
  /** How many are meant, where that is known. */
  detailOf: (connection: string) => string | undefined;
  onChoose: (connection: string) => void;
};

/** A button for what is done with one connection at a time: of several, one is chosen. */
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
