import { Trans, useLingui } from "@lingui/react/macro";
import type { QueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button, lazyNamed, preload, toast } from "../../components";
import { Grid } from "../../components/tables/Table";
import type { Host } from "../../host";
import type { Connection, Preferences } from "../../host/contract";
import { useKeysOf } from "../../shared/commands";
import { useConnection } from "../../shared/data/connection";
import type { KnownPage } from "../../shared/lists/use-list";
import { useNewReport } from "../../shared/planning/new-report";
import { isFocusFree } from "../../shared/unsaved/deletions";
import { useReportActions } from "./actions/use-report-actions";
import { useReportWrites } from "./actions/use-report-writes";
import { type ReportsContextValue, ReportsProvider, useWriteNotices } from "./context";
import { askLibrary } from "./list/pages";
import { type ReportList, useReportList } from "./list/use-report-list";
import { ReportsTable, ReportsView } from "./ReportsView";
import { type ListedReport, type ReportSearch, toQuery } from "./search";

const NewReportDialog = lazyNamed(() => import("./writes/NewReportDialog"), "NewReportDialog");
export const ReportPanel = lazyNamed(() => import("./panel/ReportPanel"), "ReportPanel");

/** Loads the table and the library's rows with their trends, without which there would be other columns. */
export async function preloadReports(
  host: Host,
  queries: QueryClient,
  connection: string,
  search: ReportSearch,
  preferences: Preferences,
) {
  const query = toQuery(search, preferences);
  const ask = askLibrary(host, connection, query);
  const readTrends = async () => {
    // Prefetch only: without saved rows, the table is loaded all the same.
    const [{ askTrends }] = await Promise.all([import("./list/use-trends"), queries.prefetchQuery(ask)]);
    const known = queries.getQueryData<KnownPage<ListedReport> | null>(ask.queryKey);
    const asked = askTrends(host, connection, known?.page.rows ?? [], preferences.columns.reports?.checks ?? []);
    await Promise.all(asked.map((trends) => queries.prefetchQuery(trends)));
  };
  await Promise.all([ReportsTable.load(), Grid.load(), readTrends()]);
}

/** The reports of a connection. */
export function ReportsScreen(): ReactNode {
  const connection = useConnection();
  const reports = useReportList(connection.id);
  const { list, rows, neighbors, latestKey, openKey, open, focusRow } = reports;
  const { ask } = useNewReport();
  const { writeNoticeOf, setWriteNotice } = useWriteNotices();
  const keysOf = useKeysOf();

  const close = (focus: string | null | undefined) => {
    reports.close();
    if (focus !== null) focusRow(focus);
  };
  /** Moves the focus to the removed report's neighbor. */
  const leave = (gone: string) => {
    const at = rows.findIndex(({ id }) => id === gone);
    const next = (rows[at + 1] ?? rows[at - 1])?.id;
    const isPanelGone = latestKey.current === gone;
    const isFree = isFocusFree(gone, isPanelGone);
    if (isPanelGone) close(isFree ? next : null);
    else if (isFree) focusRow(next);
  };
  const isOpen = (id: string) => id === latestKey.current;
  const [actions, dialogs] = useReportActions({ isOpen, open, setWriteNotice, onGone: leave });
  const outage = list.isOfLibrary ? null : list.problem;
  return (
    <ReportsProvider
      value={{
        ...actions,
        rows,
        outage,
        isAgeTold: list.age !== null,
        neighbors,
        open,
        close,
        writeNoticeOf,
        setWriteNotice,
      }}
    >
      <ReportsView
        connection={connection}
        reports={reports}
        panel={openKey !== undefined && <ReportPanel id={openKey} />}
        newReport={
          ask && (
            <Button variant="primary" icon={Plus} keys={keysOf("new_report")} onPress={() => ask()}>
              <Trans>New report</Trans>
            </Button>
          )
        }
      />
      {dialogs}
      <NewReport connection={connection} reports={reports} setWriteNotice={setWriteNotice} />
    </ReportsProvider>
  );
}

type NewReportProps = Pick<ReportsContextValue, "setWriteNotice"> & { connection: Connection; reports: ReportList };

/** The dialog for a requested report, which opens once it is created. */
function NewReport({ connection, reports: { list, open }, setWriteNotice }: NewReportProps) {
  const { t } = useLingui();
  const { create, seek } = useReportWrites(connection.id);
  const { asked, done } = useNewReport();
  const isThere = list.page !== undefined;
  // Preloaded for the next press, and the next key: a URL in a new report.
  useEffect(() => {
    if (isThere) preload(ReportPanel, NewReportDialog);
  }, [isThere]);

  if (!asked) return null;
  return (
    <NewReportDialog
      connection={connection.id}
      address={asked.address}
      onClose={done}
      create={create}
      seek={seek}
      onCreated={(row, notice, isOtherPage) => {
        done();
        setWriteNotice(row.id, notice);
        open(row.id);
        // Anything else the panel shows.
        if (isOtherPage && !notice.unsettled && !notice.unapplied) {
          const title = t`Report created for another URL`;
          toast({ tone: "success", title, description: row.address, stays: true });
        }
      }}
      onOpen={(id) => {
        done();
        open(id);
      }}
    />
  );
}
