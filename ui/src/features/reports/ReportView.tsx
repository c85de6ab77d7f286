import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, Lock, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useConnection } from "../../app/connection";
import {
  Button,
  ConfirmDialog,
  ProblemInline,
  ProblemView,
  Skeleton,
  Tabs,
  Tree,
  toast,
  useOpenAddress,
} from "../../components";
import { problemOf } from "../../host";
import type { Problem, Report, ReportRow, ReportUpdate, Written } from "../../host/contract";
import { AfterWrite } from "./AfterWrite";
import { CheckList } from "./CheckList";
import { useReports } from "./context";
import { PrivacyDialog } from "./PrivacyDialog";
import { ReportFacts } from "./ReportFacts";
import styles from "./ReportView.module.css";
import { type Removal, useReportWrites } from "./use-report-writes";
import { refreshWords } from "./words";

export type ReportViewProps = {
  /** What the list or the report itself says. */
  row: ReportRow;
  /** The report, once it was read. */
  report: Report | undefined;
  /** Why it could not be read this time. */
  problem: Problem | null;
  /** Reads it again, and says whether that went well. */
  readAgain: () => Promise<boolean>;
  /** The report whose row gets the focus after this one was deleted. */
  nextId: string | undefined;
};

/** One report with everything that can be done to it. */
export function ReportView({ row, report, problem, readAgain, nextId }: ReportViewProps) {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const { close, aftermathOf, setAftermath } = useReports();
  const writes = useReportWrites(connection);
  const openAddress = useOpenAddress();
  const [dialog, setDialog] = useState<"privacy" | "delete" | null>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const aftermath = aftermathOf(row.id);
  const { url } = row;

  const check = async () => {
    writes.readListsAgain();
    if (!(await readAgain())) return;
    setFailure(null);
    if (aftermath) setAftermath(row.id, { ...aftermath, unsettled: null });
  };

  const update = async (change: ReportUpdate): Promise<Written> => {
    setFailure(null);
    const written = await writes.update(row.id, change);
    const { unsettled, answer_lost } = written;
    setAftermath(row.id, { unsettled, proven: answer_lost && (change.results ? "refreshed" : "changed") });
    writes.readListsAgain();
    return written;
  };

  async function refresh() {
    setRefreshing(true);
    try {
      const written = await update({ results: true });
      if (!written.unsettled) toast({ tone: "info", ...refreshWords(i18n, row, written.report.row) });
    } catch (thrown) {
      setFailure(problemOf(thrown));
    } finally {
      setRefreshing(false);
    }
  }

  // A dialog cannot say whether it happened; the panel can find out.
  const inPanelIfUnknown = (thrown: unknown) => {
    const trouble = problemOf(thrown);
    if (trouble.code !== "outcome_unknown") throw thrown;
    setFailure(trouble);
  };

  async function savePrivacy(change: ReportUpdate) {
    try {
      const { unsettled } = await update(change);
      if (!unsettled) toast({ tone: "success", title: t`Privacy changed` });
    } catch (thrown) {
      inPanelIfUnknown(thrown);
    }
  }

  async function remove() {
    let removal: Removal;
    try {
      removal = await writes.remove(row.id);
    } catch (thrown) {
      return inPanelIfUnknown(thrown);
    }
    const proven = t`The answer of the service was lost, but the report is gone.`;
    const description = removal.answer_lost ? proven : row.address;
    if (removal.end === "gone") toast({ tone: "info", title: t`The report was already gone`, description });
    else toast({ tone: "success", title: t`Report deleted`, description });
    close(nextId);
    writes.readListsAgain();
  }

  return (
    <>
      <ReportFacts row={row} />
      <div className={styles.actions}>
        <Button icon={RotateCw} onPress={() => void refresh()} isPending={isRefreshing}>
          <Trans>Refresh</Trans>
        </Button>
        <Button icon={Lock} onPress={() => setDialog("privacy")}>
          <Trans>Privacy</Trans>
        </Button>
        {url !== null && (
          <Button icon={ExternalLink} onPress={() => openAddress(url)}>
            <Trans>Open page</Trans>
          </Button>
        )}
        <Button icon={Trash2} aria-label={t`Delete report`} onPress={() => setDialog("delete")} />
      </div>
      <div className={styles.notices}>
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
              retry: () => void (failure.code === "not_found" ? check() : refresh()),
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
          tabs={[
            { id: "checks", label: t`Checks`, content: <CheckList checks={report.checks} /> },
            { id: "other", label: t`Other fields`, content: <OtherFields report={report} /> },
          ]}
        />
      ) : problem ? (
        <ProblemView problem={problem} actions={{ retry: () => void readAgain() }} />
      ) : (
        <Skeleton rows={8} />
      )}
      {dialog === "privacy" && <PrivacyDialog reports={[row]} onClose={() => setDialog(null)} onSave={savePrivacy} />}
      <ConfirmDialog
        title={t`Delete this report?`}
        confirmLabel={t`Delete report`}
        isOpen={dialog === "delete"}
        onClose={() => setDialog(null)}
        onConfirm={remove}
      >
        <p>
          <Trans>
            The report for <b className={styles.address}>{row.address}</b> is deleted from the service, with all of its
            checks. It cannot be brought back.
          </Trans>
        </p>
      </ConfirmDialog>
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
