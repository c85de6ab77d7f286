import { Trans, useLingui } from "@lingui/react/macro";
import { replaceEqualDeep, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronUp, Maximize2, Minimize2, X } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { VisuallyHidden } from "react-aria-components";
import {
  Button,
  EmptyState,
  LiveText,
  Panel,
  Skeleton,
  useIsSlow,
  useOpenAddress,
  WIDEST_PANEL,
} from "../../../components";
import { problemOf, useHost } from "../../../host";
import type { ReportRow } from "../../../host/contract";
import { useCommand, useKeysOf } from "../../../shared/commands";
import { useAskedCommand } from "../../../shared/commands/report-command";
import { useConnection } from "../../../shared/data/connection";
import { askKnownReport } from "../../../shared/data/known-report";
import { usePreferences } from "../../../shared/data/preferences";
import { keys } from "../../../shared/data/queries";
import { isOutage } from "../../../shared/data/service-status";
import { usePrint } from "../../../shared/export/export";
import { useOutageRetry } from "../../../shared/lists/use-outage-retry";
import { ProblemView } from "../../../shared/problems";
import { openDialog } from "../../../shared/screen/focus";
import { useIsNarrow } from "../../../shared/screen/use-is-narrow";
import { useReportWrites } from "../actions/use-report-writes";
import { useReports } from "../context";
import { useShownSnapshot } from "../history/use-history";
import { useCopies } from "../use-copies";
import { Actions, Identity, Standing } from "./ReportHead";
import styles from "./ReportPanel.module.css";
import { ReportView } from "./ReportView";

/** The panel with one report (`interface.md` §4.2); it covers the list in narrow windows. */
export function ReportPanel({ id }: { id: string }) {
  const { t } = useLingui();
  const { rows, outage, isAgeTold, close, neighbors } = useReports();
  const { row, report, known, isGone, isUnknown, problem, isReading, reload } = useReport(id);
  const [{ panel_width }, savePreferences] = usePreferences();
  const { id: connection } = useConnection();
  const { readListsAgain } = useReportWrites(connection);
  const isPast = useShownSnapshot(id) !== undefined;
  const title = useRef<HTMLHeadingElement>(null);
  const isAlone = useIsNarrow();

  const focusTitle = useCallback(() => title.current?.focus({ preventScroll: true }), []);

  // A dialog that was opened while the panel was loading keeps it.
  useEffect(() => {
    if (!openDialog()) focusTitle();
  }, [focusTitle]);

  // The heading or button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle();
  }, [isUnknown, isPast, focusTitle]);

  // The list may still have it; it stays there, marked as removed, as long as it is open.
  useEffect(() => (isGone ? () => readListsAgain() : undefined), [id, isGone, readListsAgain]);

  const goOn = (go: (() => void) | null) =>
    go &&
    (() => {
      go();
      focusTitle();
    });
  useCommand("previous_report", goOn(neighbors.previous));
  useCommand("next_report", goOn(neighbors.next));
  const leave = () => close(id);
  useCommand("close_panel", leave);

  const isShown = row !== undefined && !(isGone && !known);
  return (
    <Panel label={t`Report`} width={panel_width} onWidth={(width) => savePreferences({ panel_width: width })}>
      {row && <ReportCommands row={row} isGone={isGone} />}
      <div className={styles.body}>
        <div className={styles.head}>
          <Bar isAlone={isAlone} isEmpty={isUnknown} onClose={leave} />
          {!isUnknown && <Identity id={id} row={row} heading={title} />}
          {isShown && (
            <>
              <Standing row={row} isGone={isGone} />
              <Actions row={row} report={report} isGone={isGone} />
            </>
          )}
          <LiveText>{row?.address ?? ""}</LiveText>
        </div>
        <div className={styles.scroll}>
          {isUnknown && (
            <EmptyState
              drawing="search"
              title={<Trans>Report not found</Trans>}
              titleRef={title}
              action={
                <Button onPress={leave}>
                  <Trans>Close</Trans>
                </Button>
              }
            >
              <Trans>It may have been deleted or belong to another account.</Trans>
            </EmptyState>
          )}
          {isShown && (
            <ReportView
              key={id}
              row={row}
              report={report}
              known={known}
              isGone={isGone}
              problem={problem}
              isTold={!isAlone && problem !== null && problem.code === outage?.code}
              isAgeTold={!isAlone && isAgeTold && rows.some((listed) => listed.id === id)}
              isReading={isReading}
              reload={reload}
            />
          )}
          {!row &&
            !isGone &&
            (problem ? (
              <ProblemView problem={problem} actions={{ retry: () => void reload() }} />
            ) : (
              <Skeleton rows={6} />
            ))}
        </div>
      </div>
    </Panel>
  );
}

/** A report from the service, or else its saved copy. */
function useReport(id: string) {
  const host = useHost();
  const { id: connection } = useConnection();
  const { rows, outage } = useReports();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.report(connection, id),
    queryFn: ({ signal }) => host.call("report_read", { connection, id }, { signal }),
  });
  const [why] = useOutageRetry({ error, isFetching, refetch, isBeside: true });
  // The list works again, so the report may, too.
  const canReturn = outage === null && error !== null && isOutage(error);
  const seenOutage = useRef(outage);
  useEffect(() => {
    if (canReturn && seenOutage.current !== null) void refetch();
    seenOutage.current = outage;
  }, [canReturn, outage, refetch]);
  const problem = why ? problemOf(why) : null;
  const isNotFound = problem?.code === "not_found";
  // A library failure counts as no saved copy.
  const { data: remembered, isLoading: isRemembering } = useQuery({
    ...askKnownReport(host, connection, id),
    enabled: data === undefined || isNotFound,
  });
  const known = data === undefined || isNotFound ? remembered : undefined;
  // Parts that the service confirms aren't drawn again.
  const read = useMemo(() => data && replaceEqualDeep(remembered?.report, data), [remembered, data]);
  const row = data?.row ?? rows.find((listed) => listed.id === id) ?? known?.report.row;
  const isGone = isNotFound || (known !== undefined && known.gone_at !== null);
  return {
    row,
    report: known?.report ?? read,
    known,
    isGone,
    /** Neither the service nor the library has it. */
    isUnknown: isGone && !known && !isRemembering,
    problem: isNotFound ? null : problem,
    isReading: isFetching,
    reload: async () => {
      const { isSuccess, data: now, error: failed } = await refetch();
      if (isSuccess) return now;
      return failed && problemOf(failed).code === "not_found" ? "gone" : null;
    },
  };
}

type BarProps = {
  isAlone: boolean;
  /** There is no report to make room for. */
  isEmpty: boolean;
  onClose: () => void;
};

function Bar({ isAlone, isEmpty, onClose }: BarProps) {
  const { t } = useLingui();
  const keysOf = useKeysOf();
  return (
    <div className={styles.bar}>
      {isAlone && (
        <>
          {/* The list's own announcer is hidden with the list. */}
          <VisuallyHidden>
            <h1>
              <Trans>Reports</Trans>
            </h1>
          </VisuallyHidden>
          <Button variant="quiet" icon={ArrowLeft} onPress={onClose}>
            <Trans>Back to list</Trans>
          </Button>
        </>
      )}
      <Turn />
      {!isAlone && (
        <span className={styles.end}>
          {!isEmpty && <Width />}
          <Button
            variant="quiet"
            icon={X}
            aria-label={t`Close report`}
            keys={keysOf("close_panel")}
            onPress={onClose}
          />
        </span>
      )}
    </div>
  );
}

/** Makes the panel as wide as it can be, or as usual. */
function Width() {
  const { t } = useLingui();
  const [{ panel_width }, savePreferences] = usePreferences();
  const isWidest = panel_width === WIDEST_PANEL;
  return (
    <Button
      variant="quiet"
      icon={isWidest ? Minimize2 : Maximize2}
      aria-label={isWidest ? t`Shrink panel` : t`Expand panel`}
      onPress={() => savePreferences({ panel_width: isWidest ? null : WIDEST_PANEL })}
    />
  );
}

/** Links to the previous and next report, with the position. */
function Turn() {
  const { t, i18n } = useLingui();
  const { previous, next, isTurning, place } = useReports().neighbors;
  const isSlow = useIsSlow(isTurning);
  const keysOf = useKeysOf();
  if (!previous && !next && !isTurning) return null;
  return (
    <div className={styles.turn}>
      <Button
        variant="quiet"
        icon={ChevronUp}
        aria-label={t`Previous report`}
        keys={keysOf("previous_report")}
        isDisabled={!previous}
        onPress={() => previous?.()}
      />
      <Button
        variant="quiet"
        icon={ChevronDown}
        aria-label={t`Next report`}
        keys={keysOf("next_report")}
        isDisabled={!next}
        onPress={() => next?.()}
      />
      <span className={styles.place} aria-busy={isSlow || undefined}>
        {place && <Place at={i18n.number(place.at)} of={place.of === null ? null : i18n.number(place.of)} />}
      </span>
    </div>
  );
}

function Place({ at, of }: { at: string; of: string | null }) {
  if (of === null) return at;
  return (
    <Trans>
      {at} of {of}
    </Trans>
  );
}

/** Binds commands of the open report. */
function ReportCommands({ row, isGone }: { row: ReportRow; isGone: boolean }) {
  const { ask, refresh, activityOf } = useReports();
  const { isRefreshing, pending } = activityOf(row.id);
  const isChangeable = !isGone && pending === undefined;
  const { id: connection } = useConnection();
  const print = usePrint();
  const copies = useCopies();
  const openAddress = useOpenAddress();
  const { url } = row;
  useCommand("open_page", url === null ? null : () => openAddress(url));
  useCommand("copy_address", row.address === "" ? null : () => copies.address(row));
  useCommand("copy_id", () => copies.id(row));
  useCommand("copy_link", isGone ? null : () => copies.link(row));
  useCommand("copy_app_link", () => copies.appLink(row));
  useCommand("print", () => print({ connection, report: row.id }));
  useCommand("refresh_report", isChangeable && !isRefreshing ? () => refresh(row) : null);
  useCommand("change_privacy", isChangeable ? () => ask("privacy", row) : null);
  useCommand("delete_report", isChangeable ? () => ask("delete", row) : null);
  useAskedCommand(connection, row.id);
  return null;
}
