import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, FileX2, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useConnection } from "../../app/connection";
import { keys } from "../../app/queries";
import { Button, EmptyState, LiveText, Panel, ProblemView, Skeleton } from "../../components";
import { problemOf, useHost } from "../../host";
import { AddressText } from "./AddressText";
import { useReports } from "./context";
import styles from "./ReportPanel.module.css";
import { ReportView } from "./ReportView";
import { useReportWrites } from "./use-report-writes";

// Keys that these use themselves do not turn to another report.
const KEY_USERS = "input, textarea, select, [role=tablist], [role=treegrid], [role=separator], [role=radiogroup]";

/** The panel beside the list with one report (`interface.md` §4.2). */
export function ReportPanel({ id }: { id: string }) {
  const { t } = useLingui();
  const host = useHost();
  const { id: connection } = useConnection();
  const { rows, open, close } = useReports();
  const { data, error, refetch } = useQuery({
    queryKey: keys.report(connection, id),
    queryFn: ({ signal }) => host.call("report_read", { connection, id }, { signal }),
  });
  const { readListsAgain } = useReportWrites(connection);
  const title = useRef<HTMLHeadingElement>(null);
  const listed = rows.find((row) => row.id === id);
  const row = data?.row ?? listed;
  const place = rows.findIndex((candidate) => candidate.id === id);
  const previous = place > 0 ? rows[place - 1]?.id : undefined;
  const next = place >= 0 ? rows[place + 1]?.id : undefined;
  const problem = error ? problemOf(error) : null;
  const isGone = problem?.code === "not_found";

  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as Element;
    // What happens in a dialog over the panel comes here too.
    if (event.defaultPrevented || !event.currentTarget.contains(target)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close(id);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || target.closest(KEY_USERS)) return;
    const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    open(to);
    title.current?.focus({ preventScroll: true });
  }

  return (
    <Panel label={t`Report`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for what has buttons of its own */}
      <div className={styles.content} onKeyDown={onKeyDown}>
        <div className={styles.bar}>
          <Button
            variant="quiet"
            icon={ChevronLeft}
            aria-label={t`Previous report`}
            isDisabled={previous === undefined}
            onPress={() => previous !== undefined && open(previous)}
          />
          <Button
            variant="quiet"
            icon={ChevronRight}
            aria-label={t`Next report`}
            isDisabled={next === undefined}
            onPress={() => next !== undefined && open(next)}
          />
          <span className={styles.close}>
            <Button variant="quiet" icon={X} aria-label={t`Close report`} onPress={() => close(id)} />
          </span>
        </div>
        <div className={styles.scroll}>
          <h2 ref={title} tabIndex={-1} className={styles.title}>
            {row ? <AddressText address={row.address} /> : <Trans>Report {id}</Trans>}
          </h2>
          <LiveText>{row?.address ?? ""}</LiveText>
          {isGone ? (
            <EmptyState
              icon={FileX2}
              title={<Trans>This report is no longer there</Trans>}
              action={
                <Button
                  variant="primary"
                  onPress={() => {
                    close(id);
                    readListsAgain();
                  }}
                >
                  <Trans>Back to the list</Trans>
                </Button>
              }
            >
              <Trans>It may have been deleted elsewhere, or it belongs to another account.</Trans>
            </EmptyState>
          ) : (
            row && (
              <ReportView
                key={id}
                row={row}
                report={data}
                problem={problem}
                readAgain={() => refetch().then(({ isSuccess }) => isSuccess)}
                nextId={next ?? previous}
              />
            )
          )}
          {!row && !isGone && (problem ? <Failed problem={problem} onRetry={refetch} /> : <Skeleton rows={6} />)}
        </div>
      </div>
    </Panel>
  );
}

function Failed({ problem, onRetry }: { problem: ReturnType<typeof problemOf>; onRetry: () => unknown }) {
  return <ProblemView problem={problem} actions={{ retry: () => void onRetry() }} />;
}
