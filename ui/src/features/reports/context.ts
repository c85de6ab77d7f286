import { createContext, useContext, useMemo, useState } from "react";
import type { Problem, ReportRow } from "../../host/contract";
import type { Neighbors } from "../../shared/lists/use-neighbors";
import type { ReportActions } from "./actions/use-report-actions";

/** The panel's message after a write. */
export type WriteNotice = {
  /** Why the report couldn't be read after the write; the write is then unconfirmed. */
  unsettled: Problem | null;
  /** The write whose own answer was lost, if so: that it took place was found by looking. */
  proven: "created" | "changed" | "refreshed" | null;
};

/** State shared by a list and its panel. */
export type ReportsContextValue = ReportActions & {
  rows: readonly ReportRow[];
  /** The open report among those of the list. */
  neighbors: Neighbors;
  open: (id: string) => void;
  /** Closes the panel and focuses a row, or else the list. */
  close: (focus: string | undefined) => void;
  writeNoticeOf: (id: string) => WriteNotice | undefined;
  /** Remembers or forgets that. */
  setWriteNotice: (id: string, aftermath: WriteNotice | null) => void;
};

const ReportsContext = createContext<ReportsContextValue | null>(null);

/** Write notices by report. */
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
