import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { Button, Dialog, DialogText } from "../../components";
import { problemOf, useHost } from "../../host";
import type { Problem } from "../../host/contract";
import { ProblemInline } from "../problems";
import styles from "./close-dialogs.module.css";
import { useAllDeletions } from "./deletions";
import type { PendingDeletion } from "./deletions-store";

export type CloseDialogProps = {
  /** Sentences about what would be lost or interrupted. */
  works: readonly string[];
  /** Pending deletions. */
  pending: readonly PendingDeletion[];
  /** The window closes to install an update. */
  isForUpdate: boolean;
  onStay: () => void;
};

/** Shows what would be lost before the window closes. */
export function CloseDialog({ works, pending, isForUpdate, onStay }: CloseDialogProps) {
  const { t } = useLingui();
  const host = useHost();
  const deletions = useAllDeletions();
  const waiting = pending.filter(({ isRunning }) => !isRunning);
  const running = pending.filter(({ isRunning }) => isRunning);
  const [isDeleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const hasFailed = useRef(false);
  const close = () =>
    host.call("app_close", null).catch((thrown) => {
      hasFailed.current = true;
      setProblem(problemOf(thrown));
      setDeleting(false);
    });

  async function deleteAndClose() {
    setDeleting(true);
    const all = await Promise.all(pending.map(({ key }) => deletions.run(key)));
    if (hasFailed.current) return;
    // Failed deletions show their own message.
    if (all.every(Boolean)) await close();
    else onStay();
  }

  function keepAndClose() {
    for (const { key } of waiting) deletions.undo(key);
    void close();
  }

  const isLossy = works.length > 0 || running.length > 0;
  const hasDeletions = waiting.length > 0 || isDeleting;
  // After a failed install, only close.
  const installs = isForUpdate && problem === null;
  const anyway = installs ? t`Install and restart` : isLossy ? t`Close anyway` : t`Close`;
  return (
    <Dialog
      title={installs ? t`Install the update now?` : t`Close Assay?`}
      isOpen
      onClose={onStay}
      isHeld={isDeleting}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onStay} isDisabled={isDeleting} autoFocus>
            <Trans>Keep Assay open</Trans>
          </Button>
          {hasDeletions ? (
            <>
              <Button onPress={isDeleting ? () => void close() : keepAndClose}>
                {isDeleting ? anyway : installs ? t`Install without deleting` : t`Close without deleting`}
              </Button>
              <Button variant="danger" onPress={() => void deleteAndClose()} isPending={isDeleting}>
                {installs ? t`Delete now and install` : t`Delete now and close`}
              </Button>
            </>
          ) : (
            <Button variant={isLossy ? "danger" : "primary"} onPress={() => void close()}>
              {anyway}
            </Button>
          )}
        </>
      }
    >
      <DialogText aria-live="polite">
        <Losses intro={<Trans>Waiting to be deleted:</Trans>} texts={textsOf(waiting)} />
        <Losses intro={<Trans>Being deleted now (would be interrupted):</Trans>} texts={textsOf(running)} />
        <Losses intro={<Trans>This would be lost or interrupted:</Trans>} texts={works.map((text) => [text, text])} />
        {!hasDeletions && !isLossy && <Trans>Everything has finished. Nothing would be lost now.</Trans>}
      </DialogText>
      {problem && <ProblemInline problem={problem} />}
    </Dialog>
  );
}

/** Deletions by key. */
const textsOf = (pending: readonly PendingDeletion[]) =>
  pending.map(({ key, title, description }) => [key, description ?? title] as const);

function Losses({
  intro,
  texts,
}: {
  intro: ReactNode;
  texts: readonly (readonly [key: string | number, text: string])[];
}) {
  if (texts.length === 0) return null;
  return (
    <>
      <p>{intro}</p>
      <ul className={styles.list}>
        {texts.map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </>
  );
}

export type LeaveDialogProps = {
  title: string;
  children: ReactNode;
  leaveLabel: string;
  onStay: () => void;
  onLeave: () => void;
};

/** Confirms leaving a screen with unsaved work. */
export function LeaveDialog({ title, children, leaveLabel, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onStay}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onStay} autoFocus>
            <Trans>Keep editing</Trans>
          </Button>
          <Button variant="danger" onPress={onLeave}>
            {leaveLabel}
          </Button>
        </>
      }
    >
      <DialogText>{children}</DialogText>
    </Dialog>
  );
}
