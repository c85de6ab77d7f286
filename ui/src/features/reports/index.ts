import { lazy } from "react";

export type { PanelSearch } from "./panel-search";
export { readPanelSearch } from "./panel-search";
export { loadReportsTable, prepareReports, ReportsScreen } from "./ReportsScreen";
export { readReportSearch, toQuery } from "./search";

/** A report beside a list that is not its own. */
export const ReportBeside = lazy(() => import("./ReportBeside").then((module) => ({ default: module.ReportBeside })));
