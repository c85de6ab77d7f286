import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { problemOf } from "../../../host";
import type { NewReport, Privacy, Problem, ReportRow, WriteResult } from "../../../host/contract";
import { type PrivacyChoice, usePasswordKeeping } from "../../../shared/passwords/use-password-keeping";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { isAccessProven, unappliedOf } from "../actions/unapplied";
import type { WriteNotice } from "../context";
import { isNothing, kept, type NewReportDraft, readNewReport, unanswered } from "./new-report-draft";
import { firstChoice, sentPrivacy } from "./PrivacyFields";

export type NewReportOptions = {
  connection: string;
  /** The initial page, replacing the draft's. */
  address?: string | null;
  /** Creates the report (`interface.md` §4.3). */
  create: (report: NewReport) => Promise<WriteResult>;
  /** Called with the created report, as far as known. */
  onCreated: (row: ReportRow, notice: WriteNotice, isOtherPage: boolean) => void;
};

/** The draft of a new report, and creating it. */
export function useNewReport({ connection, address: asked = null, create, onCreated }: NewReportOptions) {
  const draft = useReportDraft(connection, asked);
  const { url, setUrl, choice, setChoice, doubt, setDoubt, begun, setBegun, setRestored, forget } = draft;
  const [problem, setProblem] = useState<Problem | null>(null);
  const { noteWritten, keep } = usePasswordKeeping(connection);
  // The privacy sent last, in case the report is found later.
  const sent = useRef<PrivacyChoice>(undefined);
  // Enter alone must not create a report that may exist.
  const doubtHere = doubt?.url.trim() === url.trim() ? doubt : null;

  function startOver() {
    setUrl("");
    setChoice(firstChoice("private"));
    setProblem(null);
    setRestored(false);
  }

  function done(row: ReportRow, notice: WriteNotice, isOtherPage: boolean) {
    forget();
    onCreated(row, notice, isOtherPage);
  }

  function noteFound(row: ReportRow) {
    if (sent.current) keep(row.id, { ...sent.current, isKept: choice.isKept });
    done(row, { unsettled: null, unapplied: null, proven: "created" }, false);
  }

  async function send() {
    const since = new Date().toISOString();
    // Another try is the same as the first one.
    const choice = (doubtHere && sent.current) ?? draft.choice;
    sent.current = choice;
    setBegun(since);
    setProblem(null);
    setDoubt(null);
    setRestored(false);
    try {
      const written = await create({ url, ...sentPrivacy(choice) });
      const { row } = written.report;
      if (isAccessProven(written)) noteWritten(written);
      const notice = noticeOf(written, choice.privacy);
      if (written.unsettled) notice.keepPassword = () => keep(row.id, choice);
      done(row.address === "" ? { ...row, address: url } : row, notice, written.is_other_page);
    } catch (thrown) {
      const trouble = problemOf(thrown);
      if (trouble.code === "outcome_unknown") setDoubt({ url, problem: trouble, since: trouble.tried_at ?? since });
      else setProblem(trouble);
      setBegun(null);
    }
  }

  return {
    url,
    type: (typed: string) => {
      setUrl(typed);
      // A used-up quota is that of any page.
      setProblem((before) => (before?.code === "quota_used" ? before : null));
    },
    choice,
    setChoice,
    isRestored: draft.isRestored,
    startOver,
    isPending: begun !== null,
    problem,
    /** The page may have a report already, from an earlier try. */
    doubt: doubtHere,
    /** After a restart, another try needs the password again. */
    lacksPassword: doubtHere !== null && sent.current === undefined && choice.privacy === "password",
    sentPrivacy: () => sent.current?.privacy ?? choice.privacy,
    send: () => void send(),
    noteFound,
  };
}

/** The typed values and a still unknown outcome; both survive a crash. */
function useReportDraft(connection: string, asked: string | null) {
  const { t } = useLingui();
  const [found, keep, forget] = useDraft(`new_report ${connection}`, readNewReport);
  const [isRestored, setRestored] = useState(found !== undefined && asked === null && !isNothing(found));
  const [url, setUrl] = useState(asked ?? found?.url ?? "");
  // Privacy typed for another page doesn't apply to this one.
  const first = (asked === null ? found?.privacy : undefined) ?? "private";
  const [choice, setChoice] = useState(firstChoice(first));
  const [doubt, setDoubt] = useState(found?.doubt ?? null);
  // When the pending create was sent.
  const [begun, setBegun] = useState<string | null>(null);
  useUnsavedWarning(
    choice.privacy === "password" && choice.password !== "" ? t`A password you typed for a report` : null,
  );

  const { privacy } = choice;
  useEffect(() => {
    // If the app closes before the response, the outcome is unknown.
    const draft: NewReportDraft = { url, privacy, doubt: begun === null ? doubt : unanswered(url, begun) };
    if (isNothing(draft) && !draft.doubt) forget();
    else keep(kept(draft));
  }, [keep, forget, url, privacy, doubt, begun]);

  return { url, setUrl, choice, setChoice, doubt, setDoubt, begun, setBegun, isRestored, setRestored, forget };
}

function noticeOf(written: WriteResult, privacy: Privacy): WriteNotice {
  const { unsettled, answer_lost } = written;
  const asked = { privacy, password: privacy === "password", checks: false };
  const unapplied = unappliedOf(written, { isNew: true, asked, checkedBefore: null });
  return { unsettled, unapplied, proven: answer_lost && "created" };
}
