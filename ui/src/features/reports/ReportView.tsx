import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, Link2, Lock, RotateCw, Trash2 } from "lucide-react";
import { useKeysOf } from "../../app/commands";
import { useConnection } from "../../app/connection";
import { Button, ProblemInline, ProblemView, Skeleton, Tabs, Tree, useOpenAddress } from "../../components";
import type { Problem, Report, ReportRow } from "../../host/contract";
import { AfterWrite, PendingDelete } from "./AfterWrite";
import { CheckList } from "./CheckList";
import { useReports } from "./context";
import { RawReport } from "./RawReport";
import { ReportFacts } from "./ReportFacts";
import styles from "./ReportView.module.css";
import { useCopies } from "./use-copies";
import { useReportWrites } from "./use-report-writes";

export type ReportViewProps = {
  /** What the list or the report itself says. */
  row: ReportRow;
  /** The report, once it was read. */
  report: Report | undefined;
  /** Why it could not be read this time. */
  problem: Problem | null;
  /** Reads it again, and says whether that went well. */
  readAgain: () => Promise<boolean>;
  /** The part of it in view, which stays the same from report to report. */
  part: string;
  onPart: (part: string) => void;
};

/** One report with everything that can be done to it. */
export function ReportView({ row, report, problem, readAgain, part, onPart }: ReportViewProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { activityOf, forgetFailure, refresh, retry, keep, ask, aftermathOf, setAftermath } = useReports();
  const { readListsAgain } = useReportWrites(connection);
  const copies = useCopies();
  const keysOf = useKeysOf();
  const openAddress = useOpenAddress();
  const { isRefreshing, pending, canKeep, failure } = activityOf(row.id);
  const aftermath = aftermathOf(row.id);
  const { url } = row;

  const check = async () => {
    readListsAgain();
    if (!(await readAgain())) return;
    forgetFailure(row.id);
    if (aftermath) setAftermath(row.id, { ...aftermath, unsettled: null });
  };

  return (
    <>
      <ReportFacts row={row} />
      <div className={styles.actions}>
        <Button icon={RotateCw} onPress={() => refresh(row)} isPending={isRefreshing}>
          <Trans>Refresh</Trans>
        </Button>
        <Button icon={Lock} onPress={() => ask("privacy", row)}>
          <Trans>Privacy</Trans>
        </Button>
        {url !== null && (
          <Button icon={ExternalLink} onPress={() => openAddress(url)}>
            <Trans>Open page</Trans>
          </Button>
        )}
        <Button icon={Link2} aria-label={t`Copy link`} onPress={() => copies.link(row)} />
        <Button
          icon={Trash2}
          aria-label={t`Delete report`}
          keys={keysOf("delete_report")}
          onPress={() => ask("delete", row)}
          isPending={pending !== undefined && !canKeep}
        />
      </div>
      <div className={styles.notices}>
        {pending !== undefined && <PendingDelete text={pending} onKeep={canKeep ? () => keep(row.id) : null} />}
        {isRefreshing && (
          <p role="status">
            <Trans>The service is checking the page again. This can take a while, and replaces the checks below.</Trans>
          </p>
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
        {aftermath && (
          <AfterWrite
            aftermath={aftermath}
            onRead={() => void check()}
            onClose={() => setAftermath(row.id, { ...aftermath, proven: null })}
          />
        )}
        {problem && report && <ProblemInline problem={problem} actions={{ retry: () => void readAgain() }} />}
      </div>
      {report ? (
        <Tabs
          aria-label={t`Parts of the report`}
          selected={part}
          onSelect={onPart}
          tabs={[
            { id: "checks", label: t`Checks`, content: <CheckList checks={report.checks} /> },
            { id: "other", label: t`Other fields`, content: <OtherFields report={report} /> },
            { id: "raw", label: t`Raw`, content: <RawReport report={report} /> },
          ]}
        />
      ) : problem ? (
        <ProblemView problem={problem} actions={{ retry: () => void readAgain() }} />
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  );
}

/** What the service said besides the known fields, and known fields that it filled in an unknown way. */
function OtherFields({ report: { row, other } }: { report: Report }) {
  const { t } = useLingui();
  const isEmpty = Object.keys(other).length === 0;
  return (
    <div className={styles.other}>
      {row.odd.length > 0 && (
        <section>
          <h3 className={styles.heading}>
            <Trans>Not understood</Trans>
          </h3>
          <dl className={styles.odd}>
            {row.odd.map(({ field, raw }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{raw}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {isEmpty ? (
        row.odd.length === 0 && (
          <p className={styles.none}>
            <Trans>The service gave nothing else for this report.</Trans>
          </p>
        )
      ) : (
        <Tree label={t`Other fields`} value={other} />
      )}
    </div>
  );
}
