export { preloadReports, ReportsScreen } from "./ReportsScreen";
export { loadReportsTable } from "./ReportsView";
export { readReportSearch } from "./search";
