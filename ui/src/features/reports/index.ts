export { preloadReports, ReportsScreen } from "./ReportsScreen";
export { ReportsTable } from "./ReportsView";
export { readReportSearch } from "./search";
