import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, Link2, Lock, Printer, RotateCw, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { useKeysOf } from "../../../shared/commands";
import { useConnection } from "../../../shared/data/connection";
import { usePrint } from "../../../shared/export/export";
import {
  Age,
  Button,
  DateText,
  ProblemInline,
  ProblemView,
  Skeleton,
  Tabs,
  Tree,
  useIsSlow,
  useOpenAddress,
} from "../../../components";
import type { KnownReport, Problem, Report, ReportRow } from "../../../host/contract";
import { withCatalog } from "../../../i18n";
import { useReportWrites } from "../actions/use-report-writes";
import { useReports } from "../context";
import { useCopies } from "../use-copies";
import { AfterWrite, PendingDelete } from "../writes/WriteNotices";
import { CheckList } from "./CheckList";
import type { PanelSearch } from "./panel-search";
import { RawReport } from "./RawReport";
import { ReportFacts } from "./ReportFacts";
import styles from "./ReportView.module.css";
import { usePanelSearch } from "./use-panel-search";

const KeptPassword = lazy(() =>
  withCatalog(import("../../../shared/passwords/SavedPassword")).then((module) => ({ default: module.KeptPassword })),
);
const LastChange = lazy(() =>
  withCatalog(import("../history/LastChange")).then((module) => ({ default: module.LastChange })),
);
const HistoryTab = lazy(() =>
  withCatalog(import("../history/HistoryTab")).then((module) => ({ default: module.HistoryTab })),
);

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
  /** It is being read. */
  isReading: boolean;
  /** Reloads; resolves to the report, or `null` on failure. */
  readAgain: () => Promise<boolean>;
};

/** A report with all its actions. */
export function ReportView({ row, report, known, isGone, problem, isReading, readAgain }: ReportViewProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const { activityOf, forgetFailure, refresh, retry, keep, ask, writeNoticeOf, setWriteNotice, rows, close } = useReports();
  const { readListsAgain } = useReportWrites(connection);
  const copies = useCopies();
  const keysOf = useKeysOf();
  const openAddress = useOpenAddress();
  const print = usePrint();
  // The part in view stays the same from report to report.
  const { search, showPart } = usePanelSearch();
  const isSlow = useIsSlow(isReading);
  const { isRefreshing, pending, canKeep, failure } = activityOf(row.id);
  const aftermath = writeNoticeOf(row.id);
  const { url } = row;

  const check = async () => {
    readListsAgain();
    if (!(await readAgain())) return;
    forgetFailure(row.id);
    if (aftermath) setWriteNotice(row.id, { ...aftermath, unsettled: null });
  };

  return (
    <>
      <ReportFacts row={row} />
      {row.privacy === "password" && (
        <Suspense>
          <KeptPassword key={row.id} id={row.id} />
        </Suspense>
      )}
      <Suspense>
        <LastChange id={row.id} onOpen={() => showPart("history")} />
      </Suspense>
      <div className={styles.actions}>
        <Button icon={RotateCw} onPress={() => refresh(row)} isPending={isRefreshing} isDisabled={isGone}>
          <Trans>Refresh</Trans>
        </Button>
        <Button icon={Lock} onPress={() => ask("privacy", row)} isDisabled={isGone}>
          <Trans>Privacy</Trans>
        </Button>
        {url !== null && <Button icon={ExternalLink} aria-label={t`Open page`} onPress={() => openAddress(url)} />}
        <Button icon={Link2} aria-label={t`Copy link`} onPress={() => copies.link(row)} />
        <Button
          icon={Printer}
          aria-label={t`Print…`}
          keys={keysOf("print")}
          onPress={() => print({ connection, report: row.id })}
        />
        <Button
          icon={Trash2}
          aria-label={t`Delete report`}
          keys={keysOf("delete_report")}
          onPress={() => ask("delete", row)}
          isPending={pending !== undefined && !canKeep}
          isDisabled={isGone}
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
            onClose={() => setWriteNotice(row.id, { ...aftermath, proven: null })}
          />
        )}
        {isGone && known && (
          <div className={styles.gone}>
            <p>
              <Trans>
                Gone from the service, last seen <DateText value={known.seen_at} isInText />. Nothing of it can be
                changed, but what Assay remembers of it stays.
              </Trans>
            </p>
            {rows.some(({ id }) => id === row.id) && (
              <Button
                onPress={() => {
                  close(row.id);
                  readListsAgain();
                }}
              >
                <Trans>Back to the list</Trans>
              </Button>
            )}
          </div>
        )}
        {problem && report && <ProblemInline problem={problem} actions={{ retry: () => void readAgain() }} />}
        {known && !isGone && (problem || isSlow) && <Age at={known.seen_at} />}
      </div>
      {report ? (
        <Tabs
          aria-label={t`Parts of the report`}
          selected={search.part ?? "checks"}
          onSelect={(part) => showPart(part as NonNullable<PanelSearch["part"]>)}
          tabs={[
            {
              id: "checks",
              label: t`Checks`,
              content:
                !known || known.has_checks ? (
                  <CheckList checks={report.checks} />
                ) : isReading ? (
                  <Skeleton rows={8} />
                ) : (
                  <p className={styles.none}>
                    <Trans>Assay has not seen the checks of this report yet.</Trans>
                  </p>
                ),
            },
            {
              id: "history",
              label: t`History`,
              content: (
                <Suspense fallback={<Skeleton rows={6} />}>
                  <HistoryTab row={row} />
                </Suspense>
              ),
            },
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
