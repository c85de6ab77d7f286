import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Form } from "react-aria-components";
import { Button, Dialog, DialogFooter, PrivacyMark, ProblemInline, useFieldTexts } from "../../../components";
import { problemOf } from "../../../host";
import type { Privacy, Problem, ReportRow, ReportUpdate } from "../../../host/contract";
import { useConnection } from "../../../shared/data/connection";
import { usePasswordKeeping } from "../../../shared/passwords/use-password-keeping";
import { useLoss } from "../../../shared/unsaved/close-guard";
import { useDraft } from "../../../shared/unsaved/drafts";
import { DraftNotice } from "../../../shared/unsaved/drafts-notice";
import styles from "./PrivacyDialog.module.css";
import { firstChoice, PrivacyFields, sentPrivacy } from "./PrivacyFields";

export type PrivacyDialogProps = {
  report: ReportRow;
  onClose: () => void;
  /** The dialog stays open while this is pending, and shows the problem if it rejects. */
  onSave: (change: ReportUpdate) => Promise<Problem | null>;
};

// Problems with other fields are shown below these.
const FIELDS = ["privacy", "password"];

/** Asks who may see a report from now on. */
export function PrivacyDialog({ report, onClose, onSave }: PrivacyDialogProps) {
  const { t } = useLingui();
  const { id: connection } = useConnection();
  const present: Privacy = report.privacy ?? "private";
  const [found, keep, forget] = useDraft(`privacy ${connection} ${report.id}`.slice(0, 200), readPrivacy);
  const [isRestored, setRestored] = useState(found !== undefined && found !== present);
  const [choice, setChoice] = useState(firstChoice(found ?? present));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  const noteWritten = usePasswordKeeping(connection);
  const errorOf = useFieldTexts(problem);
  const { privacy, password } = choice;
  useLoss(privacy === "password" && password !== "" ? t`The password that you typed for a report.` : null);

  useEffect(() => {
    if (privacy === present) forget();
    else keep(privacy);
  }, [keep, forget, privacy, present]);

  async function save() {
    if (isPending) return;
    setPending(true);
    setProblem(null);
    try {
      const doubt = await onSave(sentPrivacy(choice));
      // Nobody else could tell the password any more. It can be saved once again without harm.
      if (doubt && privacy === "password") return setProblem(doubt);
      if (!doubt) noteWritten(report.id, choice);
      forget();
      onClose();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog title={t`Privacy`} isOpen onClose={onClose} isHeld={isPending}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles.now}>
          <Present row={report} />
        </div>
        {isRestored && (
          <DraftNotice
            onStartOver={() => {
              setChoice(firstChoice(present));
              setRestored(false);
            }}
          >
            <Trans>Restored what you typed.</Trans>
          </DraftNotice>
        )}
        <PrivacyFields
          value={choice}
          onChange={(changed) => {
            setChoice(changed);
            setProblem(null);
          }}
          errorOf={errorOf}
          isDisabled={isPending}
        />
        {problem && !problem.fields.some(({ field }) => FIELDS.includes(field)) && <ProblemInline problem={problem} />}
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

function readPrivacy(value: unknown): Privacy | undefined {
  return value === "public" || value === "private" || value === "password" ? value : undefined;
}

/** The current privacy, as far as known. */
function Present({ row: { privacy, has_password } }: { row: ReportRow }) {
  const mark = <PrivacyMark privacy={privacy} />;
  if (privacy === "password" && has_password === false) {
    return <Trans>Now: {mark}, but the service says that no password is set.</Trans>;
  }
  if (privacy === "password") return <Trans>Now: {mark}. A new password replaces the present one.</Trans>;
  return <Trans>Now: {mark}</Trans>;
}
