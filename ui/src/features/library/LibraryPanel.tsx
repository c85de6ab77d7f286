import { Suspense, useMemo } from "react";
import { ProblemActionsProvider } from "../../components";
import type { Connection, LibraryRow } from "../../host/contract";
import { ConnectionProvider, useConnections } from "../../shared/data/connection";
import type { Neighbors } from "../../shared/lists/use-neighbors";
import { useConnectionActions } from "../../shared/navigation/connection-actions";
import { ReportBeside } from "../reports";
import { keyOf } from "./search";

export type LibraryPanelProps = {
  connection: Connection;
  /** The service's id of the report. */
  id: string;
  rows: readonly LibraryRow[];
  neighbors: Neighbors;
  open: (key: string) => void;
  /** The panel is to be closed and the focus to go to the row of this key. */
  close: (key: string | undefined) => void;
};

/** The connection and the service's id of a report by its key; `null` where its connection is not there. */
export function useOpenReport(openKey: string | undefined): { connection: Connection; id: string } | null {
  const connections = useConnections();
  const [wanted, id] = openKey?.split("/").map(decodeURIComponent) ?? [];
  const connection = connections.find((candidate) => candidate.id === wanted);
  return connection && id !== undefined ? { connection, id } : null;
}

/** The open report beside the library's list, with everything that its connection can do to it. */
export function LibraryPanel({ connection, id, rows, neighbors, open, close }: LibraryPanelProps) {
  const actions = useConnectionActions(connection.id);
  const own = useMemo(
    () => rows.filter((known) => known.connection === connection.id).map(({ row }) => row),
    [rows, connection.id],
  );
  const key = (report: string) => keyOf({ connection: connection.id, row: { id: report } });
  return (
    <ConnectionProvider value={connection}>
      <ProblemActionsProvider actions={actions}>
        <Suspense>
          <ReportBeside
            id={id}
            rows={own}
            neighbors={neighbors}
            open={(report) => open(key(report))}
            close={(report) => close(report === undefined ? undefined : key(report))}
          />
        </Suspense>
      </ProblemActionsProvider>
    </ConnectionProvider>
  );
}
