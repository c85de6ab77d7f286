export { ReportsScreen } from "./ReportsScreen";
export { readReportSearch } from "./search";
