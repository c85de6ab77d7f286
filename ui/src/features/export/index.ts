export { ClientReportDialog } from "./ClientReportDialog";
export { ExportDialog } from "./ExportDialog";
export { PrintedReport } from "./PrintedReport";
