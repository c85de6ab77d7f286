import { useLingui } from "@lingui/react/macro";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { toast } from "../../components";
import { type Host, problemOf, useHost } from "../../host";
import type { KnownReport } from "../../host/contract";
import { loadGuide } from "../../shared/checks/guide";
import { keys } from "../../shared/data/queries";
import type { PrintAsk } from "../../shared/export/export";
import { PROBLEMS } from "../../shared/problems";
import { ReportPaper } from "./ReportPaper";

export type PrintedReportProps = PrintAsk & {
  /** Printed or failed. */
  onDone: () => void;
  /** Prints again after a failure. */
  onRetry: () => void;
};

/** Prints a page that is invisible in the window; it stays until the webview is done, as not all of them block. */
export function PrintedReport({ connection, report: id, onDone, onRetry }: PrintedReportProps) {
  const { t, i18n } = useLingui();
  const host = useHost();
  const queries = useQueryClient();
  const { data: known, error } = useQuery({
    queryKey: ["print", connection, id],
    queryFn: async () => {
      const [report] = await Promise.all([readToPrint(host, queries, connection, id), loadGuide(i18n.locale)]);
      return report;
    },
    gcTime: 0,
  });

  useEffect(() => {
    window.addEventListener("afterprint", onDone);
    return () => window.removeEventListener("afterprint", onDone);
  }, [onDone]);

  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || !(known || error)) return;
    isAsked.current = true;
    const fail = (thrown: unknown) => {
      const { title, next } = PROBLEMS[problemOf(thrown).code];
      const action = { label: t`Try again`, onPress: onRetry };
      toast({ tone: "error", title: i18n._(title), description: i18n._(next), action });
      onDone();
    };
    if (error) fail(error);
    else host.call("window_print", null).catch(fail);
  }, [host, known, error, onDone, onRetry, t, i18n]);

  return known && createPortal(<ReportPaper known={known} connection={connection} />, document.body);
}

/** The report from the cache, the service, or the library. */
async function readToPrint(host: Host, queries: QueryClient, connection: string, id: string): Promise<KnownReport> {
  const now = new Date().toISOString();
  const state = queries.getQueryState<KnownReport["report"]>(keys.report(connection, id));
  if (state?.data) {
    const seen_at = new Date(state.dataUpdatedAt).toISOString();
    return { report: state.data, has_checks: true, seen_at, gone_at: null };
  }
  try {
    const report = await host.call("report_read", { connection, id });
    return { report, has_checks: true, seen_at: now, gone_at: null };
  } catch (thrown) {
    return host.call("library_report", { connection, id }).catch(() => Promise.reject(thrown));
  }
}
