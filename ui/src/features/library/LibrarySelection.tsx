import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Braces, ChevronDown, Copy, Download, Table2, X } from "lucide-react";
import { useCommand } from "../../app/commands";
import { useConnectionName, useConnections } from "../../app/connection";
import { asCsv } from "../../app/csv";
import { useExport } from "../../app/export";
import { Button, Menu, MenuItem } from "../../components";
import type { LibraryRow, ReportRow } from "../../host/contract";
import styles from "./LibrarySelection.module.css";
import { useLibraryCopies } from "./use-library-copies";

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

export type LibrarySelectionProps = { rows: readonly LibraryRow[]; onClear: () => void };

/** What can be done to the selected reports of the library, in place of the list's foot. */
export function LibrarySelection({ rows, onClear }: LibrarySelectionProps) {
  const { t } = useLingui();
  const connections = useConnections();
  const connectionName = useConnectionName();
  const copies = useLibraryCopies();
  const exportThis = useExport();
  useCommand("clear_selection", onClear);

  const nameOf = (id: string) => {
    const known = connections.find((connection) => connection.id === id);
    return known ? connectionName(known) : id;
  };
  const chosen = [...new Set(rows.map(({ connection }) => connection))];
  const exportOf = (connection: string) => {
    const ids = rows.filter((known) => known.connection === connection).map(({ row }) => row.id);
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
  const [first, ...others] = chosen;
  return (
    <section className={styles.bar} aria-label={t`Selection`}>
      <Button variant="quiet" icon={X} aria-label={t`Clear selection`} onPress={onClear} />
      <p className={styles.text} role="status">
        <Plural value={rows.length} one="# selected" other="# selected" />
      </p>
      <Menu
        trigger={
          <Button icon={Copy} iconAfter={ChevronDown}>
            <Trans>Copy</Trans>
          </Button>
        }
      >
        <MenuItem icon={Table2} label={t`Copy as CSV`} detail={t`For spreadsheets`} onAction={copyCsv} />
        <MenuItem icon={Braces} label={t`Copy as JSON`} detail={t`For programs`} onAction={() => copies.json(rows)} />
      </Menu>
      {first !== undefined && others.length === 0 ? (
        <Button icon={Download} onPress={() => exportOf(first)}>
          <Trans>Export</Trans>
        </Button>
      ) : (
        <Menu
          trigger={
            <Button icon={Download} iconAfter={ChevronDown}>
              <Trans>Export</Trans>
            </Button>
          }
        >
          {chosen.map((id) => (
            <MenuItem key={id} label={nameOf(id)} onAction={() => exportOf(id)} />
          ))}
        </Menu>
      )}
    </section>
  );
}
