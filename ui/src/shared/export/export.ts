import type { ClientReportOf, ExportOf, LibraryQuery } from "../../host/contract";
import { createRequiredContext } from "../../required-context";

export type ExportAsk = {
  of: ExportOf;
  /** Suggested file name, such as “Reports – Brightleaf”. */
  name: string;
  /** Number of rows, if known. */
  total?: number | undefined;
};

export type PrintAsk = { connection: string; report: string };

export type ClientReportAsk = {
  of:
    | { kind: "report"; connection: string; id: string }
    /** Every report of a list, such as a project or a view. */
    | { kind: "reports"; query: LibraryQuery }
    /** Those that need no time from which changes count. */
    | Exclude<ClientReportOf, { since: unknown }>;
  /** Suggested title of the cover. */
  title: string;
  /** Number of reports of a list, if known. */
  total?: number | undefined;
};

export type Exporter = {
  reportToClient: (what: ClientReportAsk) => void;
  exportThis: (what: ExportAsk) => void;
  print: (what: PrintAsk) => void;
};

const [Provider, useExporter] = createRequiredContext<Exporter>("Exporter");

export const ExporterProvider = Provider;

/** Opens the export dialog. */
export function useExport(): (what: ExportAsk) => void {
  return useExporter().exportThis;
}

/** Opens the dialog that makes a report for a client. */
export function useClientReport(): (what: ClientReportAsk) => void {
  return useExporter().reportToClient;
}

/** Opens the system's print dialog for a report. */
export function usePrint(): (what: PrintAsk) => void {
  return useExporter().print;
}
