import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Download, Lock, RotateCw, Trash2, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useCommand } from "../../app/commands";
import { useConnection, useConnectionName } from "../../app/connection";
import { useExport } from "../../app/export";
import { useLoss } from "../../app/leaving";
import { type Outcome, oneByOne } from "../../app/one-by-one";
import { useDeletions } from "../../app/pending";
import { keys } from "../../app/queries";
import { useStop } from "../../app/use-stop";
import { Banner, Button, Failures, toast } from "../../components";
import { type CallOptions, problemOf } from "../../host";
import type { ReportRow, ReportUpdate } from "../../host/contract";
import { CopySelection } from "./CopySelection";
import { type Aftermath, useReports } from "./context";
import styles from "./SelectionBar.module.css";
import { useReportDeletion } from "./use-report-deletion";
import type { ReportWrites } from "./use-report-writes";

const PrivacyDialog = lazy(() => import("./PrivacyDialog").then((module) => ({ default: module.PrivacyDialog })));
const DeleteReportsDialog = lazy(() =>
  import("./SelectionDialogs").then((module) => ({ default: module.DeleteReportsDialog })),
);
const RefreshReportsDialog = lazy(() =>
  import("./SelectionDialogs").then((module) => ({ default: module.RefreshReportsDialog })),
);

type Verb = "refresh" | "privacy";

export type SelectionBarProps = {
  /** The selected reports. */
  rows: readonly ReportRow[];
  writes: ReportWrites;
  onSelect: (ids: readonly string[]) => void;
  /** Puts the focus on the row of a report. */
  onFocus: (id: string | undefined) => void;
  /** What is here while nothing is selected. */
  children: ReactNode;
};

/** What can be done to the selected reports, one after the other, in place of the list's foot. */
export function SelectionBar({ rows, writes, onSelect, onFocus, children }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const [dialog, setDialog] = useState<"delete" | Verb | null>(null);
  const [running, setRunning] = useState<RunningProps | null>(null);
  const { rows: inView, setAftermath } = useReports();
  const current = useConnection();
  const { id: connection } = current;
  const named = useConnectionName()(current);
  const exportThis = useExport();
  const client = useQueryClient();
  const deletion = useReportDeletion(connection);
  const { pendingOf } = useDeletions(connection);
  const [result, setResult] = useState<Omit<ResultProps, "onClose"> | null>(null);
  const { stop, isLeft } = useStop();
  const progressOf = ({ verb, at, of: all }: RunningProps): string => {
    const [number, of] = [i18n.number(Math.min(at + 1, all)), i18n.number(all)];
    return verb === "refresh" ? t`Refreshing ${number} of ${of}…` : t`Changing privacy, ${number} of ${of}…`;
  };
  useLoss(running && progressOf(running));

  // What ends later must not take away what was selected meanwhile, or on another page.
  const latest = useRef({ rows, inView, onSelect });
  useEffect(() => {
    latest.current = { rows, inView, onSelect };
  });
  function selectAgain(ids: readonly string[]) {
    const now = latest.current;
    const areThere = ids.every((id) => now.inView.some((row) => row.id === id));
    if (!isLeft.current && areThere && now.rows.length === 0) now.onSelect(ids);
  }

  /** How the calls of a run are made: others go first, and one that still waits for its turn ends with the run. */
  function begin(): CallOptions & { signal: AbortSignal } {
    stop.current = new AbortController();
    return { background: true, signal: stop.current.signal };
  }

  async function run(verb: Verb, write: (id: string, options: CallOptions) => Promise<unknown>, options = begin()) {
    const ids = rows.map(({ id }) => id);
    setResult(null);
    const show = (at: number) => setRunning({ verb, at, of: rows.length });
    show(0);
    const outcome = await oneByOne(ids, (id) => write(id, options), show, options.signal);
    writes.readListsAgain();
    if (isLeft.current) {
      const [finished, all] = [outcome.done.length, rows.length];
      toast({ tone: "info", title: t`Stopped after ${finished} of ${all}`, description: t`You left the list.` });
      return;
    }
    setRunning(null);
    setResult({ verb, outcome, names: new Map(rows.map(({ id, address }) => [id, address])) });
    const now = latest.current;
    now.onSelect(now.rows.map(({ id }) => id).filter((id) => !outcome.done.includes(id)));
  }

  async function update(id: string, change: ReportUpdate, options: CallOptions) {
    const { unsettled, answer_lost } = await writes.update(id, change, options);
    const proven: Aftermath["proven"] = answer_lost && (change.results ? "refreshed" : "changed");
    setAftermath(id, { unsettled, proven });
    // What the write answered is not settled: whoever opens the report later reads it.
    if (unsettled) void client.invalidateQueries({ queryKey: keys.report(connection, id), refetchType: "none" });
  }

  // The first one in the dialog, which can then say what is wrong with what was entered.
  async function savePrivacy(change: ReportUpdate) {
    const first = rows[0];
    if (!first) return;
    const options = begin();
    const trial = update(first.id, change, options);
    try {
      await trial;
    } catch (thrown) {
      const { code, fields } = problemOf(thrown);
      if (code === "invalid_input" || code === "cancelled" || fields.length > 0) throw thrown;
    }
    if (isLeft.current) writes.readListsAgain();
    else void run("privacy", (id) => (id === first.id ? trial : update(id, change, options)), options);
  }

  function remove(chosen: readonly ReportRow[]) {
    const ids = chosen.map(({ id }) => id);
    if (chosen.length === 1 && chosen[0]) deletion.remove(chosen[0]);
    else {
      deletion.removeAll(chosen, {
        onUndo: () => selectAgain(ids),
        onEnd: ({ failed, untried }) => selectAgain([...failed.map(({ id }) => id), ...untried]),
      });
    }
    setDialog(null);
    onSelect([]);
    onFocus(ids[0]);
  }

  const deletable = rows.filter(({ id }) => pendingOf(id) === undefined);
  // A dialog goes with what it is about.
  if (dialog !== null && (dialog === "delete" ? deletable : rows).length === 0) setDialog(null);
  const askToDelete = () => (deletable.length > 1 ? setDialog("delete") : remove(deletable));
  const exportRows = () => {
    const of = { kind: "selection", connection, ids: rows.map(({ id }) => id) } as const;
    exportThis({ of, name: t`Reports – ${named}`, total: rows.length });
  };
  useCommand("export", !running && rows.length > 0 ? exportRows : null);
  useCommand("delete_selected", !running && deletable.length > 0 ? askToDelete : null);
  useCommand("clear_selection", !running && rows.length > 0 ? () => onSelect([]) : null);

  const close = () => setDialog(null);
  const count = <Plural value={rows.length} one="# selected" other="# selected" />;
  return (
    <>
      {result && <Result {...result} onClose={() => setResult(null)} />}
      {running ? (
        <section className={styles.bar} aria-label={t`Selection`}>
          <p className={styles.text} role="status">
            {progressOf(running)}
          </p>
          <progress className={styles.progress} value={running.at} max={running.of} aria-label={t`Progress`} />
          <Button onPress={() => stop.current?.abort()}>
            <Trans>Stop</Trans>
          </Button>
        </section>
      ) : rows.length > 0 ? (
        <section className={styles.bar} aria-label={t`Selection`}>
          <Button variant="quiet" icon={X} aria-label={t`Clear selection`} onPress={() => onSelect([])} />
          <p className={styles.text} role="status">
            {count}
          </p>
          <Button icon={RotateCw} onPress={() => setDialog("refresh")}>
            <Trans>Refresh</Trans>
          </Button>
          <Button icon={Lock} onPress={() => setDialog("privacy")}>
            <Trans>Privacy</Trans>
          </Button>
          <CopySelection rows={rows} />
          <Button icon={Download} onPress={exportRows}>
            <Trans>Export</Trans>
          </Button>
          <Button icon={Trash2} onPress={askToDelete} isDisabled={deletable.length === 0}>
            <Trans>Delete</Trans>
          </Button>
        </section>
      ) : (
        children
      )}
      <Suspense>
        {dialog === "privacy" && <PrivacyDialog reports={rows} onClose={close} onSave={savePrivacy} />}
        {dialog === "delete" && (
          <DeleteReportsDialog rows={deletable} onClose={close} onConfirm={() => remove(deletable)} />
        )}
        {dialog === "refresh" && (
          <RefreshReportsDialog
            rows={rows}
            onClose={close}
            onConfirm={() => void run("refresh", (id, options) => update(id, { results: true }, options))}
          />
        )}
      </Suspense>
    </>
  );
}

type RunningProps = { verb: Verb; at: number; of: number };

type ResultProps = { verb: Verb; outcome: Outcome; names: Map<string, string>; onClose: () => void };

function Result({ verb, outcome, names, onClose }: ResultProps) {
  const { done, failed, untried } = outcome;
  const finished = {
    refresh: <Plural value={done.length} one="# report refreshed." other="# reports refreshed." />,
    privacy: <Plural value={done.length} one="Privacy of # report changed." other="Privacy of # reports changed." />,
  }[verb];
  return (
    <Banner
      tone={failed.length > 0 ? "error" : "info"}
      isNew
      action={
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {finished} {failed.length > 0 && <Plural value={failed.length} one="# failed." other="# failed." />}{" "}
      {untried.length > 0 && <Plural value={untried.length} one="# was not tried." other="# were not tried." />}
      <Failures of={failed} nameOf={(id) => names.get(id)} />
    </Banner>
  );
}
