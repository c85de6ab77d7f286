import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button, ConfirmDialog, Details, Dialog, PROBLEMS, ProblemInline } from "../../components";
import styles from "./ReportByReportDialog.module.css";
import type { End, Step } from "./report-by-report";
import type { ProjectDeletion, Run } from "./use-project-deletion";

/** How many failures are named before the rest is counted. */
const NAMED = 5;

/** How far the deletion of a project's reports is, and what became of it unless the project is gone. */
export function ReportByReportDialog({ run, deletion }: { run: Run; deletion: ProjectDeletion }): ReactNode {
  const { t } = useLingui();
  const { stop, close, deleteAtOnce, readListsAgain } = deletion;
  const end = "end" in run ? run.end : null;
  if (end?.project === "empty") {
    return (
      <ConfirmDialog
        title={t`Delete the empty project?`}
        confirmLabel={t`Delete empty project`}
        isOpen
        onClose={close}
        onConfirm={() => deleteAtOnce(run.project)}
        renderProblem={(problem) => (
          <ProblemInline
            problem={problem}
            actions={{
              check: () => {
                close();
                readListsAgain();
              },
            }}
          />
        )}
      >
        <p>
          <Outcome end={end} />
        </p>
        <p className={styles.next}>
          <Trans>
            The service still lists <b className={styles.name}>{run.project}</b>, with no reports left. That can be
            deleted with one request.
          </Trans>
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog
      title={end ? t`What was deleted` : t`Deleting the project`}
      isOpen
      onClose={close}
      isHeld={!end}
      role="alertdialog"
      footer={
        end ? (
          <Button key="close" onPress={close} autoFocus>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <Button key="stop" onPress={stop} autoFocus>
            <Trans>Stop</Trans>
          </Button>
        )
      }
    >
      <p className={styles.name}>
        <b>{run.project}</b>
      </p>
      <div className={styles.state} aria-live="polite">
        {"end" in run ? <Ended end={run.end} /> : <Progress step={run.step} />}
      </div>
    </Dialog>
  );
}

function Progress({ step }: { step: Step }) {
  const { t } = useLingui();
  if (step.at === "reading") return <Trans>Looking up its reports…</Trans>;
  if (step.at === "looking") return <Trans>Looking whether the project is gone…</Trans>;
  const { finished, of } = step;
  const number = Math.min(finished + 1, of);
  return (
    <>
      <p className={styles.count}>
        <Trans>
          Deleting {number} of {of}…
        </Trans>
      </p>
      <progress className={styles.progress} value={finished} max={of} aria-label={t`Progress`} />
    </>
  );
}

/** The counts, each in a sentence of its own. */
function Outcome({ end: { deleted, gone, failed, untried } }: { end: End }) {
  return (
    <>
      <Plural value={deleted} one="# report deleted." other="# reports deleted." />{" "}
      {gone > 0 && <Plural value={gone} one="# was already gone." other="# were already gone." />}{" "}
      {failed.length > 0 && <Plural value={failed.length} one="# failed." other="# failed." />}{" "}
      {untried > 0 && <Plural value={untried} one="# was not tried." other="# were not tried." />}
    </>
  );
}

function Ended({ end }: { end: End }) {
  const { i18n } = useLingui();
  const { failed, unreadable, isMixed, isStopped, problem, project } = end;
  const more = failed.length - NAMED;
  return (
    <>
      <p>
        <Outcome end={end} /> {isStopped && <Trans>You stopped before the end.</Trans>}
      </p>
      {isMixed && (
        <p>
          <Trans>
            The service listed reports that are not part of this project, so Assay stopped before it deleted any. Open
            the reports to choose them yourself.
          </Trans>
        </p>
      )}
      {failed.length > 0 && (
        <ul className={styles.failed}>
          {failed.slice(0, NAMED).map(({ report: { id, address }, problem: { code, said } }) => (
            <li key={id}>
              <b>{address || id}</b>: {said ?? i18n._(PROBLEMS[code].title)}
            </li>
          ))}
          {more > 0 && (
            <li>
              <Plural value={more} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
      {unreadable.length > 0 && (
        <div>
          <Plural
            value={unreadable.length}
            one="# row could not be read, so that report was not deleted."
            other="# rows could not be read, so those reports were not deleted."
          />
          <Details text={unreadable.map(({ path, raw }) => `${path}\n${raw}`).join("\n\n")} />
        </div>
      )}
      {project === "listed" && (
        <p>
          <Trans>The service still lists the project, and does not say that it is empty.</Trans>
        </p>
      )}
      {problem && <ProblemInline problem={problem} />}
    </>
  );
}
