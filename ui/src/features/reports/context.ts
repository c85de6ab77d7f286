import { createContext, useContext } from "react";
import type { Problem, ReportRow } from "../../host/contract";

/** What the list and the panel beside it know of one another. */
export type ReportsContextValue = {
  /** The rows in view, in their order. */
  rows: readonly ReportRow[];
  /** Opens a report beside the list. */
  open: (id: string) => void;
  /** Closes the panel and puts the focus on a row, or on the list where that row is not there. */
  close: (focus: string | undefined) => void;
  /** Why the service could not be read again after a write to this report, if so. */
  unsettledOf: (id: string) => Problem | undefined;
  /** Remembers or forgets that. */
  setUnsettled: (id: string, problem: Problem | null) => void;
};

const ReportsContext = createContext<ReportsContextValue | null>(null);

/** Gives what they share to the list and the panel. */
export const ReportsProvider = ReportsContext.Provider;

/** What the list and the panel share. */
export function useReports(): ReportsContextValue {
  const context = useContext(ReportsContext);
  if (!context) throw new Error("useReports needs the reports screen above");
  return context;
}
