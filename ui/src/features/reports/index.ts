import { lazy } from "react";

export type { PanelSearch } from "./panel/panel-search";
export { readPanelSearch } from "./panel/panel-search";
export { loadReportsTable, prepareReports, ReportsScreen } from "./ReportsScreen";
export { readReportSearch, toQuery } from "./search";

/** A report beside a list that is not its own. */
export const ReportBeside = lazy(() => import("./panel/ReportBeside").then((module) => ({ default: module.ReportBeside })));
