import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-aria-components";
import { Button, Dialog, DialogFooter, PrivacyMark, ProblemInline, useFieldTexts } from "../../components";
import { problemOf } from "../../host";
import type { Problem, ReportRow, ReportUpdate } from "../../host/contract";
import styles from "./PrivacyDialog.module.css";
import { PrivacyFields, sentPrivacy } from "./PrivacyFields";

export type PrivacyDialogProps = {
  /** The reports to change: at least one. */
  reports: readonly ReportRow[];
  onClose: () => void;
  /** Makes the change. While the promise is pending the dialog stays; when it fails the dialog says why and stays. */
  onSave: (update: ReportUpdate) => Promise<unknown>;
};

// A problem with any other field is told of below them.
const FIELDS = ["privacy", "password"];

/** Asks who may see one or several reports from now on. */
export function PrivacyDialog({ reports, onClose, onSave }: PrivacyDialogProps) {
  const { t } = useLingui();
  const [choice, setChoice] = useState({ privacy: reports[0]?.privacy ?? ("private" as const), password: "" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  const errorOf = useFieldTexts(problem);

  async function save() {
    setPending(true);
    setProblem(null);
    try {
      await onSave(sentPrivacy(choice));
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
          {reports.length === 1 && reports[0] ? (
            <Present row={reports[0]} />
          ) : (
            <Plural value={reports.length} one="Applies to # report." other="Applies to # reports." />
          )}
        </div>
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

/** What is known of who can see a report now. */
function Present({ row: { privacy, has_password } }: { row: ReportRow }) {
  const mark = <PrivacyMark privacy={privacy} />;
  if (privacy === "password" && has_password === false) {
    return <Trans>Now: {mark}, but the service says that no password is set.</Trans>;
  }
  if (privacy === "password") return <Trans>Now: {mark}. A new password replaces the present one.</Trans>;
  return <Trans>Now: {mark}</Trans>;
}
