import { Plural, Trans } from "@lingui/react/macro";
import { Details, Failures, type ProblemActions, ProblemInline } from "../../components";
import styles from "./ReportByReportEnd.module.css";
import type { End } from "./report-by-report";

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

export type ReportByReportEndProps = {
  project: string;
  end: End;
  /** What can be done about a list that could not be read. */
  actions: ProblemActions;
};

/** What became of the reports of a project that were deleted one by one, unless the project is gone. */
export function ReportByReportEnd({ project: name, end, actions }: ReportByReportEndProps) {
  const { failed, unreadable, isMixed, isStopped, problem, project } = end;
  return (
    <>
      <p className={styles.name}>
        <b>{name}</b>
      </p>
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
        <div className={styles.failed}>
          <Failures
            of={failed.map(({ report: { id }, problem }) => ({ id, problem }))}
            nameOf={(id) => failed.find(({ report }) => report.id === id)?.report.address}
          />
        </div>
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
      {project === "empty" && (
        <p>
          <Trans>
            The service still lists the project, with no reports left. That can be deleted with one request.
          </Trans>
        </p>
      )}
      {problem && <ProblemInline problem={problem} actions={actions} />}
    </>
  );
}
