import { Trans, useLingui } from "@lingui/react/macro";
import { Undo2, X } from "lucide-react";
import { Button } from "../../../components";
import type { WriteNotice } from "../context";
import styles from "./WriteNotices.module.css";

export type AfterWriteProps = {
  aftermath: WriteNotice;
  /** Reads the report again. */
  onRead: () => void;
  /** The user knows now that an answer was lost. */
  onClose: () => void;
};

/** A report's notice after a write that needs attention. */
export function AfterWrite({ aftermath: { unsettled, proven }, onRead, onClose }: AfterWriteProps) {
  const { t } = useLingui();
  return (
    <>
      {proven && (
        <div className={styles.notice} data-tone="info" role="status">
          <span>{PROVEN[proven]}</span>
          <Button variant="quiet" icon={X} aria-label={t`Close notice`} onPress={onClose} />
        </div>
      )}
      {unsettled && (
        <div className={styles.notice} role="alert">
          <span>
            <Trans>
              Saved, but the service could not be read again. What you see is what it answered to the change.
            </Trans>
          </span>
          <Button onPress={onRead}>
            <Trans>Read again</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Says what is to become of a report, and takes that back while it can be. */
export function PendingDelete({ text, onKeep }: { text: string; onKeep: (() => void) | null }) {
  return (
    <div className={styles.notice} data-tone="info" role="status">
      <span>{text}</span>
      {onKeep && (
        <Button icon={Undo2} onPress={onKeep}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </div>
  );
}

const PROVEN = {
  created: <Trans>The answer of the service was lost, but the report is there. It was created once.</Trans>,
  changed: <Trans>The answer of the service was lost, but the change is there.</Trans>,
  refreshed: <Trans>The answer of the service was lost, but the checks ran again.</Trans>,
};
