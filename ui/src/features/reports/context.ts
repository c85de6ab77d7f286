import { createContext, useContext, useMemo, useState } from "react";
import type { Problem, ReportRow } from "../../host/contract";
import type { Neighbors } from "../../shared/lists/use-neighbors";
import type { ReportActions } from "./actions/use-report-actions";

/** What there is to say of a report after a write to it. */
export type WriteNotice = {
  /** Why the service could not be read again, if so: what is shown is what it answered to the write. */
  unsettled: Problem | null;
  /** The write whose own answer was lost, if so: that it took place was found by looking. */
  proven: "created" | "changed" | "refreshed" | null;
};

/** What the list and the panel beside it know of one another. */
export type ReportsContextValue = ReportActions & {
  /** The rows in view, in their order. */
  rows: readonly ReportRow[];
  /** The open report among those of the list. */
  neighbors: Neighbors;
  /** Opens a report beside the list. */
  open: (id: string) => void;
  /** Closes the panel and puts the focus on a row, or on the list where that row is not there. */
  close: (focus: string | undefined) => void;
  /** What there is to say after a write to this report, if anything. */
  writeNoticeOf: (id: string) => WriteNotice | undefined;
  /** Remembers or forgets that. */
  setWriteNotice: (id: string, aftermath: WriteNotice | null) => void;
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

/** What there is to say after writes, by the report that was written. */
export function useAftermaths(): Pick<ReportsContextValue, "writeNoticeOf" | "setWriteNotice"> {
  const [aftermaths, setAftermaths] = useState<Record<string, WriteNotice>>({});
  return useMemo(
    () => ({
      writeNoticeOf: (id) => aftermaths[id],
      setWriteNotice: (id, aftermath) =>
        setAftermaths(({ [id]: _, ...others }) =>
          aftermath?.unsettled || aftermath?.proven ? { ...others, [id]: aftermath } : others,
        ),
    }),
    [aftermaths],
  );
}
