import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button, Dialog, DialogFooter, Form, PrivacyMark } from "../../../components";
import { problemOf } from "../../../host";
import type { Privacy, Problem, ReportRow, ReportUpdate } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { type PrivacyChoice, usePasswordKeeping } from "../../../shared/passwords/use-password-keeping";
import { ProblemInline, useFieldTexts } from "../../../shared/problems";
import { useUnsavedWarning } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import { isAccessProven, type Unapplied, unappliedOf } from "../actions/unapplied";
import type { Saved } from "../actions/use-report-actions";
import styles from "./PrivacyDialog.module.css";
import { firstChoice, PrivacyFields, sentPrivacy } from "./PrivacyFields";
import { UnappliedNotice } from "./WriteNotices";

export type PrivacyDialogProps = {
  report: ReportRow;
  onClose: () => void;
  /** The dialog stays open while this is pending, and shows the problem if it rejects. */
  onSave: (change: ReportUpdate) => Promise<Saved>;
};

// Problems with other fields are shown below these.
const FIELDS = ["privacy", "password"];

export function PrivacyDialog(props: PrivacyDialogProps) {
  const { report, onClose } = props;
  const { t } = useLingui();
  const change = usePrivacyChange(props);
  const { isPending, problem, unapplied, isUnread } = change;
  const errorOf = useFieldTexts(problem);
  return (
    <Dialog title={t`Privacy`} isOpen onClose={onClose} isHeld={isPending}>
      <Form onSubmit={() => change.save()}>
        <div className={styles.now}>
          <Present row={report} />
        </div>
        {change.isRestored && (
          <DraftNotice onStartOver={change.startOver}>
            <Trans>Draft restored.</Trans>
          </DraftNotice>
        )}
        <PrivacyFields value={change.choice} onChange={change.choose} errorOf={errorOf} isDisabled={isPending} />
        {problem && !problem.fields.some(({ field }) => FIELDS.includes(field)) && <ProblemInline problem={problem} />}
        {unapplied && <UnappliedNotice {...unapplied} />}
        {isUnread && (
          <p role="alert">
            <Trans>
              <b>Saved, but couldn’t reload.</b> Your password isn’t saved in Assay. Save again to confirm it.
            </Trans>
          </p>
        )}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

/** The chosen privacy with its draft, saving it, and the outcome. */
function usePrivacyChange({ report, onClose, onSave }: PrivacyDialogProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const present: Privacy = report.privacy ?? "private";
  const [found, keep, forget] = useDraft(`privacy ${connection} ${report.id}`.slice(0, 200), readPrivacy);
  const [isRestored, setRestored] = useState(found !== undefined && found !== present);
  const [choice, setChoice] = useState(firstChoice(found ?? present));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [unapplied, setUnapplied] = useState<{ unapplied: Unapplied; row: ReportRow } | null>(null);
  const [isUnread, setUnread] = useState(false);
  const [isPending, setPending] = useState(false);
  const { noteWritten } = usePasswordKeeping(connection);
  const { privacy, password } = choice;
  useUnsavedWarning(privacy === "password" && password !== "" ? t`A password you typed for a report` : null);

  useEffect(() => {
    if (privacy === present) forget();
    else keep(privacy);
  }, [keep, forget, privacy, present]);

  function forgetOutcome() {
    setProblem(null);
    setUnapplied(null);
    setUnread(false);
  }

  function showOutcome(saved: Saved) {
    if (saved.kind === "unknown") return setProblem(saved.problem);
    const { written } = saved;
    const asked = { privacy, password: true, checks: false };
    const missing = unappliedOf(written, { isNew: false, asked, checkedBefore: null });
    if (missing) setUnapplied({ unapplied: missing, row: written.report.row });
    else setUnread(true);
  }

  async function save() {
    if (isPending) return;
    setPending(true);
    forgetOutcome();
    try {
      const saved = await onSave(sentPrivacy(choice));
      const proven = saved.kind === "answered" && isAccessProven(saved.written) ? saved.written : null;
      // The only copy of the password, which can safely be saved again.
      if (!proven && privacy === "password") return showOutcome(saved);
      if (proven) noteWritten(proven);
      forget();
      onClose();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    } finally {
      setPending(false);
    }
  }

  return {
    choice,
    choose: (changed: PrivacyChoice) => {
      setChoice(changed);
      forgetOutcome();
    },
    isRestored,
    startOver: () => {
      setChoice(firstChoice(present));
      setRestored(false);
    },
    isPending,
    problem,
    unapplied,
    isUnread,
    save: () => void save(),
  };
}

function readPrivacy(value: unknown): Privacy | undefined {
  return value === "public" || value === "private" || value === "password" ? value : undefined;
}

/** The current privacy, as far as known. */
function Present({ row: { privacy, has_password } }: { row: ReportRow }) {
  const mark = <PrivacyMark privacy={privacy} />;
  if (privacy === "password" && has_password === false) {
    return <Trans>Currently {mark}, but the service says no password is set.</Trans>;
  }
  if (privacy === "password") return <Trans>Currently {mark}. A new password replaces the old one.</Trans>;
  return <Trans>Currently {mark}</Trans>;
}
