import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem, Submenu, toast } from "../../../components";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { isOldSync, useSyncs } from "../../../shared/data/sync";
import { usePlanning } from "../../../shared/planning/use-planning";
import { toLibraryQuery } from "../list/from-library";
import type { ReportListProps } from "../list/use-report-list";
import { isOfDuplicates } from "../search";

/** A menu entry that plans to delete the older reports of listed pages; `null` if the list isn’t of duplicates. */
export function useDeleteDuplicates({ connection, reports: { query, rows } }: ReportListProps): ReactNode {
  const { t } = useLingui();
  const nameOf = useConnectionName();
  const connections = useConnections().filter(({ id }) => connection === null || id === connection.id);
  const { isPlanning, plan } = usePlanning();
  const syncs = useSyncs();
  // Otherwise the list has reports for other reasons, too.
  if (!isOfDuplicates(query) || rows.length === 0) return null;
  const planFor = (id: string) => {
    const sync = syncs?.find((one) => one.connection === id);
    // The newest one may have been removed on the service since.
    if (sync === undefined || isOldSync(sync)) {
      toast({
        tone: "error",
        title: t`Sync all reports first`,
        description: t`Then the newest of each page is known.`,
      });
      return;
    }
    void plan({
      connection: id,
      source: { kind: "library", query: toLibraryQuery(id, { ...query, duplicates: "older" }) },
      wish: { kind: "delete" },
      password: null,
      keep_passwords: false,
    });
  };
  const entry = { icon: Trash2, label: t`Delete older duplicates…` };
  const [only, second] = connections;
  if (second === undefined) {
    return <MenuItem {...entry} isDisabled={isPlanning || !only} onAction={() => only && planFor(only.id)} />;
  }
  return (
    <Submenu {...entry}>
      {connections.map((of) => (
        <MenuItem key={of.id} label={nameOf(of)} isDisabled={isPlanning} onAction={() => planFor(of.id)} />
      ))}
    </Submenu>
  );
}
