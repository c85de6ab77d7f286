import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/buttons/Button";
import { Form } from "../../components/fields/Form";
import { TextField } from "../../components/fields/TextField";
import { Dialog, DialogFooter, DialogText } from "../../components/overlays/Dialog";
import { problemOf } from "../../host";
import type { Problem } from "../../host/contract";
import styles from "./ConfirmDialog.module.css";
import { ProblemInline } from "./ProblemInline";

export type ConfirmDialogProps = {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  /** The dialog stays open while this is pending, and shows the problem if it rejects. */
  onConfirm: () => Promise<unknown>;
  isOpen: boolean;
  onClose: () => void;
  variant?: "danger" | "primary";
  /** A picture of the object, at the start of the title. */
  mark?: ReactNode;
  /** False while what is asked for isn’t known yet. */
  isReady?: boolean;
  /** A name that must be typed first. */
  typeToConfirm?: string | undefined;
  /** Offers more for a problem, such as an alternative. */
  renderProblem?: (problem: Problem) => ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, onConfirm, isOpen, onClose, variant = "danger", typeToConfirm } = props;
  const { renderProblem, mark, isReady = true } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isPending, setPending] = useState(false);
  // A field that appears later leaves the focus where it is.
  const [isTypedFirst] = useState(typeToConfirm !== undefined);

  useEffect(() => {
    if (isOpen) return;
    setTyped("");
    setProblem(null);
  }, [isOpen]);

  const isConfirmed = isReady && (typeToConfirm === undefined || typed.trim() === typeToConfirm.trim());

  async function confirm() {
    if (!isConfirmed || isPending) return;
    setPending(true);
    setProblem(null);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      const failure = problemOf(thrown);
      // The user declined the system's own prompt.
      if (failure.code !== "canceled") setProblem(failure);
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog title={title} mark={mark} isOpen={isOpen} onClose={onClose} isHeld={isPending} role="alertdialog">
      <Form onSubmit={() => void confirm()}>
        <DialogText>{children}</DialogText>
        {typeToConfirm !== undefined && (
          <div className={styles.typed}>
            <TextField
              label={
                <Trans>
                  Type <b>{typeToConfirm}</b> to confirm
                </Trans>
              }
              value={typed}
              onChange={setTyped}
              autoFocus={isTypedFirst}
              autoComplete="off"
              spellCheck="false"
            />
          </div>
        )}
        {problem && (renderProblem?.(problem) ?? <ProblemInline problem={problem} />)}
        <DialogFooter>
          <Button onPress={onClose} isDisabled={isPending} autoFocus={typeToConfirm === undefined}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant={variant} isPending={isPending} isDisabled={!isConfirmed}>
            {confirmLabel}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
