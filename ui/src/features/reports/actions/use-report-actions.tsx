import { useLingui } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { PROBLEMS, toast } from "../../../components";
import { problemOf } from "../../../host";
import type { Problem, ReportRow, ReportUpdate, Written } from "../../../host/contract";
import { withCatalog } from "../../../i18n";
import { useConnection } from "../../../shared/data/connection";
import { useDeletions, useGone } from "../../../shared/unsaved/deletions";
import type { WriteNotice } from "../context";
import { refreshWords } from "../words";
import { useReportDeletion } from "./use-report-deletion";
import { useReportWrites } from "./use-report-writes";

const PrivacyDialog = lazy(() =>
  withCatalog(import("../writes/PrivacyDialog")).then((module) => ({ default: module.PrivacyDialog })),
);

/** What is going on with a report. */
type Activity = {
  /** A recheck is running. */
  isRefreshing: boolean;
  /** The pending state as text, such as “Will be deleted”. */
  pending: string | undefined;
  /** The deletion can still be undone. */
  canKeep: boolean;
  /** Why the last write failed, or why its outcome is unknown. */
  failure: Problem | null;
};

/** Actions on one report, for its panel, row menu, and commands. */
export type ReportActions = {
  activityOf: (id: string) => Activity;
  /** Dismisses the failure. */
  forgetFailure: (id: string) => void;
  /** Rechecks the page (`interface.md` §4.4). */
  refresh: (row: ReportRow) => void;
  /** Repeats the last failed action. */
  retry: (row: ReportRow) => void;
  /** Takes back that it is to be deleted. */
  keep: (id: string) => void;
  /** Opens the privacy dialog, or schedules the deletion. */
  ask: (what: "privacy" | "delete", row: ReportRow) => void;
};

const NOTHING = { isRefreshing: false, failure: null as Problem | null };

type Options = {
  /** True if the panel shows the report, and with it its failures. */
  isOpen: (id: string) => boolean;
  open: (id: string) => void;
  setWriteNotice: (id: string, aftermath: WriteNotice | null) => void;
  /** A report is gone. */
  onGone: (id: string) => void;
};

/** The activity of each report; rechecks and failures are kept here, deletions elsewhere. */
export function useReportActions({ isOpen, open, setWriteNotice, onGone }: Options): [ReportActions, ReactNode] {
  const { t, i18n } = useLingui();
  const { id: connection } = useConnection();
  const writes = useReportWrites(connection);
  const [activities, setActivities] = useState<Record<string, typeof NOTHING>>({});
  const remove = useReportDeletion(connection);
  const deletions = useDeletions(connection);
  const [asked, setAsked] = useState<ReportRow | null>(null);
  useGone(connection, "reports", onGone);

  const set = (id: string, change: Partial<typeof NOTHING>) =>
    setActivities((before) => ({ ...before, [id]: { ...NOTHING, ...before[id], ...change } }));

  // The panel shows what failed and what can be done about it; whoever does not see it is told where that is.
  function fail(row: ReportRow, problem: Problem) {
    set(row.id, { failure: problem });
    if (isOpen(row.id)) return;
    toast({
      tone: "error",
      title: i18n._(PROBLEMS[problem.code].title),
      description: row.address,
      action: { label: t`Open report`, onPress: () => open(row.id) },
    });
  }

  async function update(row: ReportRow, change: ReportUpdate): Promise<Written> {
    const { id } = row;
    set(id, { failure: null });
    deletions.forgetFailure(id);
    const written = await writes.update(id, change);
    const { unsettled, answer_lost } = written;
    setWriteNotice(id, { unsettled, proven: answer_lost && (change.results ? "refreshed" : "changed") });
    if (unsettled && !isOpen(id)) {
      toast({
        tone: "info",
        title: t`Saved, but the service could not be read again`,
        description: row.address,
        action: { label: t`Open report`, onPress: () => open(id) },
      });
    }
    writes.readListsAgain();
    return written;
  }

  async function refresh(row: ReportRow) {
    set(row.id, { isRefreshing: true });
    try {
      const written = await update(row, { results: true });
      if (!written.unsettled) toast({ tone: "info", ...refreshWords(i18n, row, written.report.row) });
    } catch (thrown) {
      fail(row, problemOf(thrown));
    } finally {
      set(row.id, { isRefreshing: false });
    }
  }

  // A dialog can't show an unknown outcome; the panel can check it.
  function inPanelIfUnknown(row: ReportRow, thrown: unknown): Problem {
    const problem = problemOf(thrown);
    if (problem.code !== "outcome_unknown") throw thrown;
    fail(row, problem);
    return problem;
  }

  /** Answers why it is not known whether it was changed, or `null`. */
  async function savePrivacy(row: ReportRow, change: ReportUpdate): Promise<Problem | null> {
    try {
      const { unsettled } = await update(row, change);
      if (!unsettled) toast({ tone: "success", title: t`Privacy changed` });
      return null;
    } catch (thrown) {
      return inPanelIfUnknown(row, thrown);
    }
  }

  const dialogs = asked && (
    <Suspense>
      <PrivacyDialog report={asked} onClose={() => setAsked(null)} onSave={(change) => savePrivacy(asked, change)} />
    </Suspense>
  );
  return [
    {
      activityOf: (id) => {
        const { isRefreshing, failure } = activities[id] ?? NOTHING;
        return {
          isRefreshing,
          pending: deletions.pendingOf(id),
          canKeep: deletions.canUndo(id),
          failure: deletions.failureOf(id) ?? failure,
        };
      },
      forgetFailure: (id) => {
        set(id, { failure: null });
        deletions.forgetFailure(id);
      },
      refresh: (row) => void refresh(row),
      retry: (row) => (deletions.failureOf(row.id) ? remove(row) : void refresh(row)),
      keep: deletions.undo,
      ask: (what, row) => (what === "delete" ? remove(row) : setAsked(row)),
    },
    dialogs,
  ];
}
