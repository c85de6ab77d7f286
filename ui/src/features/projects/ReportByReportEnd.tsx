import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Details, PROBLEMS, type ProblemActions, ProblemInline } from "../../components";
import styles from "./ReportByReportEnd.module.css";
import type { End } from "./report-by-report";

/** How many failures are named before the rest is counted. */
const NAMED = 5;

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
  const { i18n } = useLingui();
  const { failed, unreadable, isMixed, isStopped, problem, project } = end;
  const more = failed.length - NAMED;
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
