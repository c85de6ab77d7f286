import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleHelp, Hourglass, Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, NamedProgressLine, useDuration } from "../../../components";
import type { Batch, Problem } from "../../../host/contract";
import { useWait } from "../../../shared/data/events";
import { ConfirmDialog, PROBLEMS, ProblemInline } from "../../../shared/problems";
import { WaitText } from "../../../shared/problems/WaitText";
import styles from "./BatchProgress.module.css";
import { MissingPasswords } from "./MissingPasswords";
import { progressOf } from "./progress";
import status from "./status.module.css";
import type { BatchActions } from "./use-batch";

/** The progress of a running or paused batch, why it waits, and its controls. */
export function BatchProgress({ batch, acts }: { batch: Batch; acts: BatchActions }): ReactNode {
  const { t, i18n } = useLingui();
  const { state, states, problem, passwords_missing } = batch;
  const { ended, all, share } = progressOf(states);
  const [done, of, percent] = [i18n.number(ended), i18n.number(all), i18n.number(share, { style: "percent" })];
  const isPaused = state === "paused";
  return (
    <>
      <div className={status.line}>
        <div className={status.grow}>
          <p className={status.headline}>
            {state === "running" ? (
              <Trans>
                Running: {done} of {of} done
              </Trans>
            ) : state === "pausing" ? (
              <Trans>
                Pausing… {done} of {of} done
              </Trans>
            ) : (
              <Trans>
                Paused: {done} of {of} done
              </Trans>
            )}
          </p>
          <Pace batch={batch} />
        </div>
        <Controls batch={batch} acts={acts} />
      </div>
      <NamedProgressLine
        label={t`Batch progress`}
        value={t`${done} of ${of}, ${percent}`}
        share={share}
        size="large"
        isPaused={isPaused}
      />
      {states.unknown > 0 && <NotKnown count={states.unknown}>{state === "running" && <LookedFor />}</NotKnown>}
      {isPaused && <MissingPasswords batch={batch} />}
      {isPaused && problem && (problem.code !== "batch_not_ready" || passwords_missing === 0) && (
        <ProblemInline
          problem={problem}
          {...(passwords_missing === 0 && { actions: { retry: () => acts.tell("batch_start") } })}
        />
      )}
    </>
  );
}

/** Pauses, continues, or ends the batch. */
function Controls({ batch: { state, states, passwords_missing }, acts }: { batch: Batch; acts: BatchActions }) {
  const { t } = useLingui();
  const [isEnding, setEnding] = useState(false);
  return (
    <>
      <div className={status.buttons}>
        {state === "paused" && states.failed > 0 && (
          <Button isPending={acts.pending === "batch_retry"} onPress={() => acts.tell("batch_retry")}>
            <Trans>Retry failed</Trans>
          </Button>
        )}
        {state === "paused" ? (
          <Button
            variant="primary"
            icon={Play}
            isDisabled={passwords_missing > 0}
            isPending={acts.pending === "batch_start"}
            onPress={() => acts.tell("batch_start")}
          >
            <Trans>Resume</Trans>
          </Button>
        ) : (
          <Button
            icon={Pause}
            isPending={acts.pending === "batch_pause" || state === "pausing"}
            onPress={() => acts.tell("batch_pause")}
          >
            <Trans>Pause</Trans>
          </Button>
        )}
        <Button onPress={() => setEnding(true)}>
          <Trans>Stop batch…</Trans>
        </Button>
      </div>
      <ConfirmDialog
        title={t`Stop this batch?`}
        confirmLabel={t`Stop batch`}
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        onConfirm={() => acts.ask("batch_cancel")}
      >
        {states.unknown > 0 && <NotKnown count={states.unknown} />}
        {(states.waiting > 0 || states.unknown === 0) && (
          <p>
            <Plural
              value={states.waiting}
              one="# row hasn’t been sent and won’t be. Finished rows aren’t undone."
              other="# rows haven’t been sent and won’t be. Finished rows aren’t undone."
            />
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

/** How fast the batch is, or why it isn’t. */
function Pace({ batch }: { batch: Batch }) {
  const durationOf = useDuration();
  const { state, states, problem, a_minute, seconds_left } = batch;
  const { left } = progressOf(states);
  const isRunning = state === "running";
  const time = seconds_left === null ? null : durationOf(seconds_left);
  return (
    <div className={styles.pace}>
      {isRunning && !problem && a_minute !== null && (
        <span>
          <Plural value={Math.round(a_minute)} one="# row per minute" other="# rows per minute" />
        </span>
      )}
      {isRunning && !problem && time !== null && left > 0 && (
        <span>
          <Trans>About {time} left</Trans>
        </span>
      )}
      {isRunning && <Waiting connection={batch.connection} problem={problem} />}
      {states.confirming > 0 && (
        <span>
          <Plural value={states.confirming} one="# row is being confirmed" other="# rows are being confirmed" />
        </span>
      )}
      {state === "pausing" && (
        <span>
          <Plural value={states.running} one="Finishing # row in progress" other="Finishing # rows in progress" />
        </span>
      )}
      {state === "paused" && !problem && (
        <span>
          <Trans>Nothing is sent until you resume.</Trans>
        </span>
      )}
    </div>
  );
}

/** Why a running batch currently sends nothing. */
function Waiting({ connection, problem }: { connection: string; problem: Problem | null }) {
  const { i18n } = useLingui();
  const wait = useWait(connection);
  if (problem) {
    const why = i18n._(PROBLEMS[problem.code].title);
    return (
      <span className={styles.waiting} role="status">
        <Hourglass size={14} strokeWidth={1.75} aria-hidden />
        <Trans>{why}. Resumes automatically.</Trans>
      </span>
    );
  }
  if (!wait) return null;
  return (
    <span className={styles.waiting}>
      <Hourglass size={14} strokeWidth={1.75} aria-hidden />
      <span>
        <WaitText wait={wait} />
      </span>
    </span>
  );
}

/** Rows whose outcome is unknown. */
export function NotKnown({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <p className={styles.unknown}>
      <CircleHelp size={14} strokeWidth={1.75} aria-hidden />
      <span>
        <Plural value={count} one="The outcome of # row is unknown." other="The outcome of # rows is unknown." />{" "}
        {children}
      </span>
    </p>
  );
}

/** The outcome is being checked. */
export function LookedFor() {
  return <Trans>Assay checks these before sending anything again.</Trans>;
}
