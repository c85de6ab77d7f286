import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useMemo, useState } from "react";
import type { ExportOf } from "../../host/contract";
import { withCatalog } from "../../i18n";

const ExportDialog = lazy(() =>
  withCatalog(import("../../features/export")).then((module) => ({ default: module.ExportDialog })),
);
const PrintedReport = lazy(() =>
  withCatalog(import("../../features/export")).then((module) => ({ default: module.PrintedReport })),
);

/** Something to make a file of. */
export type ExportAsk = {
  of: ExportOf;
  /** Suggested file name, such as “Reports – Brightleaf”. */
  name: string;
  /** Number of rows, if known. */
  total?: number | undefined;
};

export type PrintAsk = { connection: string; report: string };

type TakingAlong = { exportThis: (what: ExportAsk) => void; print: (what: PrintAsk) => void };

const TakingAlongContext = createContext<TakingAlong | null>(null);

/** Lets anything below be exported and printed. */
export function ExportProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ExportAsk | null>(null);
  const [printed, setPrinted] = useState<{ number: number; what: PrintAsk } | null>(null);
  const value = useMemo<TakingAlong>(
    () => ({
      exportThis: setAsked,
      print: (what) => setPrinted((last) => ({ number: (last?.number ?? 0) + 1, what })),
    }),
    [],
  );
  const endPrint = useCallback(() => setPrinted(null), []);
  return (
    <TakingAlongContext value={value}>
      {children}
      <Suspense>
        {asked && <ExportDialog {...asked} onClose={() => setAsked(null)} />}
        {printed && <PrintedReport key={printed.number} {...printed.what} onDone={endPrint} />}
      </Suspense>
    </TakingAlongContext>
  );
}

function useTakingAlong(): TakingAlong {
  const context = useContext(TakingAlongContext);
  if (!context) throw new Error("useExport and usePrint need an ExportProvider above");
  return context;
}

/** Asks into which kind of file something is to go, and makes it. */
export function useExport(): (what: ExportAsk) => void {
  return useTakingAlong().exportThis;
}

/** Opens the system's print dialog for a report. */
export function usePrint(): (what: PrintAsk) => void {
  return useTakingAlong().print;
}
