export { ExportDialog } from "./ExportDialog";
export { PrintedReport } from "./PrintedReport";
