import { type ReactNode, useMemo } from "react";
import type { Connection } from "../../host/contract";
import { ConnectionProvider, useConnections } from "../../shared/data/connection";
import { useConnectionActions } from "../../shared/navigation/connection-actions";
import { ProblemActionsProvider } from "../../shared/problems";
import { type ReportsContextValue, ReportsProvider } from "./context";
import { type ReportList, useReportList } from "./list/use-report-list";
import { ReportBeside } from "./panel/ReportBeside";
import { ReportsView } from "./ReportsView";
import { keyOf } from "./search";

const nothing = () => {};

/** Single reports are changed in their panel, where their connection is known. */
const NO_ACTIONS: Omit<ReportsContextValue, "rows" | "outage" | "isAgeTold" | "neighbors" | "open" | "close"> = {
  activityOf: () => ({ isRefreshing: false, before: null, pending: undefined, failure: null }),
  forgetFailure: nothing,
  refresh: nothing,
  retry: nothing,
  applyAgain: nothing,
  ask: nothing,
  writeNoticeOf: () => undefined,
  setWriteNotice: nothing,
};

/** The saved reports of all connections. */
export function AllReportsScreen(): ReactNode {
  const reports = useReportList(null);
  const connections = useConnections();
  const { rows, neighbors, openKey, open, focusRow } = reports;
  const [wanted, id] = openKey?.split("/").map(decodeURIComponent) ?? [];
  const connection = connections.find((candidate) => candidate.id === wanted);
  const close = (key: string | null | undefined) => {
    reports.close();
    if (key !== null) focusRow(key);
  };
  return (
    <ReportsProvider value={{ ...NO_ACTIONS, rows, outage: null, isAgeTold: false, neighbors, open, close }}>
      <ReportsView
        connection={null}
        reports={reports}
        panel={
          connection &&
          id !== undefined && (
            // The key resets all state when the connection changes.
            <OpenReport key={connection.id} connection={connection} id={id} reports={reports} close={close} />
          )
        }
      />
    </ReportsProvider>
  );
}

type OpenReportProps = {
  connection: Connection;
  id: string;
  reports: ReportList;
  /** Closes the panel and focuses a row by key, or else the list; `null` leaves the focus. */
  close: (key: string | null | undefined) => void;
};

/** The open report, with its connection's actions. */
function OpenReport({ connection, id, reports: { list, rows, neighbors, open }, close }: OpenReportProps) {
  const actions = useConnectionActions(connection.id);
  const own = useMemo(() => rows.filter(({ known }) => known?.connection === connection.id), [rows, connection.id]);
  const key = (report: string) => keyOf(connection.id, report);
  return (
    <ConnectionProvider value={connection}>
      <ProblemActionsProvider actions={actions}>
        <ReportBeside
          id={id}
          rows={own}
          neighbors={neighbors}
          isAgeTold={list.age !== null}
          open={(report) => open(key(report))}
          close={(report) => close(report == null ? report : key(report))}
        />
      </ProblemActionsProvider>
    </ConnectionProvider>
  );
}
