import { useEffect, useRef } from "react";
import type { ReportRow } from "../../../host/contract";
import type { Neighbors } from "../../../shared/lists/use-neighbors";
import { useReportActions } from "../actions/use-report-actions";
import { type ReportsContextValue, ReportsProvider, useAftermaths } from "../context";
import { ReportPanel } from "./ReportPanel";

export type ReportBesideProps = {
  /** The service's id of the report. */
  id: string;
  /** What the list beside it knows of reports of the same connection. */
  rows: readonly ReportRow[];
  neighbors: Neighbors;
  open: (id: string) => void;
  /** The panel is to be closed and the focus to go to the row of this report, if it is there. */
  close: (focus: string | undefined) => void;
};

/** A report of the present connection beside a list that is not its own, with everything that can be done to it. */
export function ReportBeside({ id, rows, neighbors, open, close }: ReportBesideProps) {
  const { writeNoticeOf, setWriteNotice } = useAftermaths();
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
    onGone: (gone) => gone === openId.current && close(undefined),
  });
  const context: ReportsContextValue = { ...actions, rows, neighbors, open, close, writeNoticeOf, setWriteNotice };
  return (
    <ReportsProvider value={context}>
      <ReportPanel id={id} />
      {dialogs}
    </ReportsProvider>
  );
}
