import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem, Submenu, toast } from "../../../components";
import { useConnectionName, useConnections } from "../../../shared/data/connection";
import { isOldSync, useSyncs } from "../../../shared/data/sync";
import { toLibraryQuery } from "../list/from-library";
import type { ReportListProps } from "../list/use-report-list";
import { isOfDuplicates } from "../search";

/** A menu entry that plans to delete the older reports of listed pages; `null` if the list isn’t of duplicates. */
export function useDeleteDuplicates(props: ReportListProps): ReactNode {
  const { t } = useLingui();
  const deletion = useDeletion(props);
  if (!deletion) return null;
  const { isPlanning, items, only } = deletion;
  const entry = { icon: Trash2, label: t`Delete older duplicates…` };
  if (!only) return <Submenu {...entry}>{items}</Submenu>;
  return <MenuItem {...entry} isDanger isDisabled={isPlanning} onAction={only} />;
}

/** Plans it for the only connection, or for one of several by its menu entry; `null` if the list isn’t of duplicates. */
function useDeletion({ connection, reports: { query, rows, planning } }: ReportListProps) {
  const { t } = useLingui();
  const nameOf = useConnectionName();
  const connections = useConnections().filter(({ id }) => connection === null || id === connection.id);
  const { isPlanning, plan } = planning;
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
  const [first, second] = connections;
  return {
    isPlanning,
    only: first && !second ? () => planFor(first.id) : undefined,
    items: connections.map((of) => (
      <MenuItem key={of.id} label={nameOf(of)} isDanger isDisabled={isPlanning} onAction={() => planFor(of.id)} />
    )),
  };
}
