import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { lazyNamed, toast } from "../../../components";
import { problemOf } from "../../../host";
import type { Privacy, Problem, ReportRow, ReportUpdate, WriteResult } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { PROBLEMS } from "../../../shared/problems";
import { useDeletions, useOnDeleted } from "../../../shared/unsaved/deletions";
import type { WriteNotice } from "../context";
import { type Unapplied, unappliedOf } from "./unapplied";
import { useReportDeletion } from "./use-report-deletion";
import { useReportWrites } from "./use-report-writes";

const PrivacyPopover = lazyNamed(() => import("../writes/PrivacyPopover"), "PrivacyPopover");

const loadLabels = () => import("../writes/outcome-labels");

/** The outcome of a privacy change. */
export type Saved =
  /** The service accepted it; the report it returned shows what was applied. */
  | { kind: "answered"; written: WriteResult }
  /** The outcome is unknown, with the reason. */
  | { kind: "unknown"; problem: Problem };

/** A change of privacy, with a password where it needs one. */
export type PrivacyUpdate = ReportUpdate & { privacy: Privacy };

type Activity = {
  /** A recheck is running. */
  isRefreshing: boolean;
  /** The report before its last recheck, if that is proven. */
  before: ReportRow | null;
  /** The pending deletion as text, such as “Will be deleted”. */
  pending: string | undefined;
  /** Why the last write failed, or why its outcome is unknown. */
  failure: Problem | null;
};

/** Actions on one report, for its panel, row menu, and commands; none while its deletion waits. */
export type ReportActions = {
  activityOf: (id: string) => Activity;
  /** Dismisses the failure. */
  forgetFailure: (id: string) => void;
  /** Rechecks the page (`interface.md` §4.4). */
  refresh: (row: ReportRow) => void;
  /** Repeats the last failed action. */
  retry: (row: ReportRow) => void;
  /** Sends the missing changes again. */
  applyAgain: (row: ReportRow, unapplied: Unapplied) => void;
  /** Opens the choice of privacy, or schedules the deletion; stable. */
  ask: (what: "privacy" | "delete", row: ReportRow) => void;
};

/** Repeats what failed. */
type Again = (row: ReportRow) => void;

const NOTHING = {
  isRefreshing: false,
  before: null as ReportRow | null,
  failure: null as Problem | null,
  again: null as Again | null,
};

type Options = {
  /** True if the panel shows the report, and with it its failures. */
  isOpen: (id: string) => boolean;
  open: (id: string) => void;
  setWriteNotice: (id: string, notice: WriteNotice | null) => void;
  /** Called when a report was removed. */
  onGone: (id: string) => void;
};

/** The activity of each report; rechecks and failures are kept here, deletions elsewhere. */
function useActivities(connection: string) {
  const [activities, setActivities] = useState<Record<string, typeof NOTHING>>({});
  const deletions = useDeletions(connection);
  const set = (id: string, change: Partial<typeof NOTHING>) =>
    setActivities((before) => ({ ...before, [id]: { ...NOTHING, ...before[id], ...change } }));
  return {
    set,
    againOf: (id: string) => activities[id]?.again,
    activityOf: (id: string): Activity => {
      const { isRefreshing, before, failure } = activities[id] ?? NOTHING;
      return {
        isRefreshing,
        before,
        pending: deletions.pendingOf(id),
        failure: deletions.failureOf(id) ?? failure,
      };
    },
    forgetFailure: (id: string) => {
      set(id, { failure: null });
      deletions.forgetFailure(id);
    },
  };
}

type Activities = ReturnType<typeof useActivities>;

/** Changes a report; the panel shows the outcome, elsewhere a message points to it. */
function useUpdate(
  connection: string,
  { set, forgetFailure }: Activities,
  { isOpen, open, setWriteNotice }: Omit<Options, "onGone">,
) {
  const { t, i18n } = useLingui();
  const writes = useReportWrites(connection);

  function fail(row: ReportRow, problem: Problem, again: Again) {
    set(row.id, { failure: problem, again });
    if (isOpen(row.id)) return;
    toast({
      tone: "error",
      title: i18n._(PROBLEMS[problem.code].title),
      description: row.address,
      action: { label: t`View report`, onPress: () => open(row.id) },
    });
  }

  async function update(row: ReportRow, change: ReportUpdate): Promise<WriteResult> {
    const { id } = row;
    forgetFailure(id);
    const written = await writes.update(id, change);
    const { unsettled, answer_lost } = written;
    const unapplied = unappliedOf(written, {
      isNew: false,
      asked: {
        privacy: change.privacy ?? null,
        password: change.privacy === "password",
        checks: change.results === true,
      },
      checkedBefore: row.generated_at,
    });
    setWriteNotice(id, { unsettled, unapplied, proven: answer_lost && (change.results ? "refreshed" : "changed") });
    if ((unsettled || unapplied) && !isOpen(id)) {
      const words = unapplied && (await loadLabels()).unappliedLabels(i18n, unapplied, written.report.row);
      toast({
        tone: unapplied ? "error" : "info",
        title: words?.title ?? t`Saved, but couldn’t reload`,
        description: words?.next ?? row.address,
        action: { label: t`View report`, onPress: () => open(id) },
      });
    }
    writes.readListsAgain();
    return written;
  }

  return { fail, update };
}

const isProven = ({ unsettled, not_applied }: WriteResult) => !unsettled && not_applied.length === 0;

type Update = ReturnType<typeof useUpdate>;

/** Changes a report's privacy, which can be undone. */
function usePrivacyWrites(update: Update["update"], fail: Update["fail"], askPassword: Again) {
  const { t } = useLingui();

  async function savePrivacy(row: ReportRow, change: PrivacyUpdate, isUndo = false): Promise<Saved> {
    const { privacy } = change;
    try {
      const written = await update(row, change);
      if (isProven(written)) sayChanged(row, privacy, isUndo);
      return { kind: "answered", written };
    } catch (thrown) {
      // A popover can't show an unknown outcome; the panel can check it.
      const problem = problemOf(thrown);
      if (problem.code !== "outcome_unknown") throw thrown;
      fail(row, problem, privacy === "password" ? askPassword : (now) => setPrivacy(now, privacy, isUndo));
      return { kind: "unknown", problem };
    }
  }

  function sayChanged(row: ReportRow, privacy: Privacy, isUndo: boolean) {
    const { privacy: before, address } = row;
    const title = { public: t`Made public`, private: t`Made private`, password: t`Password set` }[privacy];
    // An earlier password is unknown.
    const canUndo = !isUndo && before !== null && before !== "password" && before !== privacy;
    const action = canUndo && { label: t`Undo`, onPress: () => void setPrivacy({ ...row, privacy }, before, true) };
    toast({ tone: "success", title, description: address, ...(action && { action, isPassing: true }) });
  }

  async function setPrivacy(row: ReportRow, privacy: Privacy, isUndo = false) {
    try {
      await savePrivacy(row, { privacy }, isUndo);
    } catch (thrown) {
      fail(row, problemOf(thrown), (now) => setPrivacy(now, privacy, isUndo));
    }
  }

  return { savePrivacy, setPrivacy };
}

/** Actions on single reports of the current connection, with their dialogs. */
export function useReportActions({ onGone, ...options }: Options): [ReportActions, ReactNode] {
  const { i18n } = useLingui();
  const { id: connection } = useConnection();
  const activities = useActivities(connection);
  const { set, forgetFailure } = activities;
  const { fail, update } = useUpdate(connection, activities, options);
  const remove = useReportDeletion(connection);
  const deletions = useDeletions(connection);
  const [asked, setAsked] = useState<{ row: ReportRow; isOfPassword: boolean } | null>(null);
  const askPassword = (row: ReportRow) => setAsked({ row, isOfPassword: true });
  const { savePrivacy, setPrivacy } = usePrivacyWrites(update, fail, askPassword);
  useOnDeleted(connection, "reports", onGone);

  async function refresh(row: ReportRow) {
    set(row.id, { isRefreshing: true, before: null });
    try {
      const written = await update(row, { results: true });
      if (!isProven(written)) return;
      set(row.id, { before: row });
      if (options.isOpen(row.id)) return;
      const { recheckSummary } = await loadLabels();
      toast({ tone: "info", ...recheckSummary(i18n, row, written.report.row) });
    } catch (thrown) {
      fail(row, problemOf(thrown), refresh);
    } finally {
      set(row.id, { isRefreshing: false });
    }
  }

  async function applyAgain(row: ReportRow, { asked: { privacy, checks } }: Unapplied) {
    if (privacy === "password") return askPassword(row);
    if (checks) return refresh(row);
    if (privacy !== null) await setPrivacy(row, privacy);
  }

  /** Does nothing while the report is about to be deleted. */
  const unlessPending =
    <Rest extends unknown[]>(act: (row: ReportRow, ...rest: Rest) => void) =>
    (row: ReportRow, ...rest: Rest) => {
      if (deletions.pendingOf(row.id) === undefined) act(row, ...rest);
    };
  const change = unlessPending((row, what: "privacy" | "delete") => {
    if (what === "delete") remove(row);
    else setAsked({ row, isOfPassword: false });
  });
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  // Cells have it: a new one would redraw all of them.
  const ask = useCallback((what: "privacy" | "delete", row: ReportRow) => latestChange.current(row, what), []);

  const dialog = asked && (
    <PrivacyPopover
      key={asked.row.id}
      report={asked.row}
      isOfPassword={asked.isOfPassword}
      onClose={() => setAsked(null)}
      onSave={(change) => savePrivacy(asked.row, change)}
    />
  );
  return [
    {
      activityOf: activities.activityOf,
      forgetFailure,
      refresh: unlessPending((row) => {
        if (!activities.activityOf(row.id).isRefreshing) void refresh(row);
      }),
      applyAgain: unlessPending((row, unapplied: Unapplied) => void applyAgain(row, unapplied)),
      retry: unlessPending((row) => (deletions.failureOf(row.id) ? remove(row) : activities.againOf(row.id)?.(row))),
      ask,
    },
    dialog,
  ];
}
