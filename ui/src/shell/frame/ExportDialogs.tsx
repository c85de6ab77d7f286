import { type ReactNode, useCallback, useMemo, useState } from "react";
import { lazyNamed } from "../../components";
import {
  type ClientReportAsk,
  type ExportAsk,
  type Exporter,
  ExporterProvider,
  type PrintAsk,
} from "../../shared/export/export";

const ClientReportDialog = lazyNamed(() => import("../../features/export"), "ClientReportDialog");
const ExportDialog = lazyNamed(() => import("../../features/export"), "ExportDialog");
const PrintedReport = lazyNamed(() => import("../../features/export"), "PrintedReport");

/** Provides exporting and printing with their dialogs. */
export function ExportDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ExportAsk | null>(null);
  const [forClient, setForClient] = useState<ClientReportAsk | null>(null);
  const [printed, setPrinted] = useState<{ number: number; what: PrintAsk } | null>(null);
  const value = useMemo<Exporter>(
    () => ({
      exportThis: setAsked,
      reportToClient: setForClient,
      print: (what) => setPrinted((last) => ({ number: (last?.number ?? 0) + 1, what })),
    }),
    [],
  );
  const endPrint = useCallback(() => setPrinted(null), []);
  return (
    <ExporterProvider value={value}>
      {children}

      {asked && <ExportDialog {...asked} onClose={() => setAsked(null)} />}
      {forClient && <ClientReportDialog {...forClient} onClose={() => setForClient(null)} />}
      {printed && (
        <PrintedReport
          key={printed.number}
          {...printed.what}
          onDone={endPrint}
          onRetry={() => value.print(printed.what)}
        />
      )}
    </ExporterProvider>
  );
}
