import { useEffect, useRef } from "react";
import type { ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import type { Neighbors } from "../../../shared/lists/use-neighbors";
import { isFocusFree } from "../../../shared/unsaved/deletions";
import { useReportActions } from "../actions/use-report-actions";
import { type ReportsContextValue, ReportsProvider, useWriteNotices } from "../context";
import { keyOf } from "../search";
import { ReportPanel } from "./ReportPanel";

export type ReportBesideProps = {
  id: string;
  /** The list's rows of the same connection. */
  rows: readonly ReportRow[];
  neighbors: Neighbors;
  /** The list says that its rows are saved copies. */
  isAgeTold?: boolean;
  open: (id: string) => void;
  /** Closes the panel and focuses a row, or else the list; `null` leaves the focus. */
  close: (focus: string | null | undefined) => void;
};

/** A report of the current connection beside another list, with all actions. */
export function ReportBeside({ id, rows, neighbors, isAgeTold = false, open, close }: ReportBesideProps) {
  const { id: connection } = useConnection();
  const { writeNoticeOf, setWriteNotice } = useWriteNotices();
  const openId = useRef<string>(undefined);
  useEffect(() => {
    openId.current = id;
    return () => {
      openId.current = undefined;
    };
  }, [id]);
  const [actions, dialogs] = useReportActions({
    isOpen: (other) => other === openId.current,
    open,
    setWriteNotice,
    onGone: (gone) => gone === openId.current && close(isFocusFree(keyOf(connection, gone), true) ? undefined : null),
  });
  const context: ReportsContextValue = {
    ...actions,
    rows,
    outage: null,
    isAgeTold,
    neighbors,
    open,
    close,
    writeNoticeOf,
    setWriteNotice,
  };
  return (
    <ReportsProvider value={context}>
      <ReportPanel id={id} />
      {dialogs}
    </ReportsProvider>
  );
}
