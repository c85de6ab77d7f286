import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { Age, lazyNamed, Skeleton, Tabs, useIsSlow } from "../../../components";
import type { KnownReport, Problem, Report, ReportRow } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { ProblemInline, ProblemView } from "../../../shared/problems";
import { stillUnapplied } from "../actions/unapplied";
import { useReportWrites } from "../actions/use-report-writes";
import { useReports } from "../context";
import { Notice } from "../writes/Notice";
import { Rechecked } from "../writes/Rechecked";
import { PendingDelete, WriteNotices } from "../writes/WriteNotices";
import { CheckList } from "./CheckList";
import type { PanelSearch } from "./panel-search";
import { ReportDetails } from "./ReportDetails";
import styles from "./ReportView.module.css";
import { usePanelSearch } from "./use-panel-search";

const SavedPassword = lazyNamed(() => import("../../../shared/passwords/SavedPassword"), "SavedPassword");
const HistoryTab = lazyNamed(() => import("../history/HistoryTab"), "HistoryTab");

export type ReportViewProps = {
  row: ReportRow;
  /** The report, once read from the service or the library. */
  report: Report | undefined;
  /** The saved copy, if the service hasn't responded. */
  known: KnownReport | undefined;
  /** Removed from the service. */
  isGone: boolean;
  /** Why the last read failed. */
  problem: Problem | null;
  /** The list already shows this problem. */
  isTold: boolean;
  /** The list already says that its rows are saved copies. */
  isAgeTold: boolean;
  isReading: boolean;
  /** Reloads; resolves to the report, to `gone` if the service no longer has it, or to `null` on failure. */
  reload: () => Promise<Report | "gone" | null>;
};

/** A report below its head. */
export function ReportView(props: ReportViewProps) {
  const { row, report, problem, isTold, reload } = props;
  // The visible part stays when another report opens.
  const { search, wantedCheck, showPart } = usePanelSearch();
  return (
    <>
      {row.privacy === "password" && <SavedPassword key={row.id} id={row.id} />}
      <Notices {...props} />
      {report ? (
        <Parts
          {...props}
          report={report}
          selected={search.part ?? "checks"}
          wantedCheck={wantedCheck}
          onSelect={showPart}
        />
      ) : problem && isTold ? (
        <p className={styles.none}>
          <Trans>No saved copy of this report’s checks</Trans>
        </p>
      ) : problem ? (
        <ProblemView problem={problem} actions={{ retry: () => void reload() }} />
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  );
}

/** Pending and failed writes, and how old the shown report is. */
function Notices({ row, report, known, isGone, problem, isTold, isAgeTold, isReading, reload }: ReportViewProps) {
  const { activityOf, retry, applyAgain, writeNoticeOf, setWriteNotice } = useReports();
  const isSlow = useIsSlow(isReading);
  const { isRefreshing, before, pending, failure } = activityOf(row.id);
  // A recheck that ended before the report was opened is no news.
  const [seen, setSeen] = useState(before);
  const notice = writeNoticeOf(row.id);
  const check = useCheck(row.id, reload);
  return (
    <div className={styles.notices}>
      {pending !== undefined && <PendingDelete id={row.id} text={pending} />}
      {isRefreshing && (
        <Notice role="status">
          <p>
            <Trans>The service is rechecking the page. The checks below will be replaced.</Trans>
          </p>
        </Notice>
      )}
      {failure && (
        <ProblemInline
          problem={failure}
          actions={{
            check: () => void check(),
            retry: () => (failure.code === "not_found" ? void check() : retry(row)),
          }}
        />
      )}
      {notice && (
        <WriteNotices
          notice={notice}
          row={row}
          isReading={isReading}
          onRead={() => void check()}
          onRetry={(unapplied) => applyAgain(row, unapplied)}
          onClose={() => setWriteNotice(row.id, { ...notice, proven: null, unapplied: null })}
        />
      )}
      {before && before !== seen && !failure && !notice && (
        <Rechecked before={before} row={row} onClose={() => setSeen(before)} />
      )}
      {isGone && known && (
        <Notice icon={CircleAlert}>
          <p>
            <Trans>Removed from the service. The saved copy is read-only.</Trans>
          </p>
        </Notice>
      )}
      {problem && report && !isTold && (
        <ProblemInline isRead problem={problem} actions={{ retry: () => void reload() }} />
      )}
      {known && !isGone && !isAgeTold && (problem || isSlow) && <Age at={known.seen_at} />}
    </div>
  );
}

/** Reads a report again and settles what a write left open. */
function useCheck(id: string, reload: ReportViewProps["reload"]) {
  const { id: connection } = useConnection();
  const { forgetFailure, writeNoticeOf, setWriteNotice } = useReports();
  const { readListsAgain } = useReportWrites(connection);
  return async () => {
    const now = await reload();
    if (!now) return;
    forgetFailure(id);
    // The row of a removed report stays as long as it is open.
    if (now === "gone") return setWriteNotice(id, null);
    readListsAgain();
    const notice = writeNoticeOf(id);
    if (!notice) return;
    const { unsettled, unapplied, keepPassword } = notice;
    if (unsettled && now.row.privacy === "password" && now.row.has_password !== false) keepPassword?.();
    setWriteNotice(id, {
      ...notice,
      unsettled: null,
      unapplied: unapplied && stillUnapplied(unapplied, now.row),
      keepPassword: undefined,
    });
  };
}

type Part = NonNullable<PanelSearch["part"]>;

type PartsProps = Pick<ReportViewProps, "row" | "known" | "isReading"> & {
  report: Report;
  selected: Part;
  wantedCheck: string | undefined;
  onSelect: (part: Part) => void;
};

function Parts({ row, report, known, isReading, selected, wantedCheck, onSelect }: PartsProps) {
  const { t } = useLingui();
  return (
    <Tabs
      aria-label={t`Report sections`}
      selected={selected}
      onSelect={(part) => onSelect(part as Part)}
      tabs={[
        {
          id: "checks",
          label: t`Checks`,
          content:
            !known || known.has_checks ? (
              <CheckList checks={report.checks} wanted={wantedCheck} />
            ) : isReading ? (
              <Skeleton rows={8} />
            ) : (
              <p className={styles.none}>
                <Trans>Checks not loaded yet.</Trans>
              </p>
            ),
        },
        {
          id: "history",
          label: t`History`,
          content: <HistoryTab row={row} fallback={<Skeleton rows={6} />} />,
        },
        { id: "details", label: t`Details`, content: <ReportDetails report={report} /> },
      ]}
    />
  );
}
