import type { ExportOf } from "../../host/contract";
import { createRequiredContext } from "../../required-context";

export type ExportAsk = {
  of: ExportOf;
  /** Suggested file name, such as “Reports – Brightleaf”. */
  name: string;
  /** Number of rows, if known. */
  total?: number | undefined;
};

export type PrintAsk = { connection: string; report: string };

export type Exporter = { exportThis: (what: ExportAsk) => void; print: (what: PrintAsk) => void };

const [Provider, useExporter] = createRequiredContext<Exporter>("Exporter");

export const ExporterProvider = Provider;

/** Opens the export dialog. */
export function useExport(): (what: ExportAsk) => void {
  return useExporter().exportThis;
}

/** Opens the system's print dialog for a report. */
export function usePrint(): (what: PrintAsk) => void {
  return useExporter().print;
}
