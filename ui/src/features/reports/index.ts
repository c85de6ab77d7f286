export { preloadReports, ReportPanel, ReportsScreen } from "./ReportsScreen";
export { ReportsTable } from "./ReportsView";
export { readReportSearch } from "./search";
