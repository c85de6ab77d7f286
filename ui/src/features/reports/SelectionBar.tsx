import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Lock, RotateCw, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useConnection } from "../../app/connection";
import { type Outcome, oneByOne } from "../../app/one-by-one";
import { keys } from "../../app/queries";
import { useStop } from "../../app/use-stop";
import { Banner, Button, ConfirmDialog, PROBLEMS, toast } from "../../components";
import { type CallOptions, problemOf } from "../../host";
import type { ReportRow, ReportUpdate } from "../../host/contract";
import { type Aftermath, useReports } from "./context";
import { PrivacyDialog } from "./PrivacyDialog";
import styles from "./SelectionBar.module.css";
import type { ReportWrites } from "./use-report-writes";

type Verb = "delete" | "refresh" | "privacy";

/** How many addresses or failures are named before the rest is counted. */
const NAMED = 5;

export type SelectionBarProps = {
  /** The selected reports. */
  rows: readonly ReportRow[];
  writes: ReportWrites;
  onSelect: (ids: readonly string[]) => void;
  onDeleted: (ids: readonly string[]) => void;
  /** What is here while nothing is selected. */
  children: ReactNode;
};

/** What can be done to the selected reports, one after the other, in place of the list's foot. */
export function SelectionBar({ rows, writes, onSelect, onDeleted, children }: SelectionBarProps) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<Verb | null>(null);
  const [running, setRunning] = useState<{ verb: Verb; at: number; of: number } | null>(null);
  const { setAftermath } = useReports();
  const { id: connection } = useConnection();
  const client = useQueryClient();
  const [result, setResult] = useState<Omit<ResultProps, "onClose"> | null>(null);
  const { stop, isLeft } = useStop();

  /** How the calls of a run are made: others go first, and one that still waits for its turn ends with the run. */
  function begin(): CallOptions & { signal: AbortSignal } {
    stop.current = new AbortController();
    return { background: true, signal: stop.current.signal };
  }

  async function run(
    verb: Verb,
    write: (id: string, options: CallOptions) => Promise<"gone" | "done">,
    options = begin(),
  ) {
    const ids = rows.map(({ id }) => id);
    setResult(null);
    const gone = new Set<string>();
    const show = (at: number) => setRunning({ verb, at, of: rows.length });
    show(0);
    const writeOne = async (id: string) => {
      if ((await write(id, options)) === "gone") gone.add(id);
    };
    const outcome = await oneByOne(ids, writeOne, show, options.signal);
    writes.readListsAgain();
    if (isLeft.current) {
      const [finished, all] = [outcome.done.length, rows.length];
      toast({ tone: "info", title: t`Stopped after ${finished} of ${all}`, description: t`You left the list.` });
      return;
    }
    setRunning(null);
    setResult({ verb, outcome, gone: gone.size, names: new Map(rows.map(({ id, address }) => [id, address])) });
    onSelect([...outcome.failed.map(({ id }) => id), ...outcome.untried]);
    if (verb === "delete" && outcome.done.length > 0) onDeleted(outcome.done);
  }

  async function update(id: string, change: ReportUpdate, options: CallOptions) {
    const { unsettled, answer_lost } = await writes.update(id, change, options);
    const proven: Aftermath["proven"] = answer_lost && (change.results ? "refreshed" : "changed");
    setAftermath(id, { unsettled, proven });
    // What the write answered is not settled: whoever opens the report later reads it.
    if (unsettled) void client.invalidateQueries({ queryKey: keys.report(connection, id), refetchType: "none" });
    return "done" as const;
  }

  const remove = async (id: string, options: CallOptions) =>
    (await writes.remove(id, options)).end === "gone" ? "gone" : "done";

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

  const count = <Plural value={rows.length} one="# selected" other="# selected" />;
  return (
    <>
      {result && <Result {...result} onClose={() => setResult(null)} />}
      {running ? (
        <section className={styles.bar} aria-label={t`Selection`}>
          <p className={styles.text} role="status">
            <Progress {...running} />
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
          <Button icon={Trash2} onPress={() => setDialog("delete")}>
            <Trans>Delete</Trans>
          </Button>
        </section>
      ) : (
        children
      )}
      {dialog === "privacy" && <PrivacyDialog reports={rows} onClose={() => setDialog(null)} onSave={savePrivacy} />}
      <ConfirmDialog
        title={<Plural value={rows.length} one="Delete # report?" other="Delete # reports?" />}
        confirmLabel={t`Delete`}
        isOpen={dialog === "delete"}
        onClose={() => setDialog(null)}
        onConfirm={async () => void run("delete", remove)}
      >
        <p>
          <Trans>
            They are deleted from the service one by one, with all of their checks, and cannot be brought back.
          </Trans>
        </p>
        <Names names={rows.map(({ address }) => address)} />
      </ConfirmDialog>
      <ConfirmDialog
        title={<Plural value={rows.length} one="Refresh # report?" other="Refresh # reports?" />}
        confirmLabel={t`Refresh`}
        variant="primary"
        isOpen={dialog === "refresh"}
        onClose={() => setDialog(null)}
        onConfirm={async () => void run("refresh", (id, options) => update(id, { results: true }, options))}
      >
        <p>
          <Trans>
            The service checks each page again, one by one, which can take a while. The new checks replace those that
            are there.
          </Trans>
        </p>
        <Names names={rows.map(({ address }) => address)} />
      </ConfirmDialog>
    </>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const more = names.length - NAMED;
  return (
    <ul className={styles.names}>
      {names.slice(0, NAMED).map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {more > 0 && (
        <li className={styles.more}>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  );
}

function Progress({ verb, at, of }: { verb: Verb; at: number; of: number }) {
  const number = Math.min(at + 1, of);
  switch (verb) {
    case "delete":
      return (
        <Trans>
          Deleting {number} of {of}…
        </Trans>
      );
    case "refresh":
      return (
        <Trans>
          Refreshing {number} of {of}…
        </Trans>
      );
    case "privacy":
      return (
        <Trans>
          Changing privacy, {number} of {of}…
        </Trans>
      );
  }
}

type ResultProps = {
  verb: Verb;
  outcome: Outcome;
  /** How many of those that are done were deleted elsewhere before. */
  gone: number;
  names: Map<string, string>;
  onClose: () => void;
};

function Result({ verb, outcome, gone, names, onClose }: ResultProps) {
  const { i18n } = useLingui();
  const { done, failed, untried } = outcome;
  const finished = {
    delete: <Plural value={done.length - gone} one="# report deleted." other="# reports deleted." />,
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
      {finished} {gone > 0 && <Plural value={gone} one="# was already gone." other="# were already gone." />}{" "}
      {failed.length > 0 && (
        <Plural value={failed.length} one="# failed and is still selected." other="# failed and are still selected." />
      )}{" "}
      {untried.length > 0 && <Plural value={untried.length} one="# was not tried." other="# were not tried." />}
      {failed.length > 0 && (
        <ul>
          {failed.slice(0, NAMED).map(({ id, problem }) => (
            <li key={id}>
              <b>{names.get(id)}</b>: {problem.said ?? i18n._(PROBLEMS[problem.code].title)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
