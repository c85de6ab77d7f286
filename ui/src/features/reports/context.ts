import { useMemo, useState } from "react";
import type { Problem, ReportRow } from "../../host/contract";
import { createRequiredContext } from "../../required-context";
import type { Neighbors } from "../../shared/lists/use-neighbors";
import type { Unapplied } from "./actions/unapplied";
import type { ReportActions } from "./actions/use-report-actions";

/** The panel's message after a write. */
export type WriteNotice = {
  /** Why the report couldn't be read after the write; the write is then unconfirmed. */
  unsettled: Problem | null;
  /** The parts that the service accepted but didn't apply. */
  unapplied: Unapplied | null;
  /** Saves the password once the report shows that one is set. */
  keepPassword?: (() => void) | undefined;
  /** The write whose response was lost but whose effect was found by checking. */
  proven: "created" | "changed" | "refreshed" | null;
};

/** State shared by a list and its panel. */
export type ReportsContextValue = ReportActions & {
  rows: readonly ReportRow[];
  /** Why the service couldn't return the list. */
  outage: Problem | null;
  /** The list says that its rows are saved copies. */
  isAgeTold: boolean;
  /** The open report's position in the list. */
  neighbors: Neighbors;
  open: (id: string) => void;
  /** Closes the panel and focuses a row, or else the list. */
  close: (focus: string | undefined) => void;
  writeNoticeOf: (id: string) => WriteNotice | undefined;
  setWriteNotice: (id: string, notice: WriteNotice | null) => void;
};

/** State shared by list and panel. */
export const [ReportsProvider, useReports] = createRequiredContext<ReportsContextValue>("Reports");

/** Write notices by report. */
export function useWriteNotices(): Pick<ReportsContextValue, "writeNoticeOf" | "setWriteNotice"> {
  const [notices, setNotices] = useState<Record<string, WriteNotice>>({});
  return useMemo(
    () => ({
      writeNoticeOf: (id) => notices[id],
      setWriteNotice: (id, notice) =>
        setNotices(({ [id]: _, ...others }) =>
          notice?.unsettled || notice?.unapplied || notice?.proven ? { ...others, [id]: notice } : others,
        ),
    }),
    [notices],
  );
}
